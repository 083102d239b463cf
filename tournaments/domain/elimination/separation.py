"""Keeping units apart in the first rounds of a bracket: those that clash change lines.

Units of one team, a pair that is not to meet, units that have met, and, where asked, units of one branch.
A unit that clashes changes lines with the nearest one with which all of that becomes less. For team-mates
in round one single exchanges get as far as any draw could: while two of a team meet and another place has
none of it, an exchange between those places parts them and brings no team-mates together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from tournaments.domain.draw import Key, Reason, Rules, Seed
from tournaments.domain.elimination.bracket import Lines

MayExchange: TypeAlias = Callable[[Sequence[Key | None], int, int], bool]
"""Whether the units on these two lines may change lines."""

Setting: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""The kind of a unit, and the round and kind of each early opponent."""

# Each kind of clash is counted in bits of its own: one outweighs all lighter ones together.
WEIGHTS: Mapping[str, int] = {
    "forbidden_pair": 1 << 48,
    "team_mates": 1 << 32,
    "rematch": 1 << 16,
    "same_branch": 1,
}
ROUND_BITS = 64
LATER_TRIES = 32


def separated(
    lines: Lines,
    units: Mapping[Key, Seed],
    rules: Rules,
    *,
    rounds: int,
    nearness: Sequence[int],
    may_exchange: MayExchange,
) -> Lines:
    """The lines after every exchange that helps in these first rounds; earlier ones outweigh later ones.

    ``nearness`` has all lines in an order in which neighbours are the first to change.
    """
    line_up = LineUp(lines, units, rules, rounds, nearness, may_exchange)
    before = None
    while line_up.lines != before:
        before = list(line_up.lines)
        for line in reversed(nearness):
            line_up.improve(line)
    return tuple(line_up.lines)


def apart(lines: Lines, units: Mapping[Key, Seed], rules: Rules, *, rounds: int) -> Lines:
    """The lines of a lot after every exchange that helps: anybody may change with anybody."""
    nearness = range(len(lines))
    return separated(lines, units, rules, rounds=rounds, nearness=nearness, may_exchange=lambda *_: True)


class LineUp:
    """Lines while units change places on them."""

    def __init__(
        self,
        lines: Lines,
        units: Mapping[Key, Seed],
        rules: Rules,
        rounds: int,
        nearness: Sequence[int],
        may_exchange: MayExchange,
    ) -> None:
        self.lines = list(lines)
        self.rounds = rounds
        self.early = max(rounds, 2)
        self.nearness = nearness
        self.position = {line: position for position, line in enumerate(nearness)}
        self.may_exchange = may_exchange
        self.kinds = numbered(kinds_of(units, rules))
        self.settings: dict[int, Setting] = {}
        self.weight = cache(lambda one, other: weight(units[one], units[other], rules))

    def improve(self, line: int) -> None:
        """If it clashes, the unit of this line changes with the nearest one that makes things better.

        Of units of one kind among the same opponents one is enough to know that none of them helps; for a
        clash that is only in later rounds, so many of them are enough.
        """
        cost = self.cost(line)
        most = len(self.lines) if cost >> ROUND_BITS * self.rounds else LATER_TRIES
        in_vain: set[Setting] = set()
        for other in self.partners(line) if cost else ():
            setting = self.setting(other)
            if setting in in_vain and not self.may_meet(line, other):
                continue
            if self.try_exchange(line, other):
                return
            in_vain |= set() if self.may_meet(line, other) else {setting}
            if len(in_vain) == most:
                return

    def partners(self, line: int) -> Iterator[int]:
        """The lines of the units it may change with and that are not like it, nearest first."""
        kind = self.kinds[self.lines[line]]
        for other in self.outward(line):
            key = self.lines[other]
            if key is not None and self.kinds[key] != kind and self.may_exchange(self.lines, line, other):
                yield other

    def outward(self, line: int) -> Iterator[int]:
        here = self.position[line]
        for distance in range(1, len(self.lines)):
            for position in (here - distance, here + distance):
                if 0 <= position < len(self.lines):
                    yield self.nearness[position]

    def try_exchange(self, one: int, other: int) -> bool:
        """Whether the exchange makes things better; else both are where they were."""
        before = self.cost(one) + self.cost(other)
        self.exchange(one, other)
        if self.cost(one) + self.cost(other) < before:
            for line in (one, other):
                self.forget_settings(line >> self.early << self.early)
            return True
        self.exchange(one, other)
        return False

    def exchange(self, one: int, other: int) -> None:
        self.lines[one], self.lines[other] = self.lines[other], self.lines[one]

    def cost(self, line: int) -> int:
        """What the unit of this line clashes with on its way, each round in bits of its own."""
        key = self.lines[line]
        if key is None:
            return 0
        return sum(
            self.weight(key, other) << ROUND_BITS * (self.rounds + 1 - round_number)
            for round_number, other in self.early_opponents(line)
        )

    def setting(self, line: int) -> Setting:
        """The kind of this line's unit, and of those it can meet early."""
        if line not in self.settings:
            met = sorted((number, self.kinds[key]) for number, key in self.early_opponents(line))
            self.settings[line] = (self.kinds[self.lines[line]], tuple(met))
        return self.settings[line]

    def forget_settings(self, start: int) -> None:
        """Of the lines whose units can meet early, from the first of them on."""
        for line in range(start, start + (1 << self.early)):
            self.settings.pop(line, None)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether the two can meet early themselves; then what one leaves behind is the other's opponent."""
        return one >> self.early == other >> self.early

    def early_opponents(self, line: int) -> Iterator[tuple[int, Key]]:
        """Whom the unit of this line can meet in these rounds, or in the first game of either."""
        for round_number in range(1, self.early + 1):
            for other in opposite(line, round_number, lines=len(self.lines)):
                key = self.lines[other]
                first_game = has_bye(self.lines, line) or has_bye(self.lines, other)
                if key is not None and (round_number <= self.rounds or first_game):
                    yield round_number, key


