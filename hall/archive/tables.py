"""What belongs to an event: one table a model, in the order in which rows can be written again.

A row is named by its ``uuid``; where a model has none, by its parent and its number there. What is
derived (results, search keys, the end of the chain) is not kept: it is made again on reading. How
often a wrong PIN or code was typed is not kept either: at another computer nobody is locked out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, Model, Q, QuerySet

from clubs.enums import Scope
from clubs.models import Account, Branch, Club, Member, Membership, Role
from ledger.models import Act, ActPayload
from scoring.models import Deal, Outcome, Ruling
from tournaments.models import (
    Absence,
    Announcement,
    Attendance,
    Clock,
    DateOffer,
    Division,
    Entrant,
    Entry,
    EntryMember,
    EventKey,
    FixedTable,
    ForbiddenPair,
    Game,
    Match,
    Phone,
    PhoneAccess,
    Plan,
    Round,
    Seat,
    Side,
    SideCode,
    Stage,
    TableLink,
    Team,
    Tournament,
)

UUID = ("uuid",)


@dataclass(frozen=True, slots=True)
class Table:
    """One model: the name of its file, the rows of an event, and what names a row.

    ``since`` is the version of the archive that first had it. ``shared`` rows belong to other events
    too and are never taken away; ``private`` ones are sealed.
    """

    name: str
    model: type[Model]
    rows: Callable[[Tournament], QuerySet[Any]]
    key: tuple[str, ...] = UUID
    without: frozenset[str] = frozenset()
    shared: bool = False
    private: bool = False
    since: int = 1

    @property
    def file(self) -> str:
        """Where its rows lie in the archive."""
        return f"private/{self.name}.jsonl" if self.private else f"{self.name}.jsonl"

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        """The columns of the file: all that is stored, but database ids and what is derived."""
        stored = self.model._meta.concrete_fields
        return [field for field in stored if not field.primary_key and field.name not in self.without]


def _people(event: Tournament) -> QuerySet[Member]:
    """Whoever is expected, stands in an entry, has sat at a table, or is named in the hall's wishes."""
    apart = ForbiddenPair.objects.filter(tournament=event)
    return Member.objects.filter(
        Q(pk__in=apart.values("one"))
        | Q(pk__in=apart.values("other"))
        | Q(pk__in=event.side_codes.values("person"))
        | Q(pk__in=event.fixed_tables.values("member"))
        | Q(pk__in=Attendance.objects.filter(tournament=event).values("member"))
        | Q(pk__in=EntryMember.objects.filter(entry__division__tournament=event).values("member"))
        | Q(pk__in=Seat.objects.filter(match__in=_matches(event)).values("person"))
    )


def _memberships(event: Tournament) -> QuerySet[Membership]:
    return Membership.objects.filter(member__in=_people(event))


def _branches(event: Tournament) -> QuerySet[Branch]:
    """All branches of the organising club, and those where the people belong."""
    return Branch.objects.filter(Q(club=event.club) | Q(pk__in=_memberships(event).values("branch")))


def _clubs(event: Tournament) -> QuerySet[Club]:
    return Club.objects.filter(Q(pk=event.club_id) | Q(pk__in=_branches(event).values("club")))


def _roles(event: Tournament) -> QuerySet[Role]:
    """Every role that reaches this event."""
    return Role.objects.filter(
        Q(scope=Scope.INSTALLATION.value) | Q(scope_uuid__in=[event.uuid, event.club.uuid])
    )


def _accounts(event: Tournament) -> QuerySet[Account]:
    """Whoever may work at this event's desk, or has."""
    return Account.objects.filter(
        Q(pk__in=_roles(event).values("account"))
        | Q(pk__in=_deals(event).values("entered_by"))
        | Q(pk__in=_outcomes(event).values("entered_by"))
        | Q(pk__in=_rulings(event).values("made_by"))
        | Q(pk__in=_announcements(event).values("announced_by"))
    )


