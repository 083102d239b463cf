"""Why a draw made this table, in words: the codes of reasons, and what it gave up, as sentences."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hall.figures import plain
from hall.words import Words
from tournaments.domain.draw import Sides
from tournaments.domain.explain import Answer, WhyNot

Names: TypeAlias = Mapping[int, str]
"""What each entry is called, by its number."""

# Where the table comes from.
SOURCES: Mapping[str, Words] = {
    "lot": _("by lot"),
    "hand_lot": _("by numbers from the box"),
    "same_score": _("equal score"),
    "score_gap": _("scores %(gap)s apart"),
    "planned": _("as planned ahead"),
    "round_robin": _("everybody meets everybody, turn %(round)s"),
    "matchday": _("matchday %(turn)s of cycle %(cycle)s"),
    "seeds_meet": _("no. %(upper)s of the seeding meets no. %(lower)s"),
    "winners_meet": _("the winners of places %(upper)s and %(lower)s"),
    "third_place": _("for third place"),
    "second_game": _("second game of those who lost"),
    "title_match": _("for the title"),
    "holder": _("holder: %(unit)s"),
    "challenger": _("challenger: %(unit)s"),
    "block": _("block %(block)s"),
    "block_winners": _("block %(block)s: the winners"),
    "block_losers": _("block %(block)s: the losers"),
    "third_round_shuffle": _("one win each, by lot across the blocks"),
    "third_round_ring": _("one win each, round the blocks"),
    "third_round_block": _("one win each, within the block"),
    "loser_stays": _("block %(block)s: the loser meets whoever waited"),
    "first_winner": _("block %(block)s: the first winner meets whoever waited"),
    "fixed_pair": _("entered as a pair"),
    "fewest_games": _("fewest games so far (%(games)s)"),
    "longest_wait": _("have waited longest"),
    "all_who_wait": _("everybody who waits"),
    "house_pair": _("a house pair plays instead of a bye"),
    "pinned": _("kept as it was"),
    "in_order": _("in order of standing, not drawn"),
    "real_seats": _("as people really sat (%(by)s)"),
    "by_hand": _("changed by hand (%(by)s)"),
    "table_by_hand": _("table chosen by hand (%(by)s)"),
    "apart_by_hand": _("kept apart by hand (%(by)s)"),
    "bye_by_hand": _("chosen by hand (%(by)s)"),
    "taken_back": _("taken back while an earlier result is corrected (%(by)s)"),
}

# What was kept, and what was given up.
KEPT: Mapping[str, Words] = {
    "no_rematch": _("have not met"),
    "partners_first_time": _("new partners"),
    "different_branch": _("different branches"),
    "met_before": _("opponents before (%(times)s×)"),
    "floats_again": _("outside the own score again (%(times)s×)"),
    "side_one_again": _("both have been on side 1 more often (%(rounds)s×)"),
}
GIVEN_UP: Mapping[str, Words] = {
    "rematch": _("have met before (%(times)s×)"),
    "partner_again": _("partners before (%(times)s×)"),
    "forbidden_pair": _("were to be kept apart"),
    "team_mates": _("of one team"),
    "same_branch": _("same branch"),
    "second_bye": _("has sat out before (%(byes)s×)"),
    "rested_last_round": _("sat out in the last round too"),
    "side_absent": _("side %(side)s is absent"),
}

# Why somebody sits out.
BYES: Mapping[str, Words] = {
    "fewest_byes": _("fewest rounds sat out"),
    "lowest": _("lowest in the table"),
    "above_lowest": _("those below have sat out or cannot be placed otherwise"),
    "chosen_bye": _("chosen to sit out"),
    "asked_for": _("asked for it"),
    "seed_bye": _("no. %(seed)s of the seeding"),
    "better_record": _("better record than those who play"),
    "opponent_absent": _("should have met %(unit)s, who is absent"),
    "opponent_out": _("nobody is left on the other side"),
    "ghost": _("the empty place of a block of three"),
    "waits": _("waits for the loser of the block"),
}

# What the numbers forced upon the round as a whole.
OF_THE_ROUND: Mapping[str, Words] = {
    "matches_wait": _("%(matches)s matches for %(tables)s tables: the others wait until one is free"),
    "fixed_table_taken": _("%(unit)s was to sit at table %(table)s, which somebody else needs too"),
    "fixed_table_missing": _("%(unit)s was to sit at table %(table)s, which is not there or out of service"),
    "fixed_units_meet": _("%(unit)s was to sit at table %(table)s and meets somebody with another table"),
    "floaters_missing": _("%(missing)s more floaters are needed so that nobody sits out"),
    "partner_must_repeat": _("in round %(round)s somebody must have a partner again"),
    "group_finished": _("group %(group)s has played all its rounds"),
    "no_second_game": _("%(unit)s has no second game: the number is odd"),
    "only_one_here": _("only one is here"),
}

REASONS: Mapping[str, Words] = {**SOURCES, **KEPT, **GIVEN_UP, **BYES, **OF_THE_ROUND}

# What the organiser should look at before publishing.
WARNINGS = {*GIVEN_UP, "in_order"}

RELAXATIONS: Mapping[str, Words] = {
    "rematch": _("Let them meet again, the oldest meeting first"),
    "partner_again": _("Let partners come again, the oldest first"),
    "second_bye": _("Let somebody sit out a second time"),
    "team_mates": _("Let team-mates meet"),
    "forbidden_pair": _("Let those be together who were to be kept apart"),
}

# Why a draw has no table of two.
ANSWERS: Mapping[str, Words] = {
    "are_paired": _("%(one)s and %(other)s do sit at one table."),
    "settled": _("People have settled where one of them is: at a table that stays, or without one."),
    "hard_rule": _("A rule keeps them apart: %(rule)s."),
    "no_round": _("Then %(unit)s would have nobody left whom the rules allow."),
    "bye": _("Then %(instead)s would sit out instead of %(unit)s, whose turn it is."),
    "costs_more": _("Then the round as a whole would be worse in this: %(rule)s (%(before)s → %(after)s)."),
    "lot": _("No rule speaks against it; the lot decided."),
}
BARRED: Mapping[str, Words] = {
    "rematch": _("they have met before"),
    "partner_again": _("they have been partners before"),
    "forbidden_pair": _("they are to be kept apart"),
    "team_mates": _("they are of one team"),
}
WEIGHED: Mapping[str, Words] = {
    "rematch": _("who has met before"),
    "partner_again": _("who have been partners before"),
    "forbidden_pair": _("who is to be kept apart"),
    "team_mates": _("team-mates"),
    "second_bye": _("who has sat out before"),
    "score": _("score differences, squared and summed"),
    "float": _("who plays outside the own score again"),
    "branch": _("tables of one branch"),
    "seat": _("who is on side 1 too often"),
    "fold": _("how evenly the better half meets the other"),
}


@dataclass(frozen=True, slots=True)
class ReasonWords:
    text: str
    warns: bool


def reason_words(reason: Mapping[str, Any], names: Names) -> ReasonWords:
    """One stored reason as words, entries by their names; an unknown code is shown as it is."""
    code = str(reason["code"])
    return ReasonWords(_told(code, dict(reason.get("params", {})), names), code in WARNINGS)


def answer_words(answer: Answer, names: Names, *, one: int, other: int) -> str:
    """Why these two share no table, in one sentence."""
    rules = BARRED if answer.code is WhyNot.HARD_RULE else WEIGHED
    params: dict[str, Any] = {"one": one, "other": other, **answer.params}
    params |= {key: _name(params[key], names) for key in ("one", "other", "unit", "instead") if key in params}
    params["rule"] = rules.get(params.get("rule", ""), "")
    return str(ANSWERS[answer.code]) % params


def tables_in_words(tables: Iterable[Sides], names: Names) -> list[str]:
    """Tables by who sits there: A – B, where partners change A・B – C・D."""
    return [" – ".join("・".join(_name(key, names) for key in side) for side in sides) for sides in tables]


def warning_words(
    warnings: Iterable[Mapping[str, Any]], names: Names, places: Mapping[int, str]
) -> list[str]:
    """The warnings of a round, each with the table or the entry that it is about.

    ``places`` says what people call each table of the draw.
    """
    return list(dict.fromkeys(_warning(warning, names, places) for warning in warnings))


def _warning(warning: Mapping[str, Any], names: Names, places: Mapping[int, str]) -> str:
    code, params = str(warning["code"]), dict(warning.get("params", {}))
    told = _told(code, params, names)
    if code in OF_THE_ROUND:
        return told
    return gettext("%(who)s: %(what)s") % {"who": _about(params, names, places), "what": told}


def _about(params: Mapping[str, Any], names: Names, places: Mapping[int, str]) -> str:
    if "table" in params:
        return gettext("Table %(number)s") % {"number": places.get(params["table"], params["table"])}
    return "・".join(_name(params[key], names) for key in ("a", "b", "unit") if key in params)


def _told(code: str, params: Mapping[str, Any], names: Names) -> str:
    if code not in REASONS:
        return gettext(code)
    units = {key: _name(params[key], names) for key in ("a", "b", "unit") if key in params}
    if "gap" in params:  # scores are drawn by in half points
        units["gap"] = plain(Fraction(params["gap"]) / 2)
    # A round drawn by an older version may lack a parameter that the words ask for.
    known: dict[str, object] = {**params, **units}
    return str(REASONS[code]) % defaultdict(lambda: "–", known)


def _name(number: Any, names: Names) -> str:
    return names.get(number, str(number))
