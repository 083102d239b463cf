"""Events with everything in them that an address can lead to, and everybody who may ask for it."""

import json
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from scoring.models import Deal
from scoring.services.drafts import pair_next_round
from scoring.services.free import form_tables
from scoring.services.rounds import publish_round
from tests.events import make_pair, make_stage, play, start_round
from tests.phones import HERE, TablePhone, phone_at, slip_of
from tests.roles_table import Door
from tests.scoring.services.test_free import meeting
from tests.whole_events import entered
from tournaments.api.phone_cookie import HEADER
from tournaments.domain.settings import FirstRound, RotationMode, Settings
from tournaments.enums import Format
from tournaments.models import Match, Team

PASSWORD = "gin-to-kin-3030"
# Everything is known of this deal, so that it can be had as a file.
WHOLE = "11123456,12233455,11123448,11156779,s1,145,255,383,497,1p,2p,3p,467,1p,2p,3p,415,1p,2p,3p,411"
ACCOUNTS = {
    "admin": (RoleName.ADMIN, Scope.INSTALLATION),
    "organiser of the club": (RoleName.ORGANISER, Scope.CLUB),
    "organiser": (RoleName.ORGANISER, Scope.EVENT),
    "referee": (RoleName.REFEREE, Scope.EVENT),
    "keyer": (RoleName.KEYER, Scope.EVENT),
    "reader": (RoleName.READER, Scope.EVENT),
}
EVERYBODY = [*ACCOUNTS, "organiser elsewhere", "no role", "nobody", "phone at the table", "phone elsewhere"]


class World:
    """A swiss event with two tables, and one event of each format that has pages of its own."""

    def __init__(self) -> None:
        swiss = make_stage()
        for _ in range(4):
            make_pair(swiss)
        self.match, self.other = start_round(swiss).matches.order_by("table")
        play(self.match, WHOLE)
        team = Team.objects.create(division=swiss.division, name="能登")
        swiss.division.entries.update(team=team)
        self.matches = {
            "/bracket/": _first_match(Format.KNOCKOUT, 4, settings=Settings(first_round=FirstRound.RANK)),
            "/plan/": _first_match(
                Format.ROTATION,
                9,
                preset="society_individual",
                settings=Settings(mode=RotationMode.DESIGN),
                rounds_planned=4,
            ),
            "/league/": _first_match(Format.LEAGUE, 4, preset="tokyo_meijin"),
            "/meeting/": _match_of_a_meeting(),
        }
        self.attendance = swiss.tournament.attendances.select_related("member")[0]
        self.account = Account.objects.create_account("somebody", password=PASSWORD)

    def match_of(self, door: Door) -> Match:
        """The match whose event has this page."""
        found = [match for part, match in self.matches.items() if part in door.address]
        return found[0] if found else self.match

    def client(self, who: str) -> Client:
        """Signed in, or a phone, or neither."""
        if who == "nobody":
            return Client()
        if who.startswith("phone"):
            return self.phone(who).client
        account = Account.objects.create_account(who, password=PASSWORD)
        if who == "organiser elsewhere":
            grant_role(
                account,
                role=RoleName.ORGANISER,
                scope=Scope.EVENT,
                scope_uuid=make_stage().tournament.uuid,
            )
        elif who in ACCOUNTS:
            self._give_role(account, *ACCOUNTS[who])
        client = Client()
        client.force_login(account)
        return client

    def phone(self, who: str) -> TablePhone:
        return phone_at(self.match if who == "phone at the table" else self.other)

    def ask(self, client: Client, door: Door, *, is_phone: bool = False) -> Any:
        """The answer at this door: a form where pages are, JSON where the API is."""
        path, send = self.path(door), getattr(client, door.method.lower())
        if not door.address.startswith("/api/"):
            return send(path, self.typed(door))
        if door.method == "GET":
            return send(path, headers={HEADER: "1"} if is_phone else {})
        headers = {HEADER: "1", "origin": HERE} if is_phone else {}
        return send(path, json.dumps({}), content_type="application/json", headers=headers)

    def path(self, door: Door) -> str:
        """The address with what it is about filled in."""
        match = self.match_of(door)
        event = match.tournament
        is_person = "/people/" in door.address
        filled = {
            "<language>": "en",
            "<slug:slug>": event.club.slug if "/clubs/" in door.address else event.slug,
            "<match:code>": match.code,
            "<slug:code>": match.code,
            "<str:code>": match.code,
            "<int:number>": "1",
            "<int:table>": str(self.match.table),
            "<uuid:draw>": str(match.round.uuid),
            "<uuid:person>": str(self.attendance.member.uuid),
            "<uuid:account>": str(self.account.uuid),
            "<uuid:uuid>": str(self.attendance.uuid if is_person else self._deal(door)),
            "<str:token>": slip_of(self.match).token if door.address.startswith("/t/") else "spent",
        }
        path = door.address
        for place, value in filled.items():
            path = path.replace(place, value)
        assert "<" not in path, f"{door}: say in tests/access_world.py what stands there"
        return path

    def typed(self, door: Door) -> dict[str, str]:
        """What a form sends that is otherwise empty."""
        if door.act:
            return {"act": door.act}
        if door.method == "POST" and door.address == "/sign-in/":
            return {"username": "somebody", "password": PASSWORD}
        if door.method == "POST" and door.address.startswith("/t/"):
            return {"pin": slip_of(self.match).pin}
        return {}

    def _deal(self, door: Door) -> object:
        return Deal.objects.get(game__match=self.match).uuid if "/deals/" in door.address else uuid4()

    def _give_role(self, account: Account, role: RoleName, scope: Scope) -> None:
        events = [match.tournament for match in (self.match, *self.matches.values())]
        places: dict[Scope, list[UUID | None]] = {
            Scope.INSTALLATION: [None],
            Scope.CLUB: [events[0].club.uuid],
            Scope.EVENT: [event.uuid for event in events],
        }
        for place in places[scope]:
            grant_role(account, role=role, scope=scope, scope_uuid=place)


def _first_match(format: Format, entrants: int, **facts: Any) -> Match:
    round = pair_next_round(entered(format, entrants, **facts))
    publish_round(round)
    return round.matches.exclude(table=None).first() or round.matches.all()[0]


def _match_of_a_meeting() -> Match:
    (match,) = form_tables(meeting(4))
    return match
