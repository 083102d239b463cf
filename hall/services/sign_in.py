"""Who may come in at the desk: name and password, guessed only slowly.

A password costs a quarter of a second to check, on purpose; attempts are counted before
that, so a flood of guesses costs the hall nothing.
"""

import hashlib

from django.contrib.auth import authenticate
from django.core.cache import cache
from django.utils import timezone

from clubs.models import Account
from hall.errors import SignInFailed, SignInMustWait

WINDOW_SECONDS = 300
ATTEMPTS_FOR_A_NAME = 5
ATTEMPTS_FROM_AN_ADDRESS = 30


def account_for(username: str, *, password: str, address: str) -> Account:
    """The account that this name and password open.

    Raises SignInFailed; SignInMustWait without looking at the password when one address has
    tried this name, or all names together, too often in these five minutes.
    """
    name = username.strip()
    by_address, by_name = _key(address), _key(address, name)
    _count(by_address, limit=ATTEMPTS_FROM_AN_ADDRESS)
    _count(by_name, limit=ATTEMPTS_FOR_A_NAME)
    account = authenticate(username=name, password=password)
    if not isinstance(account, Account):
        raise SignInFailed
    cache.decr(by_address)
    cache.delete(by_name)
    return account


def _count(key: str, *, limit: int) -> None:
    cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
    if cache.incr(key) > limit:
        raise SignInMustWait(seconds=WINDOW_SECONDS - _elapsed())


def _key(*parts: str) -> str:
    window = int(timezone.now().timestamp()) // WINDOW_SECONDS
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"sign-in:{window}:{digest}"


def _elapsed() -> int:
    return int(timezone.now().timestamp()) % WINDOW_SECONDS
