"""Receive, correct and take back deals. The engine judges; this module remembers."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from clubs.models import Account
from engine import Fault, Verdict
from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.domain.facts import TIME_UP
from scoring.enums import ActKind, DealState, Source
from scoring.errors import (
    DealNotCurrent,
    DealRefused,
    EndedAtBell,
    GameFinished,
    GameUnknown,
    MatchClosed,
    NothingHeld,
    NothingToRetract,
)
from scoring.models import Deal
from scoring.selectors.acts import ATTACHED, DEAL_RESOLVED, RESOLVED, is_held, takes_back
from scoring.services.acts import Enterer, Sent, account_of, deal_of, perform
from scoring.services.results import match_changed
from scoring.services.verification import fault_of_masked, judge, judge_in_game, verdict_fields
from tournaments.enums import GameState, MatchState
from tournaments.errors import ReasonMissing
from tournaments.models import Game, Match, PhoneAccess
from tournaments.services.matches import lock_match


def record_deal(
    match: Match,
    *,
    uuid: UUID,
    after: UUID | None,
    record: str,
    masked: str = "",
    game: int = 1,
    kind: ActKind = ActKind.DEAL,
    by: Enterer = None,
    source: Source = Source.DESK,
    keep_rejected: bool = False,
    typed_score: tuple[int, int] | None = None,
    notes: Sequence[str] = (),
) -> Deal:
    """One judged deal more counts and the match is settled again.

    Sending the same ``uuid`` twice is one deal. An unlawful record raises DealRefused, or is kept
    as a rejected row when ``keep_rejected``. ``masked`` is kept with the act beside the record: checked
    as far as it goes, never scoring. ``notes`` of a file stand among the warnings. Raises
    MatchClosed, GameFinished, ActConflict (both kept), UuidReused, DeliveredLate.
    """
    sent = Sent(
        uuid=uuid,
        kind=kind,
        game=game,
        after=after,
        record=record,
        masked=masked,
        by=by,
        source=source,
    )

    def apply(locked: Match) -> Deal:
        live = live_game(locked, game)
        is_over = _is_finished(live)
        if is_over:
            _refuse_after_bell(locked, sent)
        before = _current(live).last()
        number = before.number + 1 if before else 1
        _refuse_faulty_mask(locked, sent, number=number)
        verdict = judge_in_game(live, record, before=before)
        if verdict.fault and not keep_rejected:
            raise _refused(verdict, game=game, number=number)
        _refuse_other_kind(verdict, sent, number=number)
        if is_over and source is not Source.IMPORT:
            raise GameFinished(table=locked.table or "–", game=game)
        state = DealState.REJECTED if verdict.fault else DealState.CURRENT
        return _store(live, number, sent, verdict, state=state, typed_score=typed_score, notes=notes)

    def hold(locked: Match) -> Deal:
        live = live_game(locked, game)
        _refuse_faulty_mask(locked, sent, number=_next_number(live))
        verdict = judge(locked, record)
        if verdict.fault:
            raise _refused(verdict, game=game, number=_next_number(live))
        _refuse_other_kind(verdict, sent, number=_next_number(live))
        return _store(live, _held_number(live, sent), sent, verdict, state=DealState.HELD)

    def same(act: Act) -> bool:
        theirs = deal_of(act)
        mine = judge(match, record).record
        return not takes_back(act) and bool(theirs and theirs.normal_record == mine)

    deal = perform(match, sent, apply=apply, hold=hold, same=same)
    assert deal is not None  # a deal or redeal always has its row
    if masked and deal.uuid != uuid:
        _attach(match, sent, deal)
    return deal


def retract_deal(
    match: Match,
    *,
    uuid: UUID,
    after: UUID | None,
    game: int = 1,
    by: Enterer = None,
) -> Deal | None:
    """The last current deal of the game no longer counts; the row stays.

    Raises NothingToRetract, MatchClosed, ActConflict, UuidReused.
    """
    sent = Sent(uuid=uuid, kind=ActKind.RETRACT, game=game, after=after, by=by)

    def apply(locked: Match) -> Deal:
        live = live_game(locked, game)
        if _is_finished(live):
            _refuse_after_bell(locked, sent)
        return take_back_last(live)

    def hold(locked: Match) -> None:
        live_game(locked, game)

    return perform(
        match,
        sent,
        apply=apply,
        hold=hold,
        same=takes_back,
    )


def _refuse_after_bell(match: Match, sent: Sent) -> None:
    """What the bell has ended no phone changes: the totals that were taken then would stand beside it."""
    last = match.outcomes.order_by("version").last() if isinstance(sent.by, PhoneAccess) else None
    if last and last.ended_by == TIME_UP and not last.withdrawn and sent.game <= len(last.points):
        raise EndedAtBell(table=match.place, game=sent.game)


def correct_deal(deal: Deal, *, record: str, reason: str, by: Account | None) -> Deal:
    """A new row stands in the place of this one, which stays as superseded.

    Raises DealRefused, DealNotCurrent, ReasonMissing, MatchClosed once the match is confirmed.
    """
    if not reason.strip():
        raise ReasonMissing(number=deal.number)
    with writing():
        match = lock_match(deal.game.match)
        deal.refresh_from_db()
        if match.state in {MatchState.CONFIRMED.value, MatchState.VOID.value}:
            raise MatchClosed(table=match.table or "–", code=match.code)
        new = replace_deal(deal, record=record, reason=reason, by=by)
        append_act(
            "deal_corrected",
            subject=match.uuid,
            scope=match.tournament.uuid,
            by=by,
            payload={"deal": str(deal.uuid), "record": record, "reason": reason},
            act_uuid=new.uuid,
        )
        match_changed(match)
    return new


def replace_deal(deal: Deal, *, record: str, reason: str, by: Account | None) -> Deal:
    """A new row stands in the place of this one; the match is not settled. Call inside ``writing()``.

    Raises DealNotCurrent, DealRefused.
    """
    if deal.state != DealState.CURRENT.value:
        raise DealNotCurrent(number=deal.number)
    verdict = _lawful(deal.game, record, number=deal.number)
    deal.state = DealState.SUPERSEDED.value
    deal.save()
    new = _keyed(deal.game, deal.number, record, verdict, reason=reason, by=by)
    deal.superseded_by = new
    deal.save()
    return new


def insert_deal(game: Game, *, number: int | None, record: str, reason: str, by: Account | None) -> Deal:
    """A deal that nobody had entered stands at this place, at the end where none is named.

    Those behind it move up by one. The match is not settled. Call inside ``writing()``. Raises DealRefused.
    """
    behind = _next_number(game)
    place = min(number or behind, behind)
    verdict = _lawful(game, record, number=place)
    for later in game.deals.filter(number__gte=place).order_by("-number") if place < behind else ():
        later.number += 1
        later.save(update_fields=["number"])
    return _keyed(game, place, record, verdict, reason=reason, by=by)


def take_back_last(game: Game) -> Deal:
    """The last deal of the game counts no more; the match is not settled. Raises NothingToRetract."""
    last = _current(game).last()
    if last is None:
        raise NothingToRetract(table=game.match.table or "–", game=game.leg)
    last.state = DealState.RETRACTED.value
    last.save()
    return last


def resolve_dispute(match: Match, *, held: Deal | None, by: Account | None) -> None:
    """The match is no longer disputed: the held deal takes the other's place, or all held are dropped.

    ``held`` None means that what was there first stands. Raises NothingHeld.
    """
    with writing():
        locked = lock_match(match)
        waiting = list(Deal.objects.filter(game__match=locked, state=DealState.HELD.value))
        if locked.state != MatchState.DISPUTED.value or (held and held not in waiting):
            raise NothingHeld(table=locked.table or "–")
        for deal in waiting:
            _settle_held(deal, chosen=deal == held)
        chosen = {"held": str(held.uuid) if held else ""}
        let_in = {"deal": str(held.uuid)} if held and not _replaces(held) else {}
        append_act(
            DEAL_RESOLVED if let_in else RESOLVED,
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={**chosen, **let_in},
        )
        match_changed(locked)


def let_totals_stand(match: Match, *, reason: str, by: Account | None) -> None:
    """Totals and deals contradicted each other: the totals count, and no deal of the match any more.

    The rows stay as retracted. Raises ReasonMissing, NothingHeld where nothing is disputed.
    """
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        locked = lock_match(match)
        deals = counting_deals(locked)
        if locked.state != MatchState.DISPUTED.value or is_held(locked):
            raise NothingHeld(table=locked.place)
        append_act(
            "totals_stand",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"deals": [str(deal.uuid) for deal in deals], "reason": reason.strip()},
        )
        deals.update(state=DealState.RETRACTED.value)
        match_changed(locked)


def counting_deals(match: Match) -> QuerySet[Deal]:
    """The deals of all games of the match that count."""
    return Deal.objects.filter(
        game__match=match, game__state=GameState.LIVE.value, state=DealState.CURRENT.value
    )


def live_game(match: Match, leg: int) -> Game:
    """The game that this leg is played in now; raises GameUnknown."""
    found = match.games.filter(leg=leg, state=GameState.LIVE.value).order_by("pk").first()
    if found is None:
        raise GameUnknown(game=leg, code=match.code)
    return found


def _replaces(deal: Deal) -> bool:
    """Whether another deal has made room for it, so that there are not more than before."""
    return Deal.objects.filter(superseded_by=deal).exists()


def _settle_held(deal: Deal, *, chosen: bool) -> None:
    """A chosen deal replaces the current one of its number; the others are kept as rejected."""
    if not chosen:
        deal.state = DealState.REJECTED.value
        deal.save()
        return
    standing = _current(deal.game).filter(number=deal.number).first()
    if standing:
        standing.state = DealState.SUPERSEDED.value
        standing.superseded_by = deal
        standing.save()
    else:
        deal.number = _next_number(deal.game)  # what its sender saw was taken back: no gap stays
    deal.state = DealState.CURRENT.value
    deal.save()


def _current(game: Game) -> QuerySet[Deal]:
    return Deal.objects.filter(game=game, state=DealState.CURRENT.value).order_by("number")


def _next_number(game: Game) -> int:
    last = _current(game).last()
    return last.number + 1 if last else 1


def _store(
    game: Game,
    number: int,
    sent: Sent,
    verdict: Verdict,
    *,
    state: DealState,
    typed_score: tuple[int, int] | None = None,
    notes: Sequence[str] = (),
) -> Deal:
    return Deal.objects.create(
        uuid=sent.uuid,
        game=game,
        number=number,
        state=state.value,
        record=sent.record,
        typed_score=typed_score,
        source=(Source.TABLE if isinstance(sent.by, PhoneAccess) else sent.source).value,
        entered_by=account_of(sent.by),
        entered_at=timezone.now(),
        **verdict_fields(verdict, notes=notes),
    )


def _held_number(game: Game, sent: Sent) -> int:
    """The number this deal would have had when it was made, by the last act that its sender saw."""
    if sent.after is None:
        return 1
    seen = Act.objects.filter(uuid=sent.after, subject=game.match.uuid).select_related("payload").first()
    deal = deal_of(seen) if seen else None
    if seen is None or deal is None:
        return _next_number(game)  # nothing that stands is meant
    if deal.game_id != game.pk:
        return 1
    return deal.number if takes_back(seen) else deal.number + 1


def _lawful(game: Game, record: str, *, number: int) -> Verdict:
    verdict = judge_in_game(game, record, before=_current(game).filter(number__lt=number).last())
    if verdict.fault:
        raise _refused(verdict, game=game.leg, number=number)
    return verdict


def _keyed(
    game: Game, number: int, record: str, verdict: Verdict, *, reason: str, by: Account | None
) -> Deal:
    """A current row that the desk has typed, and why."""
    return Deal.objects.create(
        game=game,
        number=number,
        state=DealState.CURRENT.value,
        record=record,
        reason=reason,
        source=Source.DESK.value,
        entered_by=by,
        entered_at=timezone.now(),
        **verdict_fields(verdict),
    )


def _is_finished(game: Game) -> bool:
    result = getattr(game.match, "result", None)
    games = result.match_score.games if result else ()
    return any(score.number == game.leg and score.finished for score in games)


def _refuse_other_kind(verdict: Verdict, sent: Sent, *, number: int) -> None:
    """What is sent as a redeal has to be one; a table that means it must not score by mistake."""
    if sent.kind is ActKind.REDEAL and verdict.outcome and verdict.outcome.end != "redeal":
        raise DealRefused(fault="not_a_redeal", ply=0, rule="G-3.1", game=sent.game, number=number)


def _attach(match: Match, sent: Sent, deal: Deal) -> None:
    """Somebody else's act stands for the sent one; the masked record lies beside its deal all the same."""
    with writing():
        locked = lock_match(match)
        _refuse_faulty_mask(locked, sent, number=deal.number)
        if not Act.objects.filter(uuid=sent.uuid).exists():
            append_act(
                ATTACHED,
                subject=locked.uuid,
                scope=locked.tournament.uuid,
                by=sent.by.phone if isinstance(sent.by, PhoneAccess) else sent.by,
                payload={**sent.payload, "deal": str(deal.uuid)},
                act_uuid=sent.uuid,
            )


def _refuse_faulty_mask(match: Match, sent: Sent, *, number: int) -> None:
    if sent.masked and (fault := fault_of_masked(match, sent.masked)):
        raise _named(fault, game=sent.game, number=number)


def _refused(verdict: Verdict, *, game: int, number: int) -> DealRefused:
    assert verdict.fault is not None  # only called for a fault
    return _named(verdict.fault, game=game, number=number)


def _named(fault: Fault, *, game: int, number: int) -> DealRefused:
    return DealRefused(fault=fault.code, ply=fault.ply, rule=fault.rule, game=game, number=number)
