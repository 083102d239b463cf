"""Every version of what was entered for a match: what it said, who entered it when and where, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.models import Act
from scoring.enums import DealState, Source
from scoring.models import Deal, Outcome
from scoring.selectors.deals import DealRow, DealSheet
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Version:
    """A deal (``row``) or what was typed without deals (``outcome``): exactly one of them.

    ``seat`` is where the phone of its sender stood, ``by`` the account at the desk; both may be unknown.
    """

    uuid: UUID
    row: DealRow | None
    outcome: Outcome | None
    game: int
    counts: bool
    at: datetime
    by: str
    source: Source
    seat: int | None
    reason: str

    @property
    def may_count(self) -> bool:
        """Whether it can be made to count again: what no rule allows never can."""
        return not self.counts and not (self.row and self.row.fault_code)


def versions_of(match: Match, sheet: DealSheet) -> list[Version]:
    """All of them, the latest first; ``sheet`` is the match as staff reads it."""
    rows = {row.uuid: (game.number, row) for game in sheet.games for row in game.rows}
    deals = Deal.objects.filter(uuid__in=rows).select_related("entered_by")
    seats = _seats(match)
    found = [_of_deal(deal, *rows[deal.uuid], seats) for deal in deals]
    found += _of_outcomes(match)
    return sorted(found, key=lambda version: version.at, reverse=True)


def _seats(match: Match) -> Mapping[str, int | None]:
    """Where the phone stood that sent an act, by the act's uuid."""
    acts = Act.objects.filter(subject=match.uuid, payload__content__has_key="seat")
    return {str(uuid): seat for uuid, seat in acts.values_list("uuid", "payload__content__seat")}


def _of_deal(deal: Deal, game: int, row: DealRow, seats: Mapping[str, int | None]) -> Version:
    return Version(
        uuid=deal.uuid,
        row=row,
        outcome=None,
        game=game,
        counts=deal.state == DealState.CURRENT.value,
        at=deal.entered_at,
        by=deal.entered_by.username if deal.entered_by else "",
        source=Source(deal.source),
        seat=seats.get(str(deal.uuid)),
        reason=deal.reason,
    )


def _of_outcomes(match: Match) -> list[Version]:
    outcomes = list(match.outcomes.order_by("version").select_related("entered_by"))
    return [
        Version(
            uuid=outcome.uuid,
            row=None,
            outcome=outcome,
            game=0,
            counts=outcome == outcomes[-1],
            at=outcome.entered_at,
            by=outcome.entered_by.username if outcome.entered_by else "",
            source=Source(outcome.source),
            seat=None,
            reason=outcome.reason,
        )
        for outcome in outcomes
    ]
