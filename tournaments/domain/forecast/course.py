"""What a format plays, known before anything is drawn: matches and sit-outs of every round."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from tournaments.domain.all_play_all.round_robin import rounds_needed, rounds_of
from tournaments.domain.elimination.bracket import bracket_rounds
from tournaments.domain.rotation.bounds import sit_outs, tables_for
from tournaments.domain.settings import Remainder, Settings
from tournaments.enums import Format


class Span(NamedTuple):
    """From the least to the most."""

    least: int
    most: int


NONE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Course:
    """Matches and entrants who sit out, round by round; ``byes`` that one entrant has in the end."""

    matches: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    byes: Span = NONE


def course_of(stage_format: Format, entrants: int, settings: Settings, *, rounds: int) -> Course:
    """The course of so many entrants; ``rounds`` matters only where the organiser chooses how many.

    Matches that only a play-off would add are not in it.
    """
    return COURSES[stage_format](entrants, settings, rounds)


def by_score(entrants: int, settings: Settings, rounds: int) -> Course:
    matches, out = divmod(entrants, len(settings.shape))
    return in_step(matches, out, entrants, rounds)


def with_new_partners(persons: int, settings: Settings, rounds: int) -> Course:
    """Rotation and free play: every table is full, or of three where the remainder has it so."""
    seats, remainder = sum(settings.shape), settings.remainder
    if remainder is Remainder.FLOATER:
        return in_step(-(-persons // seats), 0, persons, rounds)
    tables = tables_for(persons, settings.shape, remainder)
    return in_step(len(tables), sit_outs(persons, settings.shape, remainder), persons, rounds)


def in_step(matches: int, out: int, entrants: int, rounds: int) -> Course:
    """Every round like the others, the byes going round."""
    return Course((matches,) * rounds, (out,) * rounds, shared(out * rounds, entrants))


def shared(byes: int, entrants: int) -> Span:
    return Span(byes // entrants, -(-byes // entrants)) if entrants else NONE


def everybody(entrants: int, settings: Settings, rounds: int) -> Course:
    """Groups play side by side; those of odd size have one bye for each entrant and cycle."""
    sizes, cycles = group_sizes(entrants, settings.groups), settings.cycles
    playing = [
        [size for size in sizes if turn < rounds_needed(size) * cycles]
        for turn in range(rounds_of(sizes, cycles))
    ]
    byes = [size % 2 * cycles for size in sizes if size > 1]
    return Course(
        matches=tuple(sum(size // 2 for size in groups) for groups in playing),
        sitting_out=tuple(sum(size % 2 for size in groups) for groups in playing),
        byes=Span(min(byes, default=0), max(byes, default=0)),
    )


def over_months(entrants: int, settings: Settings, rounds: int) -> Course:
    """A league is one long round of all its matches."""
    matches = sum(comb(size, 2) for size in group_sizes(entrants, settings.groups)) * settings.cycles
    return Course((matches,), (0,)) if matches else Course()


def group_sizes(entrants: int, groups: int) -> list[int]:
    """At most one apart, larger groups first."""
    size, larger = divmod(entrants, groups)
    return [size + (group < larger) for group in range(groups)]


def until_one_is_left(entrants: int, settings: Settings, rounds: int) -> Course:
    """Losers of round one play their second game beside round two, where that is not the last round."""
    bracket = bracket_rounds(range(entrants), third_place=settings.third_place)
    matches = [sum(not place.is_bye for place in places) for places in bracket]
    if settings.second_game and len(matches) > 2:
        matches[1] += matches[0] // 2
    free = tuple(sum(place.is_bye for place in places) for places in bracket)
    return Course(tuple(matches), free, shared(sum(free), entrants))


def two_wins_or_losses(entrants: int, settings: Settings, rounds: int) -> Course:
    """Blocks of four, the rest of three (rules-shogi.md §3), where one rests in each of two rounds.

    In round three those with one win and one loss play, two of every block.
    """
    threes = -entrants % 4
    fours = (entrants - 3 * threes) // 4
    if fours < 0 or not entrants:
        return Course()
    pairs = 2 * fours + threes
    return Course((pairs, pairs, fours + threes), (threes, threes, 0), Span(0, min(threes, 1)))


def one_match(entrants: int, settings: Settings, rounds: int) -> Course:
    return Course((1,), (0,)) if entrants > 1 else Course()


def nothing(entrants: int, settings: Settings, rounds: int) -> Course:
    return Course()


COURSES: Mapping[Format, Callable[[int, Settings, int], Course]] = {
    Format.SWISS: by_score,
    Format.ROTATION: with_new_partners,
    Format.FREE: with_new_partners,
    Format.ROUND_ROBIN: everybody,
    Format.LEAGUE: over_months,
    Format.KNOCKOUT: until_one_is_left,
    Format.TWO_WINS_TWO_LOSSES: two_wins_or_losses,
    Format.TITLE: one_match,
    Format.IMPORTED: nothing,
}
