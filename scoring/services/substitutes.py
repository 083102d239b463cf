"""Who sits in for whom, and who takes a member's place for good.

A floater sits in from a game on: the pair keeps name, number and results, and the floater gains nothing
(hall rule). A member changes only before the first game, once, and one of them stays (P4). Both read what
was played, so they stand in scoring.
"""

from clubs.models import Account, Member
from ledger.acts import append_act
from ledger.locks import lock
from ledger.models import Act
from ledger.transactions import writing
from scoring.errors import (
    ChangeTooLate,
    EntryAlreadyPlayed,
    GameFinished,
    GameUnknown,
    MatchClosed,
    MemberChangedBefore,
    NobodyStays,
    PersonSeated,
    RoundNotPublished,
)
from scoring.selectors.seated import game_in_play, seated_at
from scoring.selectors.series import last_game
from tournaments.enums import MatchState, RoundState, TournamentState
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Division, Entry, Match, Seat, Tournament
from tournaments.selectors.entrants import played_matches_of
from tournaments.selectors.events import stage_in_play
from tournaments.services.entries import expect_player, refuse_entered
from tournaments.services.matches import lock_match
from tournaments.services.versions import raise_public_version

MEMBER_REPLACED = "member_replaced"


def sit_in(match: Match, *, seat: int, person: Member, from_game: int, by: Account | None = None) -> Seat:
    """The person sits at this seat from this game on, for whoever the seat counts for.

    From the game in play on at the earliest: who began it stays in the ledger. Whoever sat there may come
    back from a later game by the same act. Raises MatchClosed, RoundNotPublished, GameUnknown,
    GameFinished, PersonSeated.
    """
    with writing():
        locked = lock_match(match)
        _refuse_settled(locked)
        _refuse_game(locked, from_game)
        _refuse_seated(locked, seat, person)
        before = locked.seats.filter(number=seat, from_game__lte=from_game).order_by("from_game").last()
        taken, _ = Seat.objects.update_or_create(
            match=locked,
            number=seat,
            from_game=from_game,
            defaults={"person": person, "entry": before.entry if before else None},
        )
        raise_public_version(locked.tournament)
        append_act(
            "seat_taken",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={
                "seat": seat,
                "from_game": from_game,
                "person": str(person.uuid),
                "before": str(before.person.uuid) if before else "",
            },
        )
    return taken


def replace_member(
    entry: Entry, *, leaving: Member, joining: Member, reason: str, by: Account | None = None
) -> Entry:
    """``joining`` has the place of ``leaving``, in the drawn matches too; the entry keeps its number.

    Raises EntryAlreadyPlayed, MemberChangedBefore, ChangeTooLate, NobodyStays, AlreadyEntered,
    ReasonMissing, EventClosed.
    """
    if not reason.strip():
        raise ReasonMissing(number=entry.number)
    with writing():
        lock(Division, entry.division_id)
        event = entry.division.tournament
        if event.state == TournamentState.CLOSED.value:
            raise EventClosed(event=event.name)
        _refuse_change(entry, event, joining)
        refuse_entered(entry.division, [joining])
        place = entry.members.get(member=leaving)
        place.member = joining
        place.save()
        expect_player(event, joining)
        drawn = Match.objects.filter(sides__entry=entry).exclude(state=MatchState.VOID.value)
        Seat.objects.filter(match__in=drawn, person=leaving).update(person=joining)
        raise_public_version(event)
        append_act(
            MEMBER_REPLACED,
            subject=entry.uuid,
            scope=event.uuid,
            by=by,
            payload={"leaving": str(leaving.uuid), "joining": str(joining.uuid), "reason": reason},
        )
    return Entry.objects.get(pk=entry.pk)


def _refuse_settled(match: Match) -> None:
    if match.state in {MatchState.CONFIRMED.value, MatchState.VOID.value}:
        raise MatchClosed(table=match.table or "–", code=match.code)
    if match.round.state != RoundState.PUBLISHED.value:
        raise RoundNotPublished(round=match.round.number)


def _refuse_game(match: Match, game: int) -> None:
    if not 1 <= game <= last_game(match):
        raise GameUnknown(game=game, code=match.code)
    if game < game_in_play(match):
        raise GameFinished(game=game, table=match.place, code=match.code)


def _refuse_seated(match: Match, seat: int, person: Member) -> None:
    """Nobody sits at two tables, nor on two seats of one."""
    for other, number in seated_at(match.round, person):
        if (other.pk, number) != (match.pk, seat):
            raise PersonSeated(person=person.name, table=other.place)


def _refuse_change(entry: Entry, event: Tournament, joining: Member) -> None:
    if entry.members.count() == 1:
        raise NobodyStays(entry=entry.number, person=joining.name)
    if played_matches_of(entry).exists():
        raise EntryAlreadyPlayed(entry=entry.number)
    if Act.objects.filter(kind=MEMBER_REPLACED, subject=entry.uuid).exists():
        raise MemberChangedBefore(entry=entry.number)
    stage = stage_in_play(list(entry.division.stages.order_by("number")))
    until = stage.settings.change_until if stage else None
    if until and event.today > until:
        raise ChangeTooLate(entry=entry.number, until=until.isoformat())
