"""What would make a plan fit that is longer than its hall is open: one change each."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

from tournaments.domain.forecast.feasibility import ROUNDS_CHOSEN, Forecast, Plan, foresee

# Nobody plays to 150 in less, and no hall opens much before it was meant to.
SHORTEST_GAME = 10
MOST_EARLIER = 120


@dataclass(frozen=True, slots=True)
class Remedies:
    """The most rounds, the fewest tables, the longest game, the fewest minutes earlier; 0: no help."""

    rounds: int = 0
    tables: int = 0
    game: int = 0
    earlier: int = 0


def remedies_for(forecast: Forecast) -> Remedies:
    """What would make it fit; nothing helps one that is longer than a single change can make up for."""
    plan = forecast.plan
    over = (forecast.finish or 0) - (plan.hall_minutes or 0)
    return Remedies(
        rounds=(forecast.rounds_that_fit or 0) if plan.format in ROUNDS_CHOSEN else 0,
        tables=fewest_tables(plan, max(forecast.course.matches, default=0)),
        game=longest_game(plan),
        earlier=over if 0 < over <= MOST_EARLIER else 0,
    )


def fewest_tables(plan: Plan, matches: int) -> int:
    """Of a number that is limited now, up to one for each match of a round."""
    more = range(plan.tables + 1, matches + 1) if plan.tables else range(0)
    return first_that_fits(more, lambda tables: replace(plan, tables=tables))


def longest_game(plan: Plan) -> int:
    shorter = range(plan.times.game - 1, SHORTEST_GAME - 1, -1)
    return first_that_fits(shorter, lambda game: replace(plan, times=replace(plan.times, game=game)))


def first_that_fits(choices: range, changed: Callable[[int], Plan]) -> int:
    """The first of choices that each leave more time than the one before; 0 where none does."""
    place = bisect_left(choices, True, key=lambda choice: foresee(changed(choice)).fits)
    return choices[place] if place < len(choices) else 0
