"""Masked records kept beside deals: what was seen of the play, checked as far as it goes, never scored."""

from collections.abc import Iterator
from uuid import UUID

from ledger.models import ActPayload
from scoring.selectors.deals import DealRow, DealSheet, GameSheet
from tournaments.models import Match


def masked_records(match: Match) -> dict[UUID, str]:
    """The masked text of each deal that came with one, whatever has become of the deal since."""
    kept = ActPayload.objects.filter(act__subject=match.uuid, content__has_key="masked")
    rows = kept.order_by("act__number").values_list("act__uuid", "content__deal", "content__masked")
    return {UUID(deal) if deal else act: masked for act, deal, masked in rows}


def attached_records(match: Match, sheet: DealSheet) -> Iterator[tuple[GameSheet, DealRow, str]]:
    """Of the deals on this sheet: where each masked text belongs."""
    texts = masked_records(match) if sheet.games else {}
    for game in sheet.games:
        yield from ((game, row, texts[row.uuid]) for row in game.rows if row.uuid in texts)
