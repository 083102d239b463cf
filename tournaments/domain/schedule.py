"""How many rounds a stage has: fixed by the field where the format says so, else as planned."""

from collections import Counter
from collections.abc import Sequence

from tournaments.domain.all_play_all import round_robin
from tournaments.domain.draw import Seed
from tournaments.domain.elimination import blocks, bracket
from tournaments.domain.settings import Settings
from tournaments.enums import Format


def rounds_of(stage_format: Format, seeds: Sequence[Seed], settings: Settings, *, planned: int) -> int:
    """A league is one long round, and so are free play and a title match.

    A bracket and its blocks are drawn from whoever is there. Raises DrawImpossible for so many that
    cannot be divided into blocks.
    """
    there = sum(unit.present for unit in seeds)
    match stage_format:
        case Format.LEAGUE | Format.TITLE | Format.FREE:
            return 1
        case Format.KNOCKOUT:
            return bracket.rounds_needed(there)
        case Format.TWO_WINS_TWO_LOSSES:
            return blocks.rounds_needed(there, settings)
        case Format.ROUND_ROBIN:
            groups = Counter(unit.group for unit in seeds)
            return round_robin.rounds_of(groups.values(), settings.cycles)
    return planned
