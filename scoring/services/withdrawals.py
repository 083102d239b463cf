"""An entry withdraws: it is drawn no more, and the match it leaves behind is settled.

This stands in scoring because what becomes of its matches depends on results. What was played stays; only
where everybody meets everybody may the rule chosen before the start annul it (T25).
"""

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.enums import LeftMatch
from scoring.errors import ForfeitNeedsTwoSides, NobodySitsIn
from scoring.selectors.withdrawals import (
    EVERYBODY_MEETS,
    byes_against,
    entry_matches_announced,
    is_annulled_by_rule,
    side_of_entry,
    sits_in,
    unfinished_matches,
)
from scoring.services.outcomes import annul_match, record_forfeit, record_void
from scoring.services.results import confirm_match
from tournaments.enums import Format, MatchState, TournamentState
from tournaments.errors import EntryPlays, EventClosed, ReasonMissing
from tournaments.models import Absence, Division, Entry, Match, Stage
from tournaments.selectors.entrants import coming_round
from tournaments.selectors.events import stage_in_play
from tournaments.services.versions import raise_public_version


def withdraw_entry(
    entry: Entry, *, reason: str, left_match: LeftMatch | None = None, by: Account | None = None
) -> None:
    """The entry is drawn no more; its people may enter anew. Withdrawing again changes nothing.

    ``left_match`` says what becomes of the match it sits in. A round robin and a league go by their own
    rule: few matches played, none of them counts; else those stand and the open ones are forfeited.
    Raises ReasonMissing, EventClosed, EntryPlays while the match has nobody's decision or is disputed,
    ForfeitNeedsTwoSides, NobodySitsIn.
    """
    if not reason.strip():
        raise ReasonMissing(number=entry.number)
    with writing():
        lock(Division, entry.division_id)
        locked = Entry.objects.select_related("division__tournament").get(pk=entry.pk)
        if locked.withdrawn_at:
            return
        if locked.division.tournament.state == TournamentState.CLOSED.value:
            raise EventClosed(event=locked.division.tournament.name)
        stage = stage_in_play(list(locked.division.stages.order_by("number")))
        if stage:
            _settle(locked, stage, left_match, reason=reason, by=by)
            _note(locked, stage, reason)
        locked.withdrawn_at = timezone.now()
        locked.save()
        raise_public_version(locked.division.tournament)
        append_act(
            "entry_withdrawn",
            subject=locked.uuid,
            scope=locked.division.tournament.uuid,
            by=by,
            payload={"reason": reason, "left_match": left_match or ""},
        )
    entry.refresh_from_db()


def _settle(
    entry: Entry, stage: Stage, left_match: LeftMatch | None, *, reason: str, by: Account | None
) -> None:
    if Format(stage.format) in EVERYBODY_MEETS:
        if is_annulled_by_rule(entry, stage):
            _annul(entry, stage, reason=reason, by=by)
            return
        left_match = LeftMatch.FORFEIT
    for match in unfinished_matches(entry, stage):
        _settle_left(match, entry, left_match, reason=reason, by=by)


def _annul(entry: Entry, stage: Stage, *, reason: str, by: Account | None) -> None:
    """As if it had never entered: then nobody keeps a bye either for having had no match against it."""
    for match in [*entry_matches_announced(entry, stage), *byes_against(entry, stage)]:
        annul_match(match, reason=reason, by=by)


def _settle_left(
    match: Match, entry: Entry, left_match: LeftMatch | None, *, reason: str, by: Account | None
) -> None:
    if left_match is None or match.state == MatchState.DISPUTED.value:
        raise EntryPlays(entry=entry.number, table=match.table or match.place)
    match left_match:
        case LeftMatch.FORFEIT:
            _forfeit(match, entry, reason=reason, by=by)
        case LeftMatch.VOID:
            record_void(match, reason=reason, by=by)
        case LeftMatch.SUBSTITUTE:
            if not sits_in(match, entry):
                raise NobodySitsIn(entry=entry.number, table=match.place)


def _forfeit(match: Match, entry: Entry, *, reason: str, by: Account | None) -> None:
    """The other side has won, and nothing of this table keeps the round open."""
    sides = [side.number for side in match.sides.all()]
    if len(sides) != 2:
        raise ForfeitNeedsTwoSides(table=match.place)
    (winner,) = set(sides) - {side_of_entry(match, entry)}
    record_forfeit(match, winner=winner, reason=reason, by=by)
    confirm_match(Match.objects.get(pk=match.pk), by=by)


def _note(entry: Entry, stage: Stage, reason: str) -> None:
    """The reason stands where the desk reads why somebody is not there."""
    number = coming_round(stage)
    stage.absences.filter(entry=entry, first_round__gte=number).delete()
    Absence.objects.create(stage=stage, entry=entry, first_round=number, reason=reason[:200])
