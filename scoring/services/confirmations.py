"""The result is right: each side says so, and it stands when none is missing; or the desk says so."""

from uuid import UUID

from clubs.models import Account
from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.enums import ActKind
from scoring.errors import ConfirmByAnother, NotToConfirm, Overtaken
from scoring.selectors.acts import last_act
from scoring.selectors.confirmations import keyed_by, sides_missing
from scoring.services.repeats import done_before
from scoring.services.results import confirm_match
from tournaments.enums import MatchState
from tournaments.models import Match, PhoneAccess
from tournaments.selectors.roles import others_who_confirm
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


def confirm_at_desk(match: Match, *, by: Account) -> None:
    """The desk says that the result is right, and it stands; confirming again changes nothing.

    Who has keyed it leaves that to others who were given a role here; where there is nobody, the act says
    that one person has done both. Raises ConfirmByAnother, NotToConfirm.
    """
    with writing():
        locked = lock_match(match)
        is_own = keyed_by(locked) == by.uuid
        if is_own and locked.state == MatchState.TO_CONFIRM.value:
            _leave_to_others(locked, by)
        confirm_match(locked, by=by, alone=is_own)


def _leave_to_others(match: Match, by: Account) -> None:
    others = others_who_confirm(by, match.tournament).order_by("username")
    if names := list(others.values_list("username", flat=True)):
        raise ConfirmByAnother(table=match.place, names=names)


def _is_done(match: Match, uuid: UUID, side: int) -> bool:
    """Whether this very act is done. Raises UuidReused when the uuid means something else."""

    def means(act: Act) -> bool:
        return act.kind == ActKind.CONFIRM.value and bool(act.payload.content["side"] == side)

    return done_before(uuid, match, means=means) is not None


def _refuse_changed(match: Match, after: UUID | None) -> None:
    if match.state != MatchState.TO_CONFIRM.value:
        raise NotToConfirm(table=match.place, state=match.state)
    if after != last_act(match):
        raise Overtaken(table=match.place, code=match.code)