def _matches(event: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(round__stage__division__tournament=event)


def _announcements(event: Tournament) -> QuerySet[Announcement]:
    return Announcement.objects.filter(stage__division__tournament=event)


def _deals(event: Tournament) -> QuerySet[Deal]:
    return Deal.objects.filter(game__match__in=_matches(event))


def _outcomes(event: Tournament) -> QuerySet[Outcome]:
    return Outcome.objects.filter(match__in=_matches(event))


def _rulings(event: Tournament) -> QuerySet[Ruling]:
    return Ruling.objects.filter(stage__division__tournament=event)


def _links(event: Tournament) -> QuerySet[TableLink]:
    return TableLink.objects.filter(round__stage__division__tournament=event)


SHARED = (
    Table("clubs", Club, _clubs, shared=True),
    Table("branches", Branch, _branches, shared=True),
    Table("members", Member, _people, without=frozenset({"sort_key", "folded"}), shared=True),
    Table("memberships", Membership, _memberships, key=("member", "branch"), shared=True),
)
STAFF = (
    Table("accounts", Account, _accounts, without=frozenset({"last_login"}), shared=True, private=True),
    Table("roles", Role, _roles, key=("account", "scope", "scope_uuid", "role"), shared=True, private=True),
)
EVENT = (
    Table("tournaments", Tournament, lambda event: Tournament.objects.filter(pk=event.pk)),
    Table("divisions", Division, lambda event: event.divisions.all()),
    Table("stages", Stage, lambda event: Stage.objects.filter(division__tournament=event)),
    Table("teams", Team, lambda event: Team.objects.filter(division__tournament=event), since=2),
    Table("entries", Entry, lambda event: Entry.objects.filter(division__tournament=event)),
    Table(
        "entry_members",
        EntryMember,
        lambda event: EntryMember.objects.filter(entry__division__tournament=event),
        key=("entry", "number"),
    ),
    Table("attendances", Attendance, lambda event: event.attendances.all()),
    Table(
        "entrants",
        Entrant,
        lambda event: Entrant.objects.filter(stage__division__tournament=event),
        key=("stage", "entry"),
        since=2,
    ),
    Table(
        "absences",
        Absence,
        lambda event: Absence.objects.filter(stage__division__tournament=event),
        since=2,
    ),
    Table("forbidden_pairs", ForbiddenPair, lambda event: event.forbidden_pairs.all(), since=2),
    Table("fixed_tables", FixedTable, lambda event: event.fixed_tables.all(), since=2),
    Table("plans", Plan, lambda event: Plan.objects.filter(stage__division__tournament=event), since=2),
    Table("rounds", Round, lambda event: Round.objects.filter(stage__division__tournament=event)),
    Table(
        "clocks",
        Clock,
        lambda event: Clock.objects.filter(round__stage__division__tournament=event),
        key=("round",),
        since=3,
    ),
    Table("matches", Match, _matches),
    Table(
        "sides",
        Side,
        lambda event: Side.objects.filter(match__in=_matches(event)),
        key=("match", "number"),
    ),
    Table(
        "seats",
        Seat,
        lambda event: Seat.objects.filter(match__in=_matches(event)),
        key=("match", "number", "from_game"),
    ),
    Table(
        "date_offers", DateOffer, lambda event: DateOffer.objects.filter(match__in=_matches(event)), since=2
    ),
    Table("games", Game, lambda event: Game.objects.filter(match__in=_matches(event))),
    Table("announcements", Announcement, _announcements),
    Table("deals", Deal, _deals),
    Table("outcomes", Outcome, _outcomes),
    Table("rulings", Ruling, _rulings, since=3),
)
PHONES = (
    Table(
        "event_keys",
        EventKey,
        lambda event: EventKey.objects.filter(tournament=event),
        key=("tournament",),
        private=True,
        since=3,
    ),
    Table("table_links", TableLink, _links, private=True, since=3),
    Table("phones", Phone, lambda event: event.phones.all(), private=True, since=3),
    Table(
        "phone_accesses",
        PhoneAccess,
        lambda event: PhoneAccess.objects.filter(link__in=_links(event)),
        key=("phone", "link"),
        without=frozenset({"wrong_codes"}),
        private=True,
        since=3,
    ),
    Table(
        "side_codes",
        SideCode,
        lambda event: event.side_codes.all(),
        key=("tournament", "person"),
        private=True,
        since=3,
    ),
)
CHAIN = (
    Table("acts", Act, lambda event: Act.objects.filter(scope=event.uuid)),
    Table(
        "act_payloads",
        ActPayload,
        lambda event: ActPayload.objects.filter(act__scope=event.uuid),
        key=("act",),
    ),
)
PUBLIC = (*SHARED, *EVENT, *CHAIN)
"""What every archive holds."""

PRIVATE = (*STAFF, *PHONES)
"""What only a copy holds, and sealed."""

IN_ORDER = (*SHARED, *STAFF, *EVENT, *PHONES, *CHAIN)
"""Every row stands behind what it refers to."""