def opposite(line: int, round_number: int, *, lines: int) -> range:
    """The lines of which one is the opponent in this round; none where there are no more."""
    size = 1 << (round_number - 1)
    start = (line // size ^ 1) * size
    return range(min(start, lines), min(start + size, lines))


def has_bye(lines: Sequence[Key | None], line: int) -> bool:
    return lines[line ^ 1] is None


def clashes(one: Seed, other: Seed, rules: Rules) -> tuple[Reason, ...]:
    """Why these two should not meet in the first rounds, gravest first."""
    found = []
    if frozenset((one.key, other.key)) in rules.forbidden:
        found.append(Reason("forbidden_pair"))
    if one.team is not None and one.team == other.team:
        found.append(Reason("team_mates", {"team": one.team}))
    if times := max(one.met.count(other.key), other.met.count(one.key)):
        found.append(Reason("rematch", {"times": times}))
    if rules.settings.branch_rounds and (shared := shared_branches(one, other, rules)):
        found.append(Reason("same_branch", {"branch": min(shared)}))
    return tuple(found)


def clashes_at(keys: Sequence[Key], units: Mapping[Key, Seed], rules: Rules) -> tuple[Reason, ...]:
    """What those at one table should not have met for; nothing for somebody alone."""
    return clashes(units[keys[0]], units[keys[1]], rules) if len(keys) == 2 else ()


def weight(one: Seed, other: Seed, rules: Rules) -> int:
    return sum(WEIGHTS[reason.code] for reason in clashes(one, other, rules))


def kinds_of(units: Mapping[Key, Seed], rules: Rules) -> dict[Key | None, object]:
    """Equal for units that clash with the same others, so that an exchange of the two changes nothing."""
    opposed: dict[Key, set[Key]] = {key: set(unit.met) for key, unit in units.items()}
    for pair in (*rules.forbidden, *(frozenset((key, other)) for key in units for other in units[key].met)):
        for key in pair & opposed.keys():
            opposed[key] |= pair - {key}
    return {key: (unit.team, unit.branches, frozenset(opposed[key])) for key, unit in units.items()}


def numbered(kinds: Mapping[Key | None, object]) -> dict[Key | None, int]:
    """Equal kinds have equal numbers."""
    numbers: dict[object, int] = {}
    return {key: numbers.setdefault(kind, len(numbers)) for key, kind in kinds.items()}


def shared_branches(one: Seed, other: Seed, rules: Rules) -> frozenset[str]:
    return (one.branches & other.branches) - {rules.settings.exempt_branch}
