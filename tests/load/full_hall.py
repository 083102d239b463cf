"""Prepares a full hall in this environment's database: ``python -m tests.load.full_hall TABLES [PRESET]``.

A program of its own, so that the database is written before the server starts. Prints as JSON what
clients need: the session of the desk, the code of every match, and what lies on each table: the link and
PIN of its slip, the digits on the card of one person of each side.
"""

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from config import env

if TYPE_CHECKING:
    from tournaments.models import Round


def main(tables: int, preset: str = "society_pairs") -> None:
    env.choose_settings("config.settings.base")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    at_tables = full_hall(tables, preset)
    codes = [table["code"] for table in at_tables]
    print(json.dumps({"session": signed_in_session(), "codes": codes, "tables": at_tables}))


def full_hall(tables: int, preset: str) -> list[dict[str, Any]]:
    """So many matches of one published round, each with its way in."""
    from tests.events import make_pair, make_stage, start_round

    stage = make_stage(preset=preset)
    for _ in range(2 * tables):
        make_pair(stage)
    return ways_in(start_round(stage))


def ways_in(round: "Round") -> list[dict[str, Any]]:
    """Of every table: the match's code, token and PIN of its link, and for each side the digits of a card."""
    from clubs.models import Member
    from tournaments.selectors.phones import links_of
    from tournaments.services.side_codes import issue_codes

    matches = {match.table: match for match in round.matches.all()}
    people = Member.objects.filter(seats__match__round=round).distinct()
    digits = issue_codes(round.stage.tournament, people)
    return [
        {
            "code": matches[shown.link.table].code,
            "token": shown.token,
            "pin": shown.pin,
            "cards": {
                seat.number: digits[seat.person]
                for seat in matches[shown.link.table].seats.select_related("person")
            },
        }
        for shown in links_of(round)
    ]


def signed_in_session() -> str:
    """The cookie of an admin who has signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from clubs.enums import RoleName, Scope
    from clubs.models import Account
    from clubs.services.accounts import grant_role

    account = Account.objects.create_account("desk", password="-")
    grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
