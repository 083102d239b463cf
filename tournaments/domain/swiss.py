"""Swiss: equal scores meet, nobody twice, byes fair; the best round there is, not the first found.

The whole round is one weighted matching (``field`` says what a table costs). With an odd number an
empty place takes part in it; who is matched to it has the bye. Fields beyond ``EXACT`` are cut into
blocks along the order of standing, each exact in itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, groupby

from tournaments.domain.draw import (
    Blocked,
    ByeDrawn,
    Draw,
    NoLawfulDraw,
    PlayedRound,
    Relaxation,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.field import Cost, Field, bye_cost, field_of, table_cost
from tournaments.domain.matching import Edge, cheapest_matching, unmatched
from tournaments.domain.reasons import bye_reasons, table_reasons

EXACT = 400
BLOCK = 64


def draw_swiss(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """A round in which every unit has a table or the bye, best tables first.

    Raises NoLawfulDraw when the hard rules leave no such round; it changes no rule by itself.
    """
    field = field_of(seeds, round_number=round_number, rules=rules, seed=seed)
    pairs = matched(field)
    tables = [pair for pair in pairs if pair[1] < len(field.units)]
    return Draw(
        tables=tuple(table(field, number, pair) for number, pair in enumerate(tables, start=1)),
        byes=tuple(bye(field, a) for a, empty in pairs if empty == len(field.units)),
        seed=seed,
    )


def table(field: Field, number: int, pair: Edge) -> TablePairing:
    """One table; a coin of the same lot says who is side 1."""
    a, b = pair if (field.lots[pair[0]] + field.lots[pair[1]]) % 2 else pair[::-1]
    sides = ((field.units[a].key,), (field.units[b].key,))
    return TablePairing(number, sides, table_reasons(field, *pair))


def bye(field: Field, unit: int) -> ByeDrawn:
    return ByeDrawn(field.units[unit].key, bye_reasons(field, unit))


def matched(field: Field) -> list[Edge]:
    """The pairs of the round, best unit first; the empty place has the number behind the last unit."""
    pairs: list[Edge] = []
    waiting: list[int] = []
    for block in blocks(field):
        waiting += block
        found = cheapest_among(field, waiting)
        # A block that cannot be paired in itself is paired together with the next one.
        if 2 * len(found) == len(waiting):
            pairs += found
            waiting = []
    if waiting:
        pairs = whole_field(field)
    return sorted(pairs)


def whole_field(field: Field) -> list[Edge]:
    """All units in one matching; raises NoLawfulDraw when even that leaves somebody without a table."""
    everybody = places(field)
    found = cheapest_among(field, everybody)
    if 2 * len(found) < len(everybody):
        raise NoLawfulDraw(blocked(field, found), helpful_relaxations(field))
    return found


def places(field: Field) -> list[int]:
    """The numbers of all units, with the empty place behind an odd number."""
    size = len(field.units)
    return list(range(size + size % 2))


def blocks(field: Field) -> list[list[int]]:
    everybody = places(field)
    if len(everybody) <= EXACT:
        return [everybody] if everybody else []
    order = folded(field)
    return [order[start : start + BLOCK] for start in range(0, len(order), BLOCK)]


def folded(field: Field) -> list[int]:
    """Each score group with the fold opponents side by side, so that a block holds whole fold pairs."""
    order: list[int] = []
    for _, group in groupby(range(len(field.units)), key=field.scores.__getitem__):
        members = list(group)
        half = len(members) // 2
        # The lowest of an odd group comes last: it is the one to float down.
        upper, lower, last = members[:half], members[half : 2 * half], members[2 * half :]
        order += [*chain.from_iterable(zip(upper, lower, strict=True)), *last]
    return order + places(field)[len(order) :]


def cheapest_among(field: Field, members: Sequence[int]) -> list[Edge]:
    members = sorted(members)
    found = cheapest_matching(len(members), edges(field, members))
    return [(members[a], members[b]) for a, b in found]


def edges(field: Field, members: Sequence[int]) -> dict[Edge, Cost]:
    """The lawful tables among these units, by their places in the list, each with its cost."""
    lawful = {}
    for one, a in enumerate(members):
        for other in range(one + 1, len(members)):
            cost = cost_of(field, a, members[other])
            if cost is not None:
                lawful[one, other] = cost
    return lawful


def cost_of(field: Field, a: int, b: int) -> Cost | None:
    return bye_cost(field, a) if b == len(field.units) else table_cost(field, a, b)


# When there is no such round


def blocked(field: Field, found: Sequence[Edge]) -> tuple[Blocked, ...]:
    """The units left over by the largest lawful draw, those with the fewest opponents left first."""
    left = [unit for unit in unmatched(len(places(field)), found) if unit < len(field.units)]
    named = [Blocked(field.units[unit].key, opponents_left(field, unit)) for unit in left]
    return tuple(sorted(named, key=lambda unit: unit.opponents_left))


def opponents_left(field: Field, unit: int) -> int:
    others = [other for other in range(len(field.units)) if other != unit]
    return sum(table_cost(field, *sorted((unit, other))) is not None for other in others)


def helpful_relaxations(field: Field) -> tuple[Relaxation, ...]:
    """Each relaxation that would be enough alone; all of them when only several together are."""
    open_ones = [relaxation for relaxation in Relaxation if relaxation not in field.rules.relaxed]
    enough = tuple(relaxation for relaxation in open_ones if is_enough(field, relaxation))
    return enough or tuple(open_ones)


def is_enough(field: Field, relaxation: Relaxation) -> bool:
    relaxed = replace(field, rules=replace(field.rules, relaxed=field.rules.relaxed | {relaxation}))
    everybody = places(field)
    return 2 * len(cheapest_among(relaxed, everybody)) == len(everybody)
