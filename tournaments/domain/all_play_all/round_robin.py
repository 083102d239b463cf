"""Everybody against everybody by the circle method: one unit stays, the others move round it.

With an odd number an empty place takes part, and who meets it has a bye: everybody exactly one in
each cycle. Groups turn side by side, each in its own circle, and a smaller one has finished earlier.
The order in a circle is a lot over the keys, so it does not move with the standings.

Nobody can be kept apart here. Team-mates meet in round one, two by two, before any result could make one
of them want to lose; of a team of three or more the others meet when their turn comes. Numbers drawn from
a box stay as drawn. Forbidden pairs move nobody, because they may be named in mid-event, and a circle
that moves then repeats matches: they are told of when they meet.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Reason,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.elimination.separation import clashes
from tournaments.domain.field import drawn_lots
from tournaments.domain.lots.hand_lot import order_from_lots

Place: TypeAlias = Seed | None
Pair: TypeAlias = tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Turn:
    """One round of one group; ``number`` and ``cycle`` begin at 1, ``group`` is 0 where there are none."""

    group: int
    cycle: int
    number: int
    pairs: tuple[Pair, ...]


def draw_round_robin(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """Round ``round_number`` of all groups, tables numbered through; sides change in every second cycle.

    Whoever should meet an absent unit has a bye; the absent have nothing, and so has a group that is
    through. The circle leaves no choice, so nothing can be pinned. Raises DrawImpossible beyond the last
    round.
    """
    circles = circles_of(seeds, rules, seed)
    rounds = rounds_of(map(len, circles.values()), rules.settings.cycles)
    if not 1 <= round_number <= rounds:
        raise DrawImpossible("no_such_round", {"round": round_number, "rounds": rounds})
    return round_of(circles, round_number, rules, seed)


def draw_every_round(seeds: Sequence[Seed], *, rules: Rules, seed: int) -> list[Draw]:
    """All rounds, as drawn one by one; the circle is laid once. Raises DrawImpossible."""
    circles = circles_of(seeds, rules, seed)
    rounds = rounds_of(map(len, circles.values()), rules.settings.cycles)
    return [round_of(circles, number, rules, seed) for number in range(1, rounds + 1)]


def round_of(circles: Mapping[int, Sequence[Seed]], round_number: int, rules: Rules, seed: int) -> Draw:
    turns = turns_of(circles, round_number, rules.settings.cycles)
    playing = {turn.group for turn in turns}
    through = [Reason("group_finished", {"group": group}) for group in circles if group not in playing]
    tables = tables_of(turns, rules, because)
    return Draw(
        tables=tables,
        byes=tuple(bye for turn in turns for bye in byes_of(turn)),
        seed=seed,
        warnings=(*through, *unavoidable(tables)),
    )


def because(turn: Turn) -> Reason:
    return Reason("round_robin", {"round": turn.number, "cycle": turn.cycle, "group": turn.group})


def rounds_needed(entrants: int) -> int:
    """Rounds of one cycle: one less than the entrants, as many as they when their number is odd."""
    return 0 if entrants < 2 else entrants - 1 + entrants % 2


def rounds_of(sizes: Iterable[int], cycles: int = 1) -> int:
    """Rounds until the largest of the groups is through."""
    return max(map(rounds_needed, sizes), default=0) * cycles


# Who stands where in the circle


def circles_of(seeds: Sequence[Seed], rules: Rules, seed: int) -> Mapping[int, list[Seed]]:
    """The units of each group in their order round the circle. Raises DrawImpossible."""
    if len(rules.settings.shape) != 2:
        raise DrawImpossible("needs_two_sides", {"sides": len(rules.settings.shape)})
    circles: dict[int, list[Seed]] = {group: [] for group in sorted({unit.group for unit in seeds})}
    for unit in in_order_of_lots(seeds, rules, seed):
        if rules.settings.groups > 1 and not 1 <= unit.group <= rules.settings.groups:
            raise DrawImpossible("not_in_a_group", {"unit": unit.key})
        circles[unit.group].append(unit)
    return circles if rules.lots else {group: team_mates_opposite(units) for group, units in circles.items()}


def order_of_circles(seeds: Sequence[Seed], *, rules: Rules, seed: int) -> list[Key]:
    """Everybody in their order round the circles. As lots it makes the same circles again.

    Whoever draws a later round gives it back so: teams that change in mid-event move nobody then.
    """
    return [unit.key for units in circles_of(seeds, rules, seed).values() for unit in units]


def in_order_of_lots(seeds: Sequence[Seed], rules: Rules, seed: int) -> list[Seed]:
    """All units by the numbers from the box, or by lots of the seed. Raises DrawImpossible."""
    if not rules.lots:
        lots = drawn_lots(seeds, seed)
        return sorted(seeds, key=lambda unit: lots[unit.key])
    known = {unit.key: unit for unit in seeds}
    return [known[key] for key in order_from_lots({key: rules.lots.get(key, 0) for key in known})]


def team_mates_opposite(units: Sequence[Seed]) -> list[Seed]:
    """The units in their order, but team-mates two by two at the ends of the row, where round one joins."""
    pairs = team_mates(units)
    paired = {unit.key for pair in pairs for unit in pair}
    others = [unit for unit in units if unit.key not in paired]
    return [*(one for one, _ in pairs), *others, *(other for _, other in reversed(pairs))]


def team_mates(units: Sequence[Seed]) -> list[tuple[Seed, Seed]]:
    """As many pairs of team-mates as there can be."""
    teams: dict[str, list[Seed]] = defaultdict(list)
    for unit in units:
        if unit.team is not None:
            teams[unit.team].append(unit)
    return [pair for members in teams.values() for pair in zip(members[::2], members[1::2], strict=False)]


def turns_of(circles: Mapping[int, Sequence[Seed]], round_number: int, cycles: int) -> list[Turn]:
    """The turn of every group that still plays in this round."""
    turns = []
    for group, units in circles.items():
        rounds = rounds_needed(len(units))
        if round_number <= rounds * cycles:
            cycle, steps = divmod(round_number - 1, rounds)
            pairs = circle(units, steps)
            sides = tuple(pair[::-1] if cycle % 2 else pair for pair in pairs)
            turns.append(Turn(group, cycle + 1, steps + 1, sides))
    return turns


def circle(units: Sequence[Seed], steps: int) -> list[Pair]:
    """The pairs after so many steps: the first stands still, and changes sides at every step."""
    still, *moving = with_empty_place(units)
    moving = moving[len(moving) - steps :] + moving[: len(moving) - steps]
    ring = [still, *moving]
    half = len(ring) // 2
    pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
    if steps % 2:
        pairs[0] = pairs[0][::-1]
    return pairs


def with_empty_place(units: Sequence[Seed]) -> list[Place]:
    """An even number of places; the empty one stands in the middle, so that the ends meet in round one."""
    half = (len(units) + 1) // 2
    return [*units[:half], *[None] * (len(units) % 2), *units[half:]]


# What a turn becomes


def tables_of(turns: Iterable[Turn], rules: Rules, why: Callable[[Turn], Reason]) -> tuple[TablePairing, ...]:
    """A table for every two who are both there, numbered through."""
    reasons = ((turn, why(turn)) for turn in turns)
    meetings = ((turn, reason, one, other) for turn, reason in reasons for one, other in meetings_of(turn))
    return tuple(
        TablePairing(number, ((one.key,), (other.key,)), (reason, *broken_by(one, other, turn, rules)))
        for number, (turn, reason, one, other) in enumerate(meetings, start=1)
    )


def meetings_of(turn: Turn) -> list[tuple[Seed, Seed]]:
    return [(one, other) for one, other in turn.pairs if one and other and one.present and other.present]


def broken_by(one: Seed, other: Seed, turn: Turn, rules: Rules) -> list[Reason]:
    """What another format would have avoided; a rematch within a cycle comes only from a draw by hand."""
    found = clashes(one, other, rules)
    return [reason for reason in found if reason.code != "rematch" or is_unplanned(reason, turn)]


def is_unplanned(rematch: Reason, turn: Turn) -> bool:
    """Whether these two met more often before than once in each cycle that is behind them."""
    return int(rematch.params["times"]) >= turn.cycle


def unavoidable(tables: Iterable[TablePairing]) -> Iterable[Reason]:
    """What the tables give up, each with the two it concerns."""
    for table in tables:
        (one,), (other,) = table.sides
        for broken in table.reasons[1:]:
            yield Reason(broken.code, {"a": one, "b": other, **broken.params})


def byes_of(turn: Turn) -> Iterable[ByeDrawn]:
    """A bye for whoever is there while the opponent is absent, or is the empty place."""
    reason = because(turn)
    for pair in turn.pairs:
        for unit, opponent in (pair, pair[::-1]):
            if unit and unit.present and not (opponent and opponent.present):
                absent = (Reason("opponent_absent", {"unit": opponent.key}),) if opponent else ()
                yield ByeDrawn(unit.key, (reason, *absent))
