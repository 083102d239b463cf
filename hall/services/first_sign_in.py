"""The first account: made once, through a link that only this computer's terminal shows.

The link lives in the process that serves and nowhere else: a new start makes a new one.
"""

import secrets
import threading

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role, open_account
from hall.errors import LinkIsSpent
from ledger.transactions import writing

_guard = threading.Lock()
_current = ""


def make_link_token() -> str | None:
    """A new token; every earlier one is spent. None when somebody has an account already."""
    global _current
    if anybody_has_an_account():
        return None
    _current = secrets.token_urlsafe(32)
    return _current


def anybody_has_an_account() -> bool:
    return Account.objects.exists()


def check_link_token(token: str) -> None:
    """Raises LinkIsSpent unless the token may still make the first account."""
    current = _current.encode()
    known = bool(current) and secrets.compare_digest(token.encode(), current)
    if not known or anybody_has_an_account():
        raise LinkIsSpent


def open_first_account(token: str, *, username: str, password: str) -> Account:
    """The society's admin exists and the token is spent.

    A refused name or password spends nothing.
    """
    global _current
    with _guard, writing():
        check_link_token(token)
        account = open_account(username, password=password)
        grant_role(account, role=RoleName.ADMIN, scope=Scope.INSTALLATION)
        _current = ""
    return account
