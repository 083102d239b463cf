"""Knockout: who loses is out. The bracket is drawn once; every later round follows from the results.

Only who is there gets a line. After that nobody loses a place in silence: the table of a unit that is away
says so (``side_absent``), and the desk makes it a forfeit. A table that nobody won puts both out, and who
should have met its winner has a free pass (``opponent_out``).
"""

from collections.abc import Collection, Sequence

from tournaments.domain.draw import (
    ByeDrawn,
    Draw,
    DrawImpossible,
    Key,
    PlayedRound,
    Reason,
    Rules,
    Seed,
    TablePairing,
)
from tournaments.domain.elimination.bracket import BracketRound, LoserOf, Place, rounds_needed, rounds_of
from tournaments.domain.elimination.bracket_draw import draw_bracket
from tournaments.domain.elimination.bracket_results import PlaceResults, anybody, lines_of, results_of
from tournaments.domain.settings import Settings


def draw_knockout(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound], seed: int
) -> Draw:
    """Round ``round_number``; tables and byes are numbered by their places in the bracket.

    Raises DrawImpossible beyond the final, when an earlier place has no result, and for tables of three.
    """
    refuse_three_sides(rules.settings)
    there = [unit for unit in seeds if unit.present]
    if round_number > 1:
        present = {unit.key for unit in there}
        return next_round(present, round_number, history[: round_number - 1], rules.settings, seed)
    refuse_beyond(round_number, rounds_needed(len(there)))
    return draw_bracket(there, rules=rules, seed=seed)


def next_round(
    present: Collection[Key],
    round_number: int,
    history: Sequence[PlayedRound],
    settings: Settings,
    seed: int,
) -> Draw:
    rounds = rounds_of(lines_of(history), third_place=settings.third_place)
    refuse_beyond(round_number, len(rounds))
    results = results_of(rounds[: round_number - 1], history)
    reached = [(place, anybody(place.entrants, results)) for place in rounds[round_number - 1]]
    tables = [table(place, units, present) for place, units in reached if len(units) == 2]
    second: list[Key] = []
    if settings.second_game and round_number == 2 < len(rounds):
        second = [unit for unit in beaten(rounds[0], results) if unit in present]
    return Draw(
        tables=(*tables, *second_games(second, after=len(reached))),
        byes=tuple(free_pass(place, *units) for place, units in reached if len(units) == 1),
        seed=seed,
        warnings=tuple(Reason("no_second_game", {"unit": unit}) for unit in second[len(second) // 2 * 2 :]),
    )


def refuse_beyond(round_number: int, rounds: int) -> None:
    if not 1 <= round_number <= rounds:
        raise DrawImpossible("no_such_round", {"round": round_number, "rounds": rounds})


def refuse_three_sides(settings: Settings) -> None:
    """One wins and one is out: tables of three have no bracket."""
    if len(settings.shape) != 2:
        raise DrawImpossible("needs_two_sides", {"sides": len(settings.shape)})


def table(place: Place, units: Sequence[Key], present: Collection[Key]) -> TablePairing:
    reasons = (place_reason(place), *away(units, present))
    return TablePairing(place.number, tuple((unit,) for unit in units), reasons)


def away(units: Sequence[Key], present: Collection[Key]) -> tuple[Reason, ...]:
    """Each side whose unit is not there; the desk makes it a forfeit."""
    return tuple(
        Reason("side_absent", {"side": side})
        for side, unit in enumerate(units, start=1)
        if unit not in present
    )


def free_pass(place: Place, unit: Key) -> ByeDrawn:
    return ByeDrawn(unit, (place_reason(place), Reason("opponent_out")), place.number)


def place_reason(place: Place) -> Reason:
    if any(isinstance(entrant, LoserOf) for entrant in place.entrants):
        return Reason("third_place")
    return Reason("winners_meet", {"upper": 2 * place.number - 1, "lower": 2 * place.number})


def beaten(places: BracketRound, results: PlaceResults) -> list[Key]:
    losers = [results[1, place.number].beaten for place in places]
    return [unit for unit in losers if unit is not None]


def second_games(losers: Sequence[Key], *, after: int) -> list[TablePairing]:
    """Losers of round one who are still there, neighbours in the bracket; the last of an odd number has none.

    Not where round two is the final: there the losers play for third place or go home together.
    """
    pairs = zip(losers[::2], losers[1::2], strict=False)
    return [
        TablePairing(number, ((one,), (other,)), (Reason("second_game"),))
        for number, (one, other) in enumerate(pairs, start=after + 1)
    ]


def best_of_at(settings: Settings, *, round_number: int, entrants: int, profile_best_of: int) -> int:
    """Games of a match in this round: by the latest of ``best_of_from`` that has begun, else the profile.

    Units still in are counted in lines: three entrants are in a semi-final, which is played from 4 on.
    """
    still_in = 1 << (rounds_needed(entrants) - round_number + 1)
    begun = [(units, best_of) for units, best_of in settings.best_of_from if still_in <= units]
    return min(begun)[1] if begun else profile_best_of
