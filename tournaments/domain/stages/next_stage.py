"""How those who passed a cut go into the next stage: the order of seeding, or persons as new pairs."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.elimination.bracket import rounds_needed, seeding
from tournaments.domain.matching import cheapest_matching


class Joining(StrEnum):
    """Which persons of a ranking become partners."""

    HALF = "half"  # 1+5, 2+6, 3+7, 4+8
    FOLD = "fold"  # 1+4, 2+3


def joined(persons: Sequence[Key], joining: Joining) -> tuple[tuple[Key, Key], ...]:
    """Pairs of persons, who come best first. Raises DrawImpossible for an odd number."""
    if len(persons) % 2:
        raise DrawImpossible("odd_number", {"persons": len(persons)})
    half = len(persons) // 2
    upper, lower = persons[:half], persons[half:]
    return tuple(zip(upper, lower if joining is Joining.HALF else lower[::-1], strict=True))


def crosswise(passed: Sequence[Key], groups: Mapping[Key, int]) -> tuple[Key, ...]:
    """The order of seeding by which units of one group meet as late in a bracket as can be: A1–B2, B1–A2.

    ``passed`` is best first. Firsts stay before seconds; row by row, each row in its best order.
    """
    ranks = seeding(1 << rounds_needed(len(passed)))
    lines = [ranks.index(rank) for rank in sorted(ranks)]
    seeded: list[Key] = []
    for row in rows_of(passed, groups):
        seeded += apart(row, seeded, groups, lines)
    return tuple(seeded)


def rows_of(passed: Sequence[Key], groups: Mapping[Key, int]) -> list[list[Key]]:
    """The firsts of all groups, then the seconds, and so on."""
    before: Counter[int] = Counter()
    rows: dict[int, list[Key]] = defaultdict(list)
    for key in passed:
        rows[before[groups[key]]].append(key)
        before[groups[key]] += 1
    return [rows[number] for number in sorted(rows)]


def apart(
    row: Sequence[Key], seeded: Sequence[Key], groups: Mapping[Key, int], lines: Sequence[int]
) -> list[Key]:
    """The row in the order that keeps it longest from its groups, and that changes the given one least.

    ``lines`` are the lines of the bracket by rank.
    """
    width = len(row)
    free = lines[len(seeded) : len(seeded) + width]
    mates = defaultdict(list)
    for key, line in zip(seeded, lines, strict=False):
        mates[groups[key]].append(line)
    costs = {
        (one, width + place): (*meetings(free[place], mates[groups[key]], lines), (one - place) ** 2)
        for one, key in enumerate(row)
        for place in range(width)
    }
    found = sorted(cheapest_matching(2 * width, costs), key=lambda pair: pair[1])
    return [row[one] for one, _ in found]


def meetings(line: int, mates: Sequence[int], lines: Sequence[int]) -> list[int]:
    """How many of these lines can meet this one in round one, how many in round two, and so on."""
    rounds = Counter((line ^ mate).bit_length() for mate in mates)
    return [rounds[number] for number in range(1, len(lines).bit_length())]
