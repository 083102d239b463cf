"""Who may come in at the desk: name and password, guessed only slowly.

A password costs a quarter of a second to check, on purpose; attempts are counted before
that, so a flood of guesses costs the hall nothing.
"""

from django.contrib.auth import authenticate
from django.core.cache import cache

from clubs.models import Account
from hall.errors import SignInFailed
from hall.services.attempts import count_attempt

ATTEMPTS_FOR_A_NAME = 5
ATTEMPTS_FROM_AN_ADDRESS = 30


def account_for(username: str, *, password: str, address: str) -> Account:
    """The account that this name and password open.

    Raises SignInFailed; TooManyAttempts without looking at the password when one address has
    tried this name, or all names together, too often in these five minutes.
    """
    name = username.strip()
    by_address = count_attempt("sign-in", address, limit=ATTEMPTS_FROM_AN_ADDRESS)
    by_name = count_attempt("sign-in", address, name, limit=ATTEMPTS_FOR_A_NAME)
    account = authenticate(username=name, password=password)
    if not isinstance(account, Account):
        raise SignInFailed
    cache.decr(by_address)
    cache.delete(by_name)
    return account
