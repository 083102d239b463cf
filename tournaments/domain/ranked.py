"""Who is ranked: a person for himself, or an entry of several."""

from tournaments.domain.settings import Settings
from tournaments.enums import Format

PARTNERS_CHANGE = {Format.ROTATION, Format.FREE}


def ranks_persons(stage_format: Format, settings: Settings) -> bool:
    """Whether a person stands in the table for himself, whoever is the partner of the day."""
    return stage_format in PARTNERS_CHANGE or settings.shape[0] == 1


def persons_in_entry(stage_format: Format, settings: Settings) -> int:
    """One where persons are ranked, else a whole side."""
    return 1 if ranks_persons(stage_format, settings) else settings.shape[0]
