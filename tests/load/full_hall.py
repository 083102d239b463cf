"""Prepares a full hall in the database of this environment: ``python -m tests.load.full_hall TABLES``.

A program of its own, so that the database is written before the server starts. Prints as JSON what
clients need: the session of the desk, and the code of every match.
"""

import json
import sys
from importlib import import_module

from config import env


def main(tables: int) -> None:
    env.choose_settings("config.settings.base")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps({"session": signed_in_session(), "codes": full_hall(tables)}))


def full_hall(tables: int) -> list[str]:
    """The codes of so many matches of one published round."""
    from tests.events import make_pair, make_stage, start_round

    stage = make_stage()
    for _ in range(2 * tables):
        make_pair(stage)
    return [match.code for match in start_round(stage).matches.order_by("table")]


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
    main(int(sys.argv[1]))
