"""元に戻す: the last act on a match is taken back, then the one before it, as far as one wants.

Undoing is an act of its own that names the one it takes back, so nothing is lost and the history tells
both. Anything new ends the walk: then that is the last act.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from clubs.models import Account
from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.domain.facts import OutcomeKind
from scoring.enums import ActKind, DealState
from scoring.errors import LastActDiffers, NothingToUndo, TableTaken, UndoNotPossible
from scoring.models import Deal, Ruling
from scoring.selectors.acts import DEAL_UNDONE, RESOLUTIONS, RULINGS, UNDONE, undone_acts
from scoring.selectors.undoable import confirmations_with, last_undoable
from scoring.services.acts import deal_of
from scoring.services.outcomes import add_version, said_of
from scoring.services.queue import open_at_tables, seat_next, wait_if_taken
from scoring.services.results import settle_match, stay_confirmed
from scoring.services.rulings import follow_rulings, turn_ruling
from tournaments.enums import MatchState
from tournaments.models import Match
from tournaments.services.matches import lock_match
from tournaments.services.table_links import open_links
from tournaments.services.versions import raise_public_version

Facts: TypeAlias = Mapping[str, object]
Inverse: TypeAlias = Callable[[Match, Act, Account | None], Facts]
"""Takes an act back and says what of it belongs into the act that undoes it."""


def undo_last(match: Match, *, act: UUID, by: Account | None = None) -> None:
    """The last act on the match is taken back; ``act`` is the one that whoever pressed has seen as the last.

    Raises NothingToUndo, LastActDiffers where another is the last now, UndoNotPossible with the reason, and
    TableTaken where a match cannot go back to its table.
    """
    with writing():
        locked = lock_match(match)
        last = last_undoable(locked)
        if last is None:
            raise NothingToUndo(table=locked.place)
        if last.act.uuid != act:
            raise LastActDiffers(table=locked.place, last=str(last.act.uuid))
        if last.fault:
            raise UndoNotPossible(table=locked.place, fault=last.fault)
        facts = INVERSES[last.act.kind](locked, last.act, by)
        append_act(
            DEAL_UNDONE if "deal" in facts else UNDONE,
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"act": str(act), "kind": last.act.kind, **facts},
        )
        settle_match(locked)  # now that it is told: what is held is read from the acts
        stay_confirmed(locked)
        if locked.state == MatchState.VOID.value:
            seat_next(locked.round)
        raise_public_version(locked.tournament)
    match.refresh_from_db()


def _deal(match: Match, act: Act, by: Account | None) -> Facts:
    deal = _in_state(match, deal_of(act), DealState.CURRENT, DealState.REJECTED)
    return _told(_set(deal, DealState.RETRACTED))


def _retract(match: Match, act: Act, by: Account | None) -> Facts:
    deal = _in_state(match, deal_of(act), DealState.RETRACTED)
    if deal.game.deals.filter(number=deal.number, state=DealState.CURRENT.value).exists():
        raise UndoNotPossible(table=match.place, fault="changed")
    return _told(_set(deal, DealState.CURRENT))


def _correction(match: Match, act: Act, by: Account | None) -> Facts:
    new = _in_state(match, Deal.objects.filter(uuid=act.uuid).first(), DealState.CURRENT)
    old: Deal = new.supersedes
    _set(new, DealState.RETRACTED)
    old.superseded_by = None
    _set(old, DealState.CURRENT)
    return {}


def _outcome(match: Match, act: Act, by: Account | None) -> Facts:
    """What was typed before counts again, as one more version."""
    if match.state == MatchState.VOID.value:
        wait_if_taken(match)
    add_version(match, _said_before(match, act), by=by)
    return {}


def _said_before(match: Match, act: Act) -> Mapping[str, Any]:
    earlier = Act.objects.filter(subject=match.uuid, kind="outcome_recorded", number__lt=act.number)
    last = earlier.exclude(uuid__in=undone_acts(match)).select_related("payload").order_by("number").last()
    nothing = said_of(OutcomeKind.TOTALS, withdrawn=True)
    return {name: last.payload.content[name] for name in nothing} if last else nothing


def _resolution(match: Match, act: Act, by: Account | None) -> Facts:
    """What was chosen and what was dropped is held again, and what stood before stands."""
    resolved = Act.objects.filter(subject=match.uuid, kind__in=RESOLUTIONS, number__lt=act.number)
    before = resolved.exclude(uuid__in=undone_acts(match)).order_by("number").last()
    held = Act.objects.filter(subject=match.uuid, kind=ActKind.HELD.value, number__lt=act.number)
    held = held.filter(number__gt=before.number if before else 0)
    for deal in Deal.objects.filter(uuid__in=held.values("uuid")):
        replaced = getattr(deal, "supersedes", None)
        _set(deal, DealState.HELD)
        if replaced is not None:
            replaced.superseded_by = None
            _set(replaced, DealState.CURRENT)
    let_in = deal_of(act)
    return _told(let_in) if let_in else {}


def _totals_stand(match: Match, act: Act, by: Account | None) -> Facts:
    Deal.objects.filter(uuid__in=act.payload.content["deals"]).update(state=DealState.CURRENT.value)
    return {}


def _told_alone(match: Match, act: Act, by: Account | None) -> Facts:
    """Who has confirmed, and whether the match is open again, is read from the acts that stand."""
    return {}


def _confirmed(match: Match, act: Act, by: Account | None) -> Facts:
    wait_if_taken(match)
    match.state = MatchState.WAITING.value
    match.save(update_fields=["state"])
    settle_match(match)
    return {"with": [str(one.uuid) for one in confirmations_with(match, act)]}


def _ruling(match: Match, act: Act, by: Account | None) -> Facts:
    ruling = Ruling.objects.get(uuid=act.payload.content["ruling"])
    turn_ruling(ruling, reason=ruling.reason, by=by)
    follow_rulings(match)
    return {}


def _moved(match: Match, act: Act, by: Account | None) -> Facts:
    """The match is where it was, and whoever had changed places with it too."""
    former, table = act.payload.content["from"], act.payload.content["to"]
    at_former = open_at_tables(match.round).filter(table=former).exclude(pk=match.pk).first()
    exchanged = act.payload.content["exchanged"]
    if match.table != table:
        raise UndoNotPossible(table=match.place, fault="changed")
    if at_former and str(at_former.uuid) != exchanged:
        raise TableTaken(table=former, code=at_former.code, entries=[], former=table)
    for each, there in ((at_former, None), (match, former), (at_former, table)):
        if each:
            each.table = there
            each.save(update_fields=["table"])
    open_links(match.round)
    return {}


INVERSES: Mapping[str, Inverse] = {
    ActKind.DEAL.value: _deal,
    ActKind.REDEAL.value: _deal,
    ActKind.RETRACT.value: _retract,
    "deal_corrected": _correction,
    "outcome_recorded": _outcome,
    **dict.fromkeys(RESOLUTIONS, _resolution),
    "totals_stand": _totals_stand,
    ActKind.CONFIRM.value: _told_alone,
    "match_confirmed": _confirmed,
    "match_reopened": _told_alone,
    "match_moved": _moved,
    **dict.fromkeys(RULINGS, _ruling),
}


def _in_state(match: Match, deal: Deal | None, *states: DealState) -> Deal:
    """The deal, where it is still as the act has left it."""
    if deal is None or deal.state not in {state.value for state in states}:
        raise UndoNotPossible(table=match.place, fault="changed")
    return deal


def _set(deal: Deal, state: DealState) -> Deal:
    deal.state = state.value
    deal.save(update_fields=["state", "superseded_by"])
    return deal


def _told(deal: Deal) -> Facts:
    return {"deal": str(deal.uuid), "game": deal.game.leg}
