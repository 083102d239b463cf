"""Settings and profile that are fine alone and contradict the format, or each other."""

from collections.abc import Iterator, Mapping

from tournaments.domain.profile import NEEDS_WINNER, DrawRule, Profile
from tournaments.domain.records import InvalidRecord
from tournaments.domain.settings import SHAPES, Remainder, Settings, Shape
from tournaments.enums import Format, RankingKey

PAIRS: Shape = (2, 2)
TWO_SIDES: tuple[Shape, ...] = tuple(shape for shape in SHAPES if len(shape) == 2)
# Whoever changes partners needs one, or sits at a table of three.
WITH_PARTNERS: tuple[Shape, ...] = tuple(shape for shape in SHAPES if shape != (1, 1))

SHAPES_OF: Mapping[Format, tuple[Shape, ...]] = {
    Format.SWISS: SHAPES,
    Format.ROTATION: WITH_PARTNERS,
    Format.FREE: WITH_PARTNERS,
}
"""The table shapes of each format; where opponents follow from places, one side meets one other."""


def shapes_of(stage_format: Format) -> tuple[Shape, ...]:
    return SHAPES_OF.get(stage_format, TWO_SIDES)


def check_agreement(stage_format: Format, settings: Settings, profile: Profile) -> None:
    """Raises InvalidRecord with the first contradiction: its code, and the field in which to mend it."""
    for code, field in contradictions(stage_format, settings, profile):
        raise InvalidRecord(code, {"field": field})


def contradictions(stage_format: Format, settings: Settings, profile: Profile) -> Iterator[tuple[str, str]]:
    """Every contradiction as its code and the field in which to mend it."""
    if settings.shape not in shapes_of(stage_format):
        yield "shape_not_here", "shape"
    if settings.remainder is Remainder.THREE_SEATS and settings.shape != PAIRS:
        yield "threes_beside_pairs", "remainder"
    if settings.exempt_branch and not settings.branch_rounds:
        yield "branches_meet_anyway", "exempt_branch"
    yield from faults_of_series(settings)
    if RankingKey.PLACE_POINTS in dict(profile.ranking) and len(settings.shape) < 3:
        yield "places_need_three_sides", "preset"
    if profile.draw is DrawRule.STANDS and stage_format in NEEDS_WINNER:
        yield "draw_may_not_stand", "preset"


def faults_of_series(settings: Settings) -> Iterator[tuple[str, str]]:
    """Rounds are told by who is still in, 2 in the final, 4 before it; somebody has to win."""
    rounds = [series[0] for series in settings.best_of_from]
    if any(len(series) != 2 for series in settings.best_of_from):
        yield "series_incomplete", "best_of_from"
    elif len(set(rounds)) < len(rounds) or any(units < 2 or units & (units - 1) for units in rounds):
        yield "series_of_no_round", "best_of_from"
    elif any(best_of % 2 == 0 for _, best_of in settings.best_of_from):
        yield "series_even", "best_of_from"
