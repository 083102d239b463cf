"""Reception seen from the desk: who is expected, here, alone, and what was taken."""

from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from clubs.models import Member
from ledger.models import Act
from tournaments.domain.settings import Settings
from tournaments.enums import RoundState, TournamentState
from tournaments.models import Absence, Attendance, Division, Entry, EntryMember, Round, Tournament

RECEPTION_CLOSED = "reception_closed"


def attendance_list(tournament: Tournament) -> QuerySet[Attendance]:
    """Everybody expected, in 五十音 order, with branches at hand."""
    return tournament.attendances.select_related("member").prefetch_related("member__memberships__branch")


def active_entries(division: Division) -> QuerySet[Entry]:
    """The entries made at the reception that play, with members and their branches at hand."""
    return division.entries.filter(withdrawn_at=None, made_for=None).prefetch_related(
        "members__member__memberships__branch"
    )


def withdrawn_entries(division: Division) -> QuerySet[Entry]:
    """The entries that were given up, with members and their branches at hand."""
    gone = division.entries.filter(withdrawn_at__isnull=False, made_for=None)
    return gone.prefetch_related("members__member__memberships__branch")


def entry_of(attendance: Attendance) -> Entry | None:
    """The entry in which this person plays at the event, if there is one.

    Whoever was joined into a pair by a cut plays in it from the moment on in which that stage has begun.
    """
    own = Entry.objects.filter(
        division__tournament=attendance.tournament_id,
        members__member=attendance.member_id,
        withdrawn_at=None,
    )
    playing = own.filter(Q(made_for=None) | Q(made_for__started_at__isnull=False))
    return playing.order_by(F("made_for__number").desc(nulls_last=True)).first()


def entry_size(division: Division) -> int:
    """Persons in one entry: one where persons are ranked, two in a pair, three in a team of three."""
    stage = division.stages.order_by("number").first()
    return stage.entry_size if stage else Settings().shape[0]


def incomplete_entries(division: Division) -> QuerySet[Entry]:
    """Entries of which somebody is not here, but for those that come later: so announced, or to a stage."""
    here = Q(members__member__attendances__tournament=division.tournament) & Q(
        members__member__attendances__present=True
    )
    later = Absence.objects.filter(stage__division=division, stage__number=1, first_round=1)
    return (
        active_entries(division)
        .filter(Q(waits_for=None) | Q(waits_for__number=1))
        .exclude(pk__in=later.values("entry"))
        .annotate(
            size=Count("members", distinct=True),
            here=Count("members", filter=here, distinct=True),
        )
        .filter(here__lt=F("size"))
    )


def can_reopen(tournament: Tournament) -> bool:
    """Whether reception is closed and no round is announced yet."""
    rounds = Round.objects.filter(stage__division__tournament=tournament)
    announced = rounds.exclude(state=RoundState.DRAFT.value)
    return tournament.state == TournamentState.RUNNING.value and not announced.exists()


def taken_back(division: Division) -> list[Entry]:
    """The entries that the last closing withdrew, each whose people are free and in their part still."""
    closings = _closings(division.tournament)
    withdrawn = division.entries.filter(uuid__in=closings[-1]["withdrawn"] if closings else [])
    taken = set(
        EntryMember.objects.filter(entry__in=active_entries(division)).values_list("member", flat=True)
    )
    floats = dict(division.tournament.attendances.values_list("member", "is_floater"))
    return [
        entry
        for entry in withdrawn.exclude(withdrawn_at=None).prefetch_related("members__member")
        if all(person.pk not in taken and floats[person.pk] == entry.is_house for person in entry.people)
    ]


def pairs_from_box(tournament: Tournament) -> set[str]:
    """The pairs whose people drew numbers from the box (手くじ), by uuid."""
    by_hand = (closing for closing in _closings(tournament) if closing["by_hand"])
    return {uuid for closing in by_hand for uuid in closing["pairs_by_lot"]}


def _closings(tournament: Tournament) -> list[dict[str, Any]]:
    """What the ledger keeps of every closing of reception, oldest first."""
    acts = Act.objects.filter(kind=RECEPTION_CLOSED, subject=tournament.uuid, payload__isnull=False)
    return [act.payload.content for act in acts.select_related("payload").order_by("number")]


def missing_of(entry: Entry) -> list[Member]:
    """The members of an entry who are not here, in the order of its name."""
    here = entry.division.tournament.attendances.filter(present=True).values_list("member", flat=True)
    return [person for person in entry.people if person.pk not in set(here)]


def floaters(tournament: Tournament) -> QuerySet[Attendance]:
    """Single floaters who are here, in 五十音 order; whoever is half of a house pair is none."""
    here = attendance_list(tournament).filter(is_floater=True, present=True)
    entered = Entry.objects.filter(division__tournament=tournament, withdrawn_at=None)
    return here.exclude(member__entry_places__entry__in=entered)


def partner_pool(division: Division) -> QuerySet[Member]:
    """Whoever is here to play and stands in no entry that plays, in 五十音 order."""
    here = division.tournament.attendances.filter(present=True, is_floater=False)
    return (
        Member.objects.filter(attendances__in=here)
        .exclude(
            entry_places__entry__in=Entry.objects.filter(
                division__tournament=division.tournament, withdrawn_at=None
            )
        )
        .prefetch_related("memberships__branch")
    )


def closing_pool(division: Division) -> QuerySet[Member]:
    """Whom the closing of reception would find a partner: the pool, and who came of an incomplete entry."""
    here = division.tournament.attendances.filter(present=True, is_floater=False)
    orphans = EntryMember.objects.filter(
        entry__in=incomplete_entries(division).values("pk"), member__attendances__in=here
    )
    return (
        Member.objects.filter(Q(pk__in=partner_pool(division)) | Q(pk__in=orphans.values("member")))
        .prefetch_related("memberships__branch")
        .order_by("sort_key", "pk")
    )


def people_without_entry(tournament: Tournament) -> QuerySet[Attendance]:
    """Everybody of the event who stands in no entry that plays, floaters first."""
    entered = Entry.objects.filter(division__tournament=tournament, withdrawn_at=None)
    return floaters_first(tournament.attendances.exclude(member__entry_places__entry__in=entered))


def floaters_first(people: QuerySet[Attendance]) -> QuerySet[Attendance]:
    """In 五十音 order, with branches at hand."""
    people = people.select_related("member").prefetch_related("member__memberships__branch")
    return people.order_by("-is_floater", "member__sort_key", "member__id")


def fee_totals(tournament: Tournament) -> dict[str, int]:
    """Yen due, taken and still owed by everybody who is here."""
    sums = tournament.attendances.filter(present=True).aggregate(
        due=Sum("fee_due", default=0), taken=Sum("fee_taken", default=0)
    )
    return {
        "due": sums["due"],
        "taken": sums["taken"],
        "owed": sums["due"] - sums["taken"],
    }
