"""A match score as plain values for the database, and back. Whole numbers and words only."""

from collections.abc import Mapping
from typing import Any

from scoring.domain.facts import OutcomeKind, Result, RulingEffect
from scoring.domain.game_score import GameScore
from scoring.domain.match_score import MatchScore

Plain = dict[str, Any]


def score_to(score: MatchScore) -> Plain:
    """JSON-safe values from which ``score_from`` makes an equal score."""
    return {
        "games": [_game_to(game) for game in score.games],
        "games_won": _by_side(score.games_won),
        "results": _by_side(score.results),
        "decided_by": score.decided_by,
        "disputed": score.disputed,
    }


def score_from(stored: Mapping[str, Any]) -> MatchScore:
    """The score that ``score_to`` stored."""
    decided_by = stored["decided_by"]
    return MatchScore(
        games=tuple(_game_from(game) for game in stored["games"]),
        games_won=_of_sides(stored["games_won"]),
        results=_results(stored["results"]),
        decided_by=None if decided_by is None else OutcomeKind(decided_by),
        disputed=stored["disputed"],
    )


def _game_to(game: GameScore) -> Plain:
    """What rulings did is there only where there are any: a score stored before them says the same."""
    ruled: Plain = {"by_rulings": _by_side(game.by_rulings)} if game.by_rulings else {}
    if game.ruled is not None:
        ruled["ruled"] = game.ruled.value
    return ruled | {
        "number": game.number,
        "running": [_by_side(totals) for totals in game.running],
        "raw": _by_side(game.raw),
        "counted": _by_side(game.counted),
        "results": _by_side(game.results),
        "awarded": game.awarded,
        "difference_counts": game.difference_counts,
        "surplus_deals": game.surplus_deals,
        "disputed": game.disputed,
    }


def _game_from(stored: Mapping[str, Any]) -> GameScore:
    return GameScore(
        number=stored["number"],
        running=tuple(_of_sides(totals) for totals in stored["running"]),
        raw=_of_sides(stored["raw"]),
        counted=_of_sides(stored["counted"]),
        results=_results(stored["results"]),
        awarded=stored["awarded"],
        difference_counts=stored["difference_counts"],
        surplus_deals=stored["surplus_deals"],
        disputed=stored["disputed"],
        by_rulings=_of_sides(stored.get("by_rulings", {})),
        ruled=RulingEffect(stored["ruled"]) if "ruled" in stored else None,
    )


def _by_side(values: Mapping[int, Any]) -> Plain:
    return {str(side): value for side, value in values.items()}


def _of_sides(stored: Mapping[str, int]) -> dict[int, int]:
    return {int(side): value for side, value in stored.items()}


def _results(stored: Mapping[str, str]) -> dict[int, Result]:
    return {int(side): Result(result) for side, result in stored.items()}
