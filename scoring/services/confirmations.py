"""Each side says that the result is right; when none is missing any more, it stands."""

from uuid import UUID

from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.enums import ActKind
from scoring.errors import NotToConfirm, Overtaken, UuidReused
from scoring.selectors.acts import last_act
from scoring.selectors.confirmations import sides_missing
from scoring.services.results import confirm_match
from tournaments.enums import MatchState
from tournaments.models import Match, PhoneAccess
from tournaments.services.matches import lock_match
from tournaments.services.side_codes import check_code


def confirm_side(
    match: Match, *, uuid: UUID, after: UUID | None, side: int, code: str, by: PhoneAccess
) -> None:
    """The side confirms the result as it was after that act, by the code of one of its people.

    When every side but the one that entered it has confirmed, the match is confirmed. Sent again it is
    the same. Raises CodeWrong, CodesLocked, NotToConfirm, Overtaken, UuidReused.
    """
    if _is_done(match, uuid, side):
        return
    check_code(match, side=side, code=code, access=by)
    with writing():
        locked = lock_match(match)
        if not _is_done(locked, uuid, side):
            _refuse_changed(locked, after)
            append_act(
                ActKind.CONFIRM.value,
                subject=locked.uuid,
                scope=locked.tournament.uuid,
                by=by.phone,
                payload={
                    "act": ActKind.CONFIRM.value,
                    "after": str(after or ""),
                    "side": side,
                    "seat": by.seat,
                },
                act_uuid=uuid,
            )
        if not sides_missing(locked):
            confirm_match(locked, by=None)
    match.refresh_from_db()


def _is_done(match: Match, uuid: UUID, side: int) -> bool:
    """Whether this very act is done. Raises UuidReused when the uuid means something else."""
    act = Act.objects.filter(uuid=uuid).select_related("payload").first()
    if act is None:
        return False
    if act.subject != match.uuid or act.kind != ActKind.CONFIRM.value or act.payload.content["side"] != side:
        raise UuidReused(uuid=str(uuid))
    return True


def _refuse_changed(match: Match, after: UUID | None) -> None:
    if match.state != MatchState.TO_CONFIRM.value:
        raise NotToConfirm(table=match.place, state=match.state)
    last = last_act(match)
    if after != (last and last.uuid):
        raise Overtaken(table=match.place, code=match.code)
