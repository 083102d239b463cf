"""How many rounds a stage has: fixed by the field where the format says so, else as planned."""

from collections import Counter
from collections.abc import Sequence

from tournaments.domain import bracket, round_robin
from tournaments.domain.draw import Seed
from tournaments.domain.settings import Settings
from tournaments.enums import Format


def rounds_of(stage_format: Format, seeds: Sequence[Seed], settings: Settings, *, planned: int) -> int:
    """A league is one long round, and so are free play and a title match."""
    match stage_format:
        case Format.LEAGUE | Format.TITLE | Format.FREE:
            return 1
        case Format.KNOCKOUT:
            return bracket.rounds_needed(len(seeds))
        case Format.ROUND_ROBIN:
            largest = max(Counter(unit.group for unit in seeds).values(), default=0)
            return round_robin.rounds_needed(largest) * settings.cycles
    return planned
