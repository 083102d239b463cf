"""Reception seen from the desk: who is expected, here, alone, and what was taken."""

from django.db.models import Count, Q, QuerySet, Sum

from clubs.models import Member
from tournaments.models import Attendance, Division, Entry, Tournament


def attendance_list(tournament: Tournament) -> QuerySet[Attendance]:
    """Everybody expected, in 五十音 order, with branches at hand."""
    return tournament.attendances.select_related("member").prefetch_related("member__memberships__branch")


def active_entries(division: Division) -> QuerySet[Entry]:
    """The entries that play, with members and their branches at hand."""
    return division.entries.filter(withdrawn_at=None).prefetch_related("members__member__memberships__branch")


def entry_of(attendance: Attendance) -> Entry | None:
    """The entry in which this person plays at the event, if there is one."""
    return Entry.objects.filter(
        division__tournament=attendance.tournament_id,
        members__member=attendance.member_id,
        withdrawn_at=None,
    ).first()


def incomplete_pairs(division: Division) -> QuerySet[Entry]:
    """Pairs of which at least one member is not here."""
    here = Q(members__member__attendances__tournament=division.tournament) & Q(
        members__member__attendances__present=True
    )
    return (
        division.entries.filter(withdrawn_at=None)
        .annotate(here=Count("members", filter=here, distinct=True))
        .filter(here__lt=2)
    )


def partner_pool(division: Division) -> QuerySet[Member]:
    """Whoever is here and stands in no entry that plays, in 五十音 order."""
    return (
        Member.objects.filter(attendances__tournament=division.tournament, attendances__present=True)
        .exclude(
            entry_places__entry__in=Entry.objects.filter(
                division__tournament=division.tournament, withdrawn_at=None
            )
        )
        .prefetch_related("memberships__branch")
    )


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
