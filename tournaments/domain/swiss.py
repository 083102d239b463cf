"""Swiss: equal scores meet, nobody twice, byes fair; the best round there is, not the first found.

``field`` says who is to be drawn and what people settled, ``matching`` finds the round; here it becomes
tables with their reasons, or a refusal that names who is in the way.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.domain.draw import (
    Blocked,
    ByeDrawn,
    Draw,
    NoLawfulDraw,
    PlayedRound,
    Reason,
    Relaxation,
    Rules,
    Seed,
    Sides,
    TablePairing,
)
from tournaments.domain.field import Field, Pair, field_of, line_of_free
from tournaments.domain.matching import Found, Line, cheapest_round, is_possible
from tournaments.domain.reasons import bye_reasons, rules_broken, table_reasons
from tournaments.domain.threes import draw_threes


def draw_swiss(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """A round in which every unit has a table or the bye, best tables first.

    Raises NoLawfulDraw when the hard rules leave no such round; it changes no rule by itself.
    """
    if len(rules.settings.shape) == 3:
        return draw_threes(seeds, round_number=round_number, rules=rules, history=history, seed=seed)
    field = field_of(seeds, round_number=round_number, rules=rules, seed=seed)
    line = line_of_free(field)
    found = cheapest_round(line, field.resting())
    if found.left:
        raise NoLawfulDraw(blocked(field, line, found), helpful_relaxations(field, line, found))
    return written(field, found, seed)


def written(field: Field, found: Found, seed: int) -> Draw:
    """The round as it is kept: pinned tables among the drawn ones, the best unit's table first."""
    drawn = [turned(field, field.free[a], field.free[b]) for a, b in found.pairs]
    pinned = set(field.pinned)
    tables = tuple(
        TablePairing(number, sides(field, pair), table_reasons(field, *pair, is_pinned=pair in pinned))
        for number, pair in enumerate(sorted([*drawn, *pinned], key=min), start=1)
    )
    byes = tuple(ByeDrawn(field.units[place].key, bye_reasons(field, place)) for place in idle(field, found))
    alone = (Reason("only_one_here"),) if len(field.units) == 1 else ()
    return Draw(tables, byes, seed, (*alone, *rules_broken(tables, byes)))


def turned(field: Field, a: int, b: int) -> Pair:
    """Side 1 is who has been there less, else a coin of the same lot, or the lower number from the box."""
    one, other = field.units[a].firsts, field.units[b].firsts
    if one != other:
        return (a, b) if one < other else (b, a)
    is_first = a < b if field.is_by_hand else (field.lots[a] + field.lots[b]) % 2
    return (a, b) if is_first else (b, a)


def sides(field: Field, pair: Pair) -> Sides:
    one, other = pair
    return ((field.units[one].key,), (field.units[other].key,))


def idle(field: Field, found: Found) -> list[int]:
    """Who sits out: the one chosen by people first."""
    chosen = [place for place, unit in enumerate(field.units) if unit.key == field.rules.bye]
    return chosen if found.bye is None else [*chosen, field.free[found.bye]]


# When there is no such round


def blocked(field: Field, line: Line, found: Found) -> tuple[Blocked, ...]:
    """The units left over by the largest lawful draw, those with the fewest opponents left first."""
    named = [
        Blocked(field.units[field.free[unit]].key, opponents_left=int(line.row(unit).sum()))
        for unit in found.left
    ]
    return tuple(sorted(named, key=lambda unit: unit.opponents_left))


def helpful_relaxations(field: Field, line: Line, found: Found) -> tuple[Relaxation, ...]:
    """Each relaxation that would be enough alone; all that mean something when only several together are."""
    open_ones = [rule for rule in relevant(field) if rule not in field.rules.relaxed]
    enough = tuple(rule for rule in open_ones if is_enough(field.relaxed(rule), line, found))
    return enough or tuple(open_ones)


def relevant(field: Field) -> list[Relaxation]:
    """The rules that this draw has to keep."""
    teams = [unit.team for unit in field.units if unit.team is not None]
    means = {
        Relaxation.REMATCH: any(unit.met for unit in field.units),
        Relaxation.SECOND_BYE: len(field.free) % 2 == 1,
        Relaxation.TEAM_MATES: len(set(teams)) < len(teams),
        Relaxation.FORBIDDEN_PAIR: bool(field.rules.forbidden),
    }
    return [rule for rule, does_mean in means.items() if does_mean]


def is_enough(field: Field, line: Line, found: Found) -> bool:
    """Whether the line has a round with the rules that this field gave up."""
    return is_possible(replace(line, relaxed=field.rules.relaxed), field.resting(), found.pairs)
