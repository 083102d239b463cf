from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from clubs.models import Account
from clubs.services.accounts import open_account
from hall.errors import SignInFailed, TooManyAttempts
from hall.services.sign_in import ATTEMPTS_FOR_A_NAME, ATTEMPTS_FROM_AN_ADDRESS, account_for

pytestmark = pytest.mark.django_db
PASSWORD = "kaku-to-hisha-40"
DESK = "192.0.2.7"
NOON = datetime(2026, 10, 18, 3, 0, tzinfo=UTC)


@pytest.fixture
def account() -> Account:
    return open_account("yamada", password=PASSWORD)


def fail(times: int, *, username: str = "yamada", address: str = DESK) -> None:
    for _ in range(times):
        with pytest.raises(SignInFailed):
            account_for(username, password="wrong", address=address)


def test_name_and_password_open_the_account(account: Account) -> None:
    assert account_for(" yamada ", password=PASSWORD, address=DESK) == account


def test_unknown_name_and_wrong_password_are_refused_alike(account: Account) -> None:
    fail(1)
    fail(1, username="nobody")


def test_closed_account_is_refused(account: Account) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=False)
    with pytest.raises(SignInFailed):
        account_for("yamada", password=PASSWORD, address=DESK)


def test_guessing_must_wait_even_with_the_right_password(account: Account) -> None:
    with time_machine.travel(NOON + timedelta(seconds=100), tick=False):
        fail(ATTEMPTS_FOR_A_NAME)
        with pytest.raises(TooManyAttempts) as refused:
            account_for("yamada", password=PASSWORD, address=DESK)
    assert refused.value.params == {"seconds": 200}


def test_waiting_ends(account: Account) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        fail(ATTEMPTS_FOR_A_NAME)
        clock.shift(300)
        assert account_for("yamada", password=PASSWORD, address=DESK) == account


def test_guesses_at_one_address_do_not_lock_another(account: Account) -> None:
    fail(ATTEMPTS_FOR_A_NAME)
    assert account_for("yamada", password=PASSWORD, address="192.0.2.8") == account


def test_many_names_from_one_address_must_wait(account: Account) -> None:
    for number in range(ATTEMPTS_FROM_AN_ADDRESS):
        fail(1, username=f"guess-{number}")
    with pytest.raises(TooManyAttempts):
        account_for("yamada", password=PASSWORD, address=DESK)


def test_signing_in_is_not_counted(account: Account) -> None:
    for _ in range(ATTEMPTS_FROM_AN_ADDRESS + 1):
        account_for("yamada", password=PASSWORD, address=DESK)
