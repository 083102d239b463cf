"""Why not A with B? Answered from the draw's own costs: with that table forced, what would the rest cost?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Rules, Seed, Sides
from tournaments.domain.field import Field, field_of, line_of_free
from tournaments.domain.matching import Costs, broken_by, given_up_by
from tournaments.domain.reasons import broken_rules
from tournaments.domain.settings import Soft
from tournaments.domain.swiss import draw_swiss

BYE = "bye"


class WhyNot(StrEnum):
    """What keeps two units from one table."""

    ARE_PAIRED = "are_paired"
    SETTLED = "settled"  # people pinned one of them elsewhere, or chose it to sit out
    HARD_RULE = "hard_rule"
    NO_ROUND = "no_round"  # somebody else would have no lawful opponent left
    BYE = BYE  # somebody would sit out whose turn it is less
    COSTS_MORE = "costs_more"
    LOT = "lot"  # it would be as good


@dataclass(frozen=True, slots=True)
class Answer:
    """``params`` of HARD_RULE are the ``rule``; of NO_ROUND the ``unit`` without an opponent; of BYE who
    would sit out ``instead`` of which ``unit``; of COSTS_MORE the first ``rule`` kept less well, and its cost
    ``before`` and ``after``: of scores the sum of squared differences in points.

    ``gone`` are the tables of the draw that would not be, ``instead`` those that would.
    """

    code: WhyNot
    params: Mapping[str, int | str] = field(default_factory=dict)
    gone: tuple[Sides, ...] = ()
    instead: tuple[Sides, ...] = ()


def why_not(
    draw: Draw, seeds: Sequence[Seed], *, one: Key, other: Key, round_number: int, rules: Rules, seed: int
) -> Answer:
    """Why a Swiss draw of two sides to a table has no table of these two; asked with what it was drawn from.

    Raises DrawImpossible when one of them is not here.
    """
    if frozenset((one, other)) in units_at(draw):
        return Answer(WhyNot.ARE_PAIRED)
    if {one, other} & {rules.bye, *chain.from_iterable(chain.from_iterable(rules.pinned))}:
        return Answer(WhyNot.SETTLED)
    here = [unit for unit in seeds if unit.present]
    forced = replace(rules, pinned=(*rules.pinned, ((one,), (other,))))
    field = field_of(here, round_number=round_number, rules=forced, seed=seed)
    for rule in broken_rules(field, *(field.units[place] for place in field.pinned[-1])):
        if rule not in rules.relaxed:
            return Answer(WhyNot.HARD_RULE, {"rule": rule.value})
    try:
        instead = draw_swiss(here, round_number=round_number, rules=forced, seed=seed)
    except NoLawfulDraw as refused:
        return Answer(WhyNot.NO_ROUND, {"unit": refused.blocked[0].key})
    before = field_of(here, round_number=round_number, rules=rules, seed=seed)
    code, params = what_is_worse(before, draw, instead)
    return Answer(code, params, gone=only_in(draw, instead), instead=only_in(instead, draw))


def units_at(draw: Draw) -> dict[frozenset[Key], Sides]:
    """The tables of a draw by who sits there, whichever side."""
    return {frozenset(chain.from_iterable(table.sides)): table.sides for table in draw.tables}


def only_in(draw: Draw, other: Draw) -> tuple[Sides, ...]:
    here, there = units_at(draw), units_at(other)
    return tuple(sides for units, sides in here.items() if units not in there)


def what_is_worse(field: Field, draw: Draw, instead: Draw) -> tuple[WhyNot, Mapping[str, int | str]]:
    """The first rule in order of weight that the other round keeps less well."""
    before, after = costs(field, draw), costs(field, instead)
    rule = next((rule for rule in before if before[rule] != after[rule]), None)
    if rule is None or after[rule] < before[rule]:
        return WhyNot.LOT, {}
    if rule == BYE:
        return WhyNot.BYE, {"unit": draw.byes[-1].key, "instead": instead.byes[-1].key}
    if rule == Soft.SCORE:
        return WhyNot.COSTS_MORE, {"rule": rule, **in_points(field, draw, instead)}
    was, would_be = next(pair for pair in zip(before[rule], after[rule], strict=True) if len(set(pair)) > 1)
    return WhyNot.COSTS_MORE, {"rule": rule, "before": was, "after": would_be}


def costs(field: Field, draw: Draw) -> dict[str, Costs]:
    """What a round costs by each rule, in order of weight; places that are drawn are lot and no rule."""
    places = {field.units[place].key: number for number, place in enumerate(field.free)}
    tables = [[places[key] for key in units] for units in units_at(draw) if units <= places.keys()]
    line, pairs = line_of_free(field), [(min(table), max(table)) for table in tables]
    broken = {rule.value: cost for rule, cost in broken_by(line, pairs).items()}
    soft = {rule.value: cost for rule, cost in given_up_by(line, pairs).items()}
    if field.is_by_lot:
        soft.pop(Soft.FOLD, None)
    idle = [places[bye.key] for bye in draw.byes if bye.key in places]
    turns = [(field.units[field.free[place]].byes, 0 if field.is_by_lot else -place) for place in idle]
    return {**broken, BYE: tuple(chain.from_iterable(turns)), **soft}


def in_points(field: Field, draw: Draw, instead: Draw) -> dict[str, str]:
    """The sums of squared score differences."""
    scores = {unit.key: Fraction(unit.score) for unit in field.units}
    before, after = (
        sum((scores[one] - scores[other]) ** 2 for (one,), (other,) in units_at(round).values())
        for round in (draw, instead)
    )
    return {"before": str(before), "after": str(after)}
