"""Announcing who passes into a stage, and the further acts when that list no longer agrees with the tables.

This stands in scoring because it reads standings. A tie across the line stops it until people decide.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.outbox import do_later
from ledger.transactions import writing
from scoring.errors import CutAwaited, CutNotPossible, CutTied, EntrantsPlay, StageUnfinished
from scoring.selectors.cuts import CutState, cut_announcements, cut_state, order_by_lot
from scoring.selectors.standings import stage_entries
from scoring.services.rounds import COPY_TASK
from tournaments.domain.all_play_all.groups import Grouping
from tournaments.domain.draw import DrawImpossible, Key
from tournaments.domain.stages.cut_list import Agreement, CutList, Decided, agreed, cut_list_to
from tournaments.domain.stages.cuts import TieDecision
from tournaments.domain.stages.next_stage import crosswise, joined
from tournaments.enums import RoundState, TournamentState
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Announcement, AnnouncementKind, Division, Entry, Stage
from tournaments.selectors.entrants import waiting_for
from tournaments.services.entrants import set_entrants
from tournaments.services.entries import enter_joined
from tournaments.services.versions import raise_public_version


def publish_cut(stage: Stage, *, decided: Iterable[Decided] = (), by: Account | None = None) -> Announcement:
    """Who passed is announced and stands, and they are the entrants of the stage.

    ``decided`` are the ties across the line; the order of a lot is drawn here. A list that is announced
    already is returned as it is. Raises StageUnfinished, EventClosed, CutTied naming who is tied for how
    many places, CutNotPossible.
    """
    with writing(), _told(stage):
        locked = _locked(stage)
        if lists := cut_announcements(locked):
            return lists[-1]
        if _is_over(locked):
            raise EventClosed(event=locked.tournament.name)
        state = _decided_state(locked, decided)
        if not state.is_ready:
            raise StageUnfinished(stage=locked.number, before=state.before.number)
        passed = state.derived.passed
        return _announce(state, CutList(passed, passed, state.decided), kind="cut_published", by=by)


def agree_cut(
    stage: Stage,
    *,
    agreement: Agreement,
    reason: str,
    decided: Iterable[Decided] = (),
    by: Account | None = None,
) -> Announcement:
    """The further act on a list with which the tables no longer agree (T24); where they do, nothing changes.

    Who plays in the stage follows the list until its round 1 is published; afterwards, and when the event
    is over, both may still be honoured. Raises CutAwaited before there is a list, ReasonMissing,
    EntrantsPlay, CutTied, CutNotPossible.
    """
    if not reason.strip():
        raise ReasonMissing(number=stage.number)
    with writing(), _told(stage):
        locked = _locked(stage)
        state = _decided_state(locked, decided)
        if state.announced is None:
            raise CutAwaited(stage=locked.number, before=state.before.number)
        if state.agrees:
            return cut_announcements(locked)[-1]
        if agreement is Agreement.MOVED_UP and locked.started_at:
            raise EntrantsPlay(stage=locked.number)
        changed = agreed(state.announced, state.derived.passed, agreement, state.decided)
        return _announce(state, changed, kind=f"cut_{agreement}", reason=reason, by=by)


def _locked(stage: Stage) -> Stage:
    lock(Division, stage.division_id)
    return lock(Stage, stage.pk)


def _is_over(stage: Stage) -> bool:
    return stage.tournament.state == TournamentState.CLOSED.value


@contextmanager
def _told(stage: Stage) -> Iterator[None]:
    try:
        yield
    except DrawImpossible as error:
        raise CutNotPossible(stage=stage.number, fault=error.code, **error.params) from error


def _decided_state(stage: Stage, decided: Iterable[Decided]) -> CutState:
    """The cut with these decisions. Raises CutTied while a tie is left."""
    state = cut_state(stage, [_with_lot(stage, one) for one in decided])
    assert state is not None  # the page offers this only behind a cut
    for stake in state.derived.stakes:
        names = {name.key: name.name for name in stage_entries(state.before).values()}
        raise CutTied(entries=[names[str(key)] for key in stake.tied], places=stake.places)
    return state


def _with_lot(stage: Stage, decided: Decided) -> Decided:
    if decided.decision is not TieDecision.LOT:
        return decided
    return replace(decided, order=order_by_lot(stage, decided.stake.tied))


def _announce(
    state: CutState, announced: CutList, *, kind: str, reason: str = "", by: Account | None
) -> Announcement:
    stage = state.stage
    if not stage.started_at and not _is_over(stage):
        _admit(state, announced.passed, by=by)
    announcement = Announcement.objects.create(
        stage=stage,
        kind=AnnouncementKind.CUT.value,
        version=1 + len(cut_announcements(stage)),
        content=cut_list_to(announced),
        reason=reason.strip()[:200],
        announced_by=by,
    )
    raise_public_version(stage.tournament)
    append_act(
        kind,
        subject=stage.uuid,
        scope=stage.tournament.uuid,
        by=by,
        payload={"reason": reason.strip(), **cut_list_to(announced)},
    )
    do_later(COPY_TASK, tournament=stage.tournament.uuid)
    return announcement


def _admit(state: CutState, passed: Sequence[Key], *, by: Account | None) -> None:
    """They are its entrants, behind those that waited for it; a draft made before is thrown away."""
    stage = state.stage
    stage.rounds.filter(state=RoundState.DRAFT.value).delete()
    known = {str(entry.uuid): entry for entry in stage.division.entries.all()}
    if stage.entry_size > state.before.entry_size:
        entries = _joined(stage, [known[str(key)] for key in passed], by=by)
    else:
        entries = [*waiting_for(stage), *(known[str(key)] for key in _in_order(state, passed))]
    set_entrants(stage, entries, by=Grouping.SNAKE, seed=stage.lot("groups"))


def _in_order(state: CutState, passed: Sequence[Key]) -> Sequence[Key]:
    rows = state.before.entrants.values_list("entry__uuid", "group")
    groups: dict[Key, int] = {str(uuid): group for uuid, group in rows}
    rule = state.stage.cut_rule
    if rule is None or not rule.crosswise or len(set(groups.values())) < 2:
        return passed
    return crosswise(passed, groups)


def _joined(stage: Stage, persons: Sequence[Entry], *, by: Account | None) -> list[Entry]:
    """Pairs of these persons; a pair that was made for this stage before stays, the others are taken away."""
    rule = stage.cut_rule
    assert rule is not None  # without a rule nobody is joined
    known: dict[Key, Entry] = {str(person.uuid): person for person in persons}
    made = {frozenset(person.pk for person in pair.people): pair for pair in stage.entries_made.all()}
    pairs: list[Entry] = []
    for keys in joined(list(known), rule.joining):
        both = [known[key] for key in keys]
        members = frozenset(person.pk for entry in both for person in entry.people)
        pairs.append(made.get(members) or enter_joined(stage, both, by=by))
    stage.entries_made.exclude(pk__in=[pair.pk for pair in pairs]).delete()
    return pairs
