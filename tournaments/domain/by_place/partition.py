"""A few cut into groups at the least cost: every way is weighed, so a best one is found or there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from tournaments.domain.matching import Costs, weighed

Group: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """How many groups of this kind there are, and every lawful one with its cost."""

    count: int
    groups: Mapping[Group, Costs]


class Candidate(NamedTuple):
    members: int  # one bit for each
    weight: int
    group: Group


class Found(NamedTuple):
    weight: int
    groups: tuple[tuple[int, Group], ...]


def cheapest_partition(members: Sequence[int], kinds: Sequence[Kind]) -> list[list[Group]] | None:
    """The groups of each kind, so that each member is in exactly one; None when there is no such way."""
    candidates = by_first_member(members, kinds)

    @cache
    def best(left: int, counts: tuple[int, ...]) -> Found | None:
        if not left:
            return None if any(counts) else Found(0, ())
        first = (left & -left).bit_length() - 1
        found: Found | None = None
        for kind, count in enumerate(counts):
            fewer = (*counts[:kind], count - 1, *counts[kind + 1 :])
            for candidate in candidates[kind][first] if count else ():
                if candidate.members & ~left or (found and candidate.weight >= found.weight):
                    continue
                rest = best(left ^ candidate.members, fewer)
                if rest and (found is None or candidate.weight + rest.weight < found.weight):
                    found = Found(candidate.weight + rest.weight, ((kind, candidate.group), *rest.groups))
        return found

    found = best((1 << len(members)) - 1, tuple(kind.count for kind in kinds))
    if found is None:
        return None
    return [[group for of, group in found.groups if of == kind] for kind in range(len(kinds))]


def by_first_member(members: Sequence[int], kinds: Sequence[Kind]) -> list[list[list[Candidate]]]:
    """For each kind, for each place among the members, the groups of which it is the first."""
    bits = {member: 1 << place for place, member in enumerate(members)}
    costs = [cost for kind in kinds for cost in kind.groups.values()]
    weights = iter(weighed(costs, tables=sum(kind.count for kind in kinds)))
    sorted_out: list[list[list[Candidate]]] = []
    for kind in kinds:
        of_kind: list[list[Candidate]] = [[] for _ in members]
        for group in kind.groups:
            mask = sum(bits[member] for member in group)
            of_kind[(mask & -mask).bit_length() - 1].append(Candidate(mask, next(weights), group))
        sorted_out.append(of_kind)
    return sorted_out
