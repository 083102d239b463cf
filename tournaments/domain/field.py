"""A field of units in order of standing, and what it costs to let two of them meet.

Hard rules are edges that do not exist. A hard rule that was relaxed by name becomes the dearest soft
rule, so it is broken as rarely as can be. Soft rules follow in order of weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import NamedTuple

from tournaments.domain.draw import Key, Relaxation, Rules, Seed, key_order
from tournaments.domain.settings import FirstRound

LOT_RANGE = 16


class Cost(NamedTuple):
    """What one table or the bye costs; each place outweighs all that follow, summed over the round."""

    forbidden: int = 0
    rematches: int = 0
    second_bye: int = 0
    recent_rematch: int = 0
    bye_place: int = 0
    squared_gap: int = 0
    gap: int = 0
    same_branch: int = 0
    off_fold: int = 0
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """Units best first, and beside each: its score in halves, its distance to fold over, its lot."""

    units: tuple[Seed, ...]
    rules: Rules
    round_number: int
    met: tuple[frozenset[Key], ...]
    scores: tuple[int, ...]
    folds: tuple[int, ...]
    lots: tuple[int, ...]
    fewest_byes: int

    @property
    def avoids_branches(self) -> bool:
        return self.round_number <= self.rules.settings.branch_rounds

    @property
    def is_by_lot(self) -> bool:
        return is_by_lot(self.rules, self.round_number)


def field_of(seeds: Sequence[Seed], *, round_number: int, rules: Rules, seed: int) -> Field:
    """The field best first: by score, then by rank, in a first round by lot. Whatever order came in."""
    lots = drawn_lots(seeds, seed)
    by_lot = is_by_lot(rules, round_number)
    places = lots if by_lot else {unit.key: unit.rank for unit in seeds}
    units = sorted(seeds, key=lambda unit: (-unit.score, places[unit.key], key_order(unit.key)))
    # Halves hold every sum of wins and draws exactly; finer scores are cut off for the draw alone.
    scores = tuple(int(unit.score * 2) for unit in units)
    return Field(
        units=tuple(units),
        rules=rules,
        round_number=round_number,
        met=met_by_either(units),
        scores=scores,
        folds=folds(scores),
        lots=tuple(lots[unit.key] for unit in units),
        fewest_byes=min((unit.byes for unit in units), default=0),
    )


def is_by_lot(rules: Rules, round_number: int) -> bool:
    return round_number == 1 and rules.settings.first_round is FirstRound.LOT


def drawn_lots(seeds: Sequence[Seed], seed: int) -> dict[Key, int]:
    """A lot for every unit: the numbers 0 to n-1, shuffled."""
    keys = sorted((unit.key for unit in seeds), key=key_order)
    numbers = list(range(len(keys)))
    Random(seed).shuffle(numbers)
    return dict(zip(keys, numbers, strict=True))


def met_by_either(units: Sequence[Seed]) -> tuple[frozenset[Key], ...]:
    """Opponents of each unit, also where only the other one's history knows of the meeting."""
    met: dict[Key, set[Key]] = {unit.key: set(unit.met) for unit in units}
    for unit in units:
        for other in unit.met:
            if other in met:
                met[other].add(unit.key)
    return tuple(frozenset(met[unit.key]) for unit in units)


def folds(scores: Sequence[int]) -> tuple[int, ...]:
    """How many places below each unit its fold opponent sits: half the size of its score group."""
    halves: list[int] = []
    for _, group in groupby(scores):
        size = len(list(group))
        halves += [size // 2] * size
    return tuple(halves)


def broken_rules(field: Field, a: int, b: int) -> frozenset[Relaxation]:
    """The hard rules that a table of these two would break."""
    broken = set()
    other = field.units[b].key
    if other in field.met[a]:
        broken.add(Relaxation.REMATCH)
    if field.rules.forbidden and frozenset((field.units[a].key, other)) in field.rules.forbidden:
        broken.add(Relaxation.FORBIDDEN_PAIR)
    return frozenset(broken)


def table_cost(field: Field, a: int, b: int) -> Cost | None:
    """What a table of a and b (a above b) costs; None when a hard rule forbids it."""
    broken = broken_rules(field, a, b)
    if broken - field.rules.relaxed:
        return None
    times, last = meetings(field, a, b) if broken else (0, 0)
    gap = field.scores[a] - field.scores[b]
    return Cost(
        forbidden=int(Relaxation.FORBIDDEN_PAIR in broken),
        rematches=times * times,
        recent_rematch=last,
        squared_gap=gap * gap,
        gap=gap,
        same_branch=int(field.avoids_branches and bool(shared_branches(field, a, b))),
        off_fold=off_fold(field, a, b),
        lot=(field.lots[a] ^ field.lots[b]) % LOT_RANGE,
    )


def bye_cost(field: Field, a: int) -> Cost | None:
    """What the bye of a costs: the fewer byes had and the lower the place, the less. None when too many."""
    more = field.units[a].byes - field.fewest_byes
    if more and Relaxation.SECOND_BYE not in field.rules.relaxed:
        return None
    return Cost(second_bye=more, bye_place=len(field.units) - 1 - a)


def meetings(field: Field, a: int, b: int) -> tuple[int, int]:
    """How often these two have met, and how recently: the place of the last time in their histories."""
    one, other = field.units[a], field.units[b]
    times = max(one.met.count(other.key), other.met.count(one.key))
    rounds = [place for place, key in enumerate(one.met, start=1) if key == other.key]
    rounds += [place for place, key in enumerate(other.met, start=1) if key == one.key]
    return times, max(rounds, default=0)


def shared_branches(field: Field, a: int, b: int) -> frozenset[str]:
    return field.units[a].branches & field.units[b].branches


def off_fold(field: Field, a: int, b: int) -> int:
    """How far b is from where a should look: half a group down, across a border as near as can be."""
    if field.scores[a] == field.scores[b]:
        return (b - a - field.folds[a]) ** 2
    return min(b - a, len(field.units) // 2) ** 2
