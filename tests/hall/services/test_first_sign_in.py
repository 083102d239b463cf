import pytest

from clubs.errors import PasswordTooWeak
from clubs.models import Account
from clubs.selectors.roles import is_admin
from clubs.services.accounts import open_account
from hall.errors import LinkIsSpent
from hall.services.first_sign_in import check_link_token, make_link_token, open_first_account

pytestmark = pytest.mark.django_db
PASSWORD = "kaku-to-hisha-40"


def new_token() -> str:
    token = make_link_token()
    assert token
    return token


def test_first_account_may_do_everything() -> None:
    account = open_first_account(new_token(), username="kaicho", password=PASSWORD)
    assert is_admin(account)


def test_token_is_spent_by_its_use() -> None:
    token = new_token()
    open_first_account(token, username="kaicho", password=PASSWORD)
    Account.objects.all().delete()
    with pytest.raises(LinkIsSpent):
        open_first_account(token, username="other", password=PASSWORD)


def test_token_is_spent_by_the_next_one() -> None:
    earlier = new_token()
    new_token()
    with pytest.raises(LinkIsSpent):
        check_link_token(earlier)


def test_token_is_spent_once_somebody_has_an_account() -> None:
    token = new_token()
    open_account("kaicho", password=PASSWORD)
    with pytest.raises(LinkIsSpent):
        check_link_token(token)


def test_token_is_not_made_once_somebody_has_an_account() -> None:
    open_account("kaicho", password=PASSWORD)
    assert make_link_token() is None


def test_weak_password_spends_nothing() -> None:
    token = new_token()
    with pytest.raises(PasswordTooWeak):
        open_first_account(token, username="kaicho", password="short")
    assert open_first_account(token, username="kaicho", password=PASSWORD)


@pytest.mark.parametrize("token", ["", "guess", "推測"])
def test_other_tokens_are_refused(token: str) -> None:
    new_token()
    with pytest.raises(LinkIsSpent):
        check_link_token(token)
