"""Whatever a phone sends may come twice: the uuid it made tells whether that is done already."""

from collections.abc import Callable
from uuid import UUID

from ledger.models import Act
from scoring.errors import UuidReused
from tournaments.models import Match


def done_before(uuid: UUID, match: Match, *, means: Callable[[Act], bool]) -> Act | None:
    """What was done at this match under the uuid and ``means`` the same, else None.

    Raises UuidReused when the uuid stands for something else.
    """
    if not Act.objects.filter(uuid=uuid).exists():
        return None  # as nearly always
    act = Act.objects.select_related("payload").get(uuid=uuid)
    if act.subject != match.uuid or not means(act):
        raise UuidReused(uuid=str(uuid))
    return act
