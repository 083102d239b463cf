"""The demonstration: a mayor's cup in full swing, made through the services that the desk uses.

56 persons in 28 pairs from eight branches; five rounds by the Swiss system, three of them played to
the end, the fourth on the tables. Deals are lawful play by chance. Everything but codes, moments and
the password is the same at every first start.
"""

import random
import secrets
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, time
from itertools import islice
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Member
from clubs.services.accounts import grant_role, open_account
from clubs.services.members import found_club, register_member
from engine import RULESETS, Verdict, expected_dealer
from hall.demo_people import BRANCHES, PAIRS, Person
from ledger.transactions import writing
from scoring.services.deals import record_deal
from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tournaments.domain.seating import first_dealer
from tournaments.domain.settings import Settings
from tournaments.enums import Format, MatchState
from tournaments.models import Attendance, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_pair
from tournaments.services.events import add_stage, create_tournament
from tournaments.services.reception import close_reception, mark_present, take_fee

ORGANISER = "demo"
SLUG = "mayors-cup-25"
NAME = "第25回 町長杯争奪ごいた大会"
SOCIETY, SOCIETY_SLUG = "能登ごいた愛好会", "noto-goita"
VENUE, TIMEZONE = "宇出津公民館 大ホール", ZoneInfo("Asia/Tokyo")
FEE, TABLES, ROUNDS, PLAYED_ROUNDS = 1000, 14, 5, 3
SEED = "mayors-cup-25"

# Round four on the tables: so many are confirmed, wait to be confirmed, are being played; the last
# has not begun.
CONFIRMED, TO_CONFIRM, PLAYING = 5, 2, 6
OWING = {7, 24, 41}
HALF_PAID = 12


def load_demo() -> tuple[str, str]:
    """The event stands, once; returns its organiser's name and a password made now."""
    with writing():
        club = found_club(SOCIETY, slug=SOCIETY_SLUG, branches=BRANCHES)
        organiser, password = _organiser(club)
        if not Tournament.objects.filter(slug=SLUG).exists():
            _hold_event(club, organiser)
    return ORGANISER, password


def _organiser(club: Club) -> tuple[Account, str]:
    """The organiser with a new password; the one of an earlier start no longer opens anything."""
    password = secrets.token_urlsafe(12)
    account = Account.objects.filter(username=ORGANISER).first()
    if account is None:
        account = open_account(ORGANISER, password=password)
    account.set_password(password)
    account.save()
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.CLUB, scope_uuid=club.uuid)
    return account, password


def _hold_event(club: Club, organiser: Account) -> None:
    stage = _set_up(club, organiser)
    _receive(stage, organiser)
    dealing = _Dealing(stage)
    for _ in range(PLAYED_ROUNDS):
        round = _announce_round(stage, organiser)
        for match in round.matches.all():
            _play(match, dealing, organiser)
            confirm_match(match, by=organiser)
        close_round(round, by=organiser)
    _play_on_tables(_announce_round(stage, organiser), dealing, organiser)


def _set_up(club: Club, organiser: Account) -> Stage:
    """The event of today with its entries, in the order in which they were sent in."""
    today = timezone.localdate(timezone=TIMEZONE)
    event = create_tournament(
        NAME,
        slug=SLUG,
        club=club,
        starts_at=datetime.combine(today, time(13), tzinfo=TIMEZONE),
        venue=VENUE,
        fee=FEE,
        tables=TABLES,
        by=organiser,
    )
    division = event.divisions.get()
    for first, second in PAIRS:
        enter_pair(
            division,
            first=_member(first, club, organiser),
            second=_member(second, club, organiser),
            by=organiser,
        )
    return add_stage(
        division,
        format=Format.SWISS,
        preset="society_pairs",
        rounds_planned=ROUNDS,
        settings=Settings(branch_rounds=2),
        seed=SEED,
        by=organiser,
    )


def _member(person: Person, club: Club, organiser: Account) -> Member:
    return register_member(
        person.name,
        reading=person.reading,
        branch=club.branches.get(slug=person.branch),
        public_name=person.public_name,
        in_newspaper=not person.minor,
        minor=person.minor,
        by=organiser,
    )


def _receive(stage: Stage, organiser: Account) -> None:
    """Everybody is here; a few still owe the fee or part of it."""
    attendances = Attendance.objects.filter(tournament=stage.tournament).order_by("pk")
    for number, attendance in enumerate(attendances, 1):
        mark_present(stage.tournament, person=attendance.member, by=organiser)
        if number not in OWING:
            take_fee(attendance, amount=FEE // 2 if number == HALF_PAID else FEE, by=organiser)
    close_reception(stage.division, by=organiser)


def _announce_round(stage: Stage, organiser: Account) -> Round:
    round = pair_next_round(Stage.objects.get(pk=stage.pk), by=organiser)
    publish_round(round, by=organiser)
    return round


def _play_on_tables(round: Round, dealing: "_Dealing", organiser: Account) -> None:
    """The hall in mid-round: some have finished, most are playing, one table has not begun."""
    for match in round.matches.all():
        place = match.table or 0
        if place <= CONFIRMED + TO_CONFIRM:
            _play(match, dealing, organiser)
        elif place <= CONFIRMED + TO_CONFIRM + PLAYING:
            _play(match, dealing, organiser, deals=1 + place % 4)
        if place <= CONFIRMED:
            confirm_match(match, by=organiser)


def _play(match: Match, dealing: "_Dealing", organiser: Account, *, deals: int | None = None) -> None:
    """The match is played to its end, or so many deals of it."""
    after: UUID | None = None
    for number, record in enumerate(islice(dealing.match(match), deals)):
        after = record_deal(
            match, uuid=uuid5(match.uuid, str(number)), after=after, record=record, by=organiser
        ).uuid
        match.refresh_from_db(fields=["state"])
        if match.state != MatchState.PLAYING.value:
            return


class _Dealing:
    """Lawful deals by chance, each by the seat whose turn it is; the others wait for their dealer."""

    def __init__(self, stage: Stage) -> None:
        self.ruleset, self.options = RULESETS[stage.ruleset_key], stage.options
        self.chance = random.Random(stage.lot("deals"))
        self.waiting: dict[int | None, list[Verdict]] = defaultdict(list)

    def match(self, match: Match) -> Iterator[str]:
        """The deals of this match, without end."""
        stage = match.round.stage
        lot = stage.lot(f"deals/{match.round.number}/{match.table}")
        dealer: int | None = first_dealer(stage.profile.first_dealer, seed=lot).seat
        while True:
            verdict = self.dealt_by(dealer or 1)
            dealer = expected_dealer(verdict)
            yield verdict.record

    def dealt_by(self, dealer: int) -> Verdict:
        while not self.waiting[dealer]:
            record = self.ruleset.random_record(self.chance, options=self.options)
            verdict = self.ruleset.verify(record, options=self.options)
            self.waiting[verdict.dealer].append(verdict)
        return self.waiting[dealer].pop()
