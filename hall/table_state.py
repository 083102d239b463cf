"""What a phone at a table shows: the match as it is now, as plain values."""

from dataclasses import asdict
from typing import Any

from django.utils import timezone

from hall.deal_words import deal_words
from hall.round_names import round_name
from hall.table_dispute import dispute_words
from hall.table_next import next_places
from scoring.domain.facts import RulingEffect
from scoring.selectors.confirmations import sides_missing
from scoring.selectors.deals import DealRow, GameSheet, seats_in
from scoring.selectors.keying import KeyingSheet, keying_sheet
from tournaments.models import PhoneAccess
from tournaments.selectors.clocks import clock_of


def table_state(code: str, *, access: PhoneAccess | None = None) -> dict[str, Any] | None:
    """The match with this code as this phone sees it, from its seat; None where there is no table."""
    keyed = keying_sheet(code)
    if keyed is None:
        return None
    match, card = keyed.match, keyed.card
    stage = match.round.stage
    return {
        "code": match.code,
        "event": match.tournament.name,
        "round": round_name(stage, match.round.number),
        "table": match.table,
        "state": card.state.value,
        "takes_deals": keyed.takes_deals,
        "seat": access.seat if access else None,
        "seats": [asdict(seat) for seat in seats_in(match, game=keyed.game)],
        "sides": [
            {"side": side.number, "name": side.name, "games_won": side.games_won} for side in card.sides
        ],
        "target": stage.profile.target,
        "best_of": card.best_of,
        "games": [_game(game) for game in keyed.sheet.games],
        "game": keyed.game,
        "dealer": keyed.dealer,
        "after": keyed.after,
        "missing": sides_missing(match),
        "referee_called_at": match.referee_called_at,
        "dispute": dispute_words(keyed, phone=access.phone if access else None),
        "is_ruled_void": _is_ruled_void(keyed),
        "next_places": next_places(match),
        "clock": _clock(keyed),
        "now": timezone.now(),
    }


def _is_ruled_void(keyed: KeyingSheet) -> bool:
    """The referee has ruled so, of the match as a whole."""
    return any(
        row.stands and row.effect is RulingEffect.VOID and row.game is None and not row.in_standings
        for row in keyed.sheet.rulings
    )


def _game(game: GameSheet) -> dict[str, Any]:
    return {
        "number": game.number,
        "finished": game.finished,
        "winner": game.winner,
        "totals": game.standing,
        "deals": [_deal(row, game) for row in game.rows if row.counts],
    }


def _deal(row: DealRow, game: GameSheet) -> dict[str, Any]:
    """The last deal has the totals from which the table goes on, with what rulings gave or took."""
    is_last = row == [row for row in game.rows if row.counts][-1]
    return {
        "uuid": row.uuid,
        "number": row.number,
        "dealer": row.dealer and row.dealer.seat,
        "out": row.out and row.out.seat,
        "running": game.standing if is_last else row.running,
        "words": deal_words(row),
    }


def _clock(keyed: KeyingSheet) -> dict[str, Any] | None:
    face = clock_of(keyed.match)
    return asdict(face) | {"left": face.left.total_seconds()} if face else None
