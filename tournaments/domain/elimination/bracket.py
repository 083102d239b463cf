"""The bracket of a knockout: who meets whom in every round, told before anything is played.

A bracket has 2, 4, 8 … lines, and a place for every two of them. An empty line is a bye, so byes stand in
round one only. At place p of a round meet the winners of places 2p−1 and 2p of the round before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.domain.draw import Key
from tournaments.domain.settings import ThirdPlace


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins at this table; tables are numbered by their places."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses at this table."""

    round: int
    table: int


Entrant: TypeAlias = Key | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a round: two entrants meet there, upper line first, or one has a bye."""

    number: int
    entrants: tuple[Entrant, ...]

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) < 2


BracketRound: TypeAlias = tuple[Place, ...]
Lines: TypeAlias = tuple[Key | None, ...]


def bracket_rounds(keys_in_seed_order: Sequence[Key], *, third_place: ThirdPlace) -> tuple[BracketRound, ...]:
    """All rounds for these units, best first; empty for fewer than two.

    Byes go to the first of them. 1 meets the last, and can meet 2 in the final only. The match for third
    place is place 2 of the last round; with three units there is one loser, who is third without it.
    """
    return rounds_of(seeded_lines(keys_in_seed_order), third_place=third_place)


def rounds_needed(entrants: int) -> int:
    """Rounds until one is left: 1 for two entrants, 12 for 4096, none for one."""
    return max(entrants - 1, 0).bit_length()


def seeding(size: int) -> list[int]:
    """The rank on each of ``size`` lines: 1, 4, 3, 2 for four. ``size`` is a power of two."""
    ranks = [1]
    while len(ranks) < size:
        pairs = [(rank, 2 * len(ranks) + 1 - rank) for rank in ranks]
        # Turning every second pair over keeps 1 on the first line and 2 on the last.
        ranks = [rank for turn, pair in enumerate(pairs) for rank in pair[:: -1 if turn % 2 else 1]]
    return ranks


def seeded_lines(keys_in_seed_order: Sequence[Key]) -> Lines:
    """Each unit on the line of its rank; lines of ranks that nobody has stay empty."""
    keys = list(keys_in_seed_order)
    ranks = seeding(1 << rounds_needed(len(keys)))
    return tuple(keys[rank - 1] if rank <= len(keys) else None for rank in ranks)


def rounds_of(lines: Lines, *, third_place: ThirdPlace) -> tuple[BracketRound, ...]:
    """The rounds that follow from the lines."""
    rounds: list[BracketRound] = []
    entrants: list[Entrant | None] = [*lines]
    while len(entrants) > 1:
        rounds.append(places_for(entrants))
        entrants = [advancing(len(rounds), place) for place in rounds[-1]]
    if third_place is ThirdPlace.MATCH and has_two_losers(rounds):
        semi_final = len(rounds) - 1
        rounds[-1] += (Place(2, (LoserOf(semi_final, 1), LoserOf(semi_final, 2))),)
    return tuple(rounds)


def places_for(entrants: Sequence[Entrant | None]) -> BracketRound:
    pairs = zip(entrants[::2], entrants[1::2], strict=True)
    return tuple(
        Place(number, tuple(entrant for entrant in pair if entrant is not None))
        for number, pair in enumerate(pairs, start=1)
    )


def advancing(round_number: int, place: Place) -> Entrant:
    return place.entrants[0] if place.is_bye else WinnerOf(round_number, place.number)


def has_two_losers(rounds: Sequence[BracketRound]) -> bool:
    """Whether two units lose in the semi-finals."""
    return len(rounds) > 1 and not any(place.is_bye for place in rounds[-2])
