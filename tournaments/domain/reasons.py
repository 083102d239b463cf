"""Why these two meet, or why this one has the bye: codes for the slip and the wall, no sentences."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from tournaments.domain.draw import ByeDrawn, Reason, Relaxation, Seed, TablePairing
from tournaments.domain.field import Field, counted_branches, surplus

BROKEN = frozenset(
    {"partner_again", "rematch", "forbidden_pair", "team_mates", "second_bye", "rested_last_round"}
)
"""What the organiser should know of the round as a whole."""


def table_reasons(field: Field, a: int, b: int, *, is_pinned: bool = False) -> tuple[Reason, ...]:
    """Where the table comes from, then what was kept or knowingly broken, then what was given up."""
    one, other = field.units[a], field.units[b]
    is_level = field.scores[a] == field.scores[b]
    if is_pinned:
        source = said("pinned")
    elif field.is_by_lot:
        source = said("hand_lot" if field.is_by_hand else "lot")
    else:
        source = said("same_score") if is_level else score_gap(one, other)
    return (
        source,
        *hard_reasons(field, one, other),
        *branch_reasons(field, one, other),
        *(() if field.is_by_lot else given_up(one, other, is_level=is_level)),
    )


@cache
def said(code: str) -> Reason:
    """A reason without parameters; thousands of tables share it."""
    return Reason(code)


def score_gap(one: Seed, other: Seed) -> Reason:
    return Reason("score_gap", {"gap": str(abs(Fraction(one.score) - Fraction(other.score)))})


def broken_rules(field: Field, one: Seed, other: Seed) -> Iterator[Relaxation]:
    """The hard rules that a table of these two breaks."""
    if other.key in one.met or one.key in other.met:
        yield Relaxation.REMATCH
    if field.rules.forbidden and frozenset((one.key, other.key)) in field.rules.forbidden:
        yield Relaxation.FORBIDDEN_PAIR
    if one.team is not None and one.team == other.team:
        yield Relaxation.TEAM_MATES


def hard_reasons(field: Field, one: Seed, other: Seed) -> Iterator[Reason]:
    """The rules broken; else that they have not met, once anybody has met anybody."""
    broken = tuple(broken_rules(field, one, other))
    if Relaxation.REMATCH in broken:
        yield Reason("rematch", {"times": max(one.met.count(other.key), other.met.count(one.key))})
    elif one.met or other.met:
        yield said("no_rematch")
    if Relaxation.FORBIDDEN_PAIR in broken:
        yield said("forbidden_pair")
    if Relaxation.TEAM_MATES in broken:
        yield Reason("team_mates", {"team": str(one.team)})


def branch_reasons(field: Field, one: Seed, other: Seed) -> Iterator[Reason]:
    """Nothing where one of them has no branch that counts: nothing was in question."""
    if field.avoids_branches:
        ones, others = counted_branches(field, one), counted_branches(field, other)
        if shared := ones & others:
            yield Reason("same_branch", {"branch": min(shared)})
        elif ones and others:
            yield said("different_branch")


def given_up(one: Seed, other: Seed, *, is_level: bool) -> Iterator[Reason]:
    """Soft rules that this table could not keep."""
    if not is_level and (times := max(one.floats, other.floats)):
        yield Reason("floats_again", {"times": times})
    if rounds := min(surplus(one), surplus(other)):
        yield Reason("side_one_again", {"rounds": rounds})


def bye_reasons(field: Field, unit: int) -> tuple[Reason, ...]:
    """Chosen, by lot, or fewest byes and lowest of those; ``above_lowest`` when lower ones could not."""
    had = field.units[unit].byes
    if field.units[unit].key == field.rules.bye:
        return (said("chosen_bye"),)
    if field.is_by_lot and had == field.fewest_byes:
        return (said("hand_lot" if field.is_by_hand else "lot"),)
    below = [other for other in field.free if other > unit and field.units[other].byes <= had]
    byes = Reason("fewest_byes" if had == field.fewest_byes else "second_bye", {"byes": had})
    place = Reason("above_lowest", {"places": len(below)}) if below else Reason("lowest")
    return (byes, place)


def rules_broken(tables: Iterable[TablePairing], byes: Iterable[ByeDrawn]) -> Iterator[Reason]:
    """Every rule that the round breaks, with the table or the unit."""
    at_tables = [(reason, "table", table.number) for table in tables for reason in table.reasons]
    of_byes = [(reason, "unit", bye.key) for bye in byes for reason in bye.reasons]
    for reason, kind, where in (*at_tables, *of_byes):
        if reason.code in BROKEN:
            yield Reason(reason.code, {**reason.params, kind: where})
