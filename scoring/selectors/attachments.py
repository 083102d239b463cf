"""Masked records kept beside deals: what was seen of the play, checked as far as it goes, never scored."""

from uuid import UUID

from ledger.models import ActPayload
from tournaments.models import Match


def masked_records(match: Match) -> dict[UUID, str]:
    """The masked text of each deal that came with one, whatever has become of the deal since."""
    kept = ActPayload.objects.filter(act__subject=match.uuid, content__has_key="masked")
    return dict(kept.values_list("act__uuid", "content__masked"))
