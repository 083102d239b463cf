"""Rows for some rounds together: a whist design where one fits, or annealed; the one that costs less.

Annealing starts from rounds by lot in which everybody sits out in turn. Where some tables have three
seats, these are what goes in turn.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from random import Random

from tournaments.domain.rotation.bounds import PAIRS
from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.improve import Freedom, Slot, improve
from tournaments.domain.rotation.turns import Turn, Turns, turns_for
from tournaments.domain.rotation.whist import Whist, whist_designs
from tournaments.domain.rotation.worksheet import DENSE, Row, Worksheet
from tournaments.domain.settings import Shape

COLD_STEPS_AT_PLACE = 20
HOT_STEPS_AT_PLACE = 1500
HOT_STEPS = 600_000
"""Of all starts together; fewer where branches are kept apart, which makes them slower."""

MOST_STARTS = 4
MORE_STARTS = 3
"""As many times more while somebody has a partner again who need not."""

CUTS = 20
"""As many choices of rounds are tried where a whist design has more than are wanted."""


@dataclass(frozen=True, slots=True)
class Portion:
    """So many rounds for a company, from its round on, all with these tables."""

    company: Company
    tables: Sequence[Shape]
    rounds: int

    @property
    def size(self) -> int:
        return len(self.company.units)

    @property
    def seated(self) -> int:
        return sum(map(sum, self.tables))

    @property
    def places(self) -> int:
        """At the tables of all rounds."""
        return self.seated * self.rounds

    @property
    def sits_out(self) -> bool:
        """Whether anybody sits out; else those without a full table have one of three."""
        return self.seated < self.size

    @property
    def full(self) -> int:
        """The number of places at full tables."""
        return sum(sum(shape) for shape in self.tables if shape == self.company.rules.settings.shape)

    @property
    def may_be_new(self) -> bool:
        """Whether counting leaves a new partner for everybody in all rounds."""
        return partnerships(self.tables) * self.rounds <= self.company.new_partnerships


def partnerships(tables: Sequence[Shape]) -> int:
    """As many twos are partners in one round."""
    return sum(comb(side, 2) for shape in tables for side in shape)


def rows_of(portion: Portion, chance: Random) -> list[Row]:
    """The persons in the places of every round; behind the tables those who sit out."""
    if not portion.tables:
        return [list(range(portion.size))] * portion.rounds
    design = fitting_design(portion)
    if design is None:
        return annealed(portion, chance).rows
    cut = cheapest_cut(portion, design, chance)
    if cut.cost <= cut.least_cost():
        return cut.rows
    return min(cut, annealed(portion, chance), key=lambda sheet: sheet.cost).rows


# By a whist design


def fitting_design(portion: Portion) -> Whist | None:
    """The design of so many persons, while they are new to each other and it has enough rounds."""
    design = whist_designs().get(portion.size)
    if design is None or portion.rounds > design.rounds or set(portion.tables) != {PAIRS}:
        return None
    is_new = not any(b.partners or b.opponents for b in portion.company.bonds.values())
    return design if is_new and not any(unit.byes for unit in portion.company.units) else None


def cheapest_cut(portion: Portion, design: Whist, chance: Random) -> Worksheet:
    cuts: list[Sequence[int]] = [range(portion.rounds)]
    if portion.rounds < design.rounds:
        cuts += [chance.sample(range(design.rounds), portion.rounds) for _ in range(CUTS)]
    sheets = [Worksheet(portion.company, portion.tables, map(design.round, cut)) for cut in cuts]
    return min(sheets, key=lambda sheet: sheet.cost)


# By annealing


def annealed(portion: Portion, chance: Random) -> Worksheet:
    """A cold start is enough for a large company in few rounds; else the best of some hot ones."""
    best = start(portion, chance, hot=False)
    planned = hot_starts(portion)
    for number in range(MORE_STARTS * planned):
        is_lacking = portion.may_be_new and best.repeats_partner()
        if best.cost <= best.least_cost() or (number >= planned and not is_lacking):
            break
        best = min(best, start(portion, chance, hot=True), key=lambda sheet: sheet.cost)
    return best


def start(portion: Portion, chance: Random, *, hot: bool) -> Worksheet:
    turns = turns_of(portion)
    sheet = Worksheet(portion.company, portion.tables, [by_lot(portion, row, chance) for row in turns])
    steps = hot_steps(portion) if hot else COLD_STEPS_AT_PLACE * portion.places
    improve(sheet, freedom(portion, turns), chance=chance, steps=steps, hot=hot)
    return sheet


def hot_steps(portion: Portion) -> int:
    return min(HOT_STEPS_AT_PLACE * portion.places, all_hot_steps(portion))


def all_hot_steps(portion: Portion) -> int:
    return HOT_STEPS // 3 if portion.company.rounds_of_branches else HOT_STEPS


def hot_starts(portion: Portion) -> int:
    """Few places are soon settled and tried again; the largest companies never need it."""
    if portion.size > DENSE:
        return 0
    return min(MOST_STARTS, all_hot_steps(portion) // hot_steps(portion))


def turns_before(portion: Portion) -> list[Turns]:
    """Who has sat out before is known; who has sat at tables of three is not."""
    units = portion.company.units
    return [Turns(unit.byes, unit.rested) if portion.sits_out else Turns() for unit in units]


def turns_of(portion: Portion) -> list[list[Turn]]:
    first = portion.company.number
    return turns_for(
        turns_before(portion), portion.size - portion.full, rounds=range(first, first + portion.rounds)
    )


def by_lot(portion: Portion, turns: Sequence[Turn], chance: Random) -> Row:
    aside = [turn.person for turn in turns]
    row = sorted(set(range(portion.size)).difference(aside))
    chance.shuffle(row)
    return row + aside


def freedom(portion: Portion, turns: Sequence[Sequence[Turn]]) -> Freedom:
    return Freedom(
        full=portion.full,
        seated=portion.seated,
        laps=laps(portion, turns) if portion.full and portion.size <= DENSE else (),
        before=[turns.times for turns in turns_before(portion)],
        spaced=portion.sits_out,
        just=frozenset(filter(portion.company.has_just_rested, range(portion.size))),
    )


def laps(portion: Portion, turns: Sequence[Sequence[Turn]]) -> list[list[Slot]]:
    """Sitting out goes round, so that everybody has been before anybody is again; three seats need not."""
    slots: dict[int, list[Slot]] = defaultdict(list)
    for number, row in enumerate(turns):
        for place, turn in enumerate(row, start=portion.full):
            slots[turn.lap if portion.sits_out else 0].append((number, place))
    return list(slots.values())
