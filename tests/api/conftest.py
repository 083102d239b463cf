"""Who calls: nobody, an organiser of the club, an organiser of another one."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club
from clubs.services.accounts import grant_role
from clubs.services.members import found_club
from tests.events import make_club


class Caller(APIClient):
    """Speaks JSON and knows where the API is."""

    def read(self, path: str, **headers: str) -> Any:
        return self.get(f"/api/v1/{path}", headers=headers)

    def send(self, method: str, path: str, body: object = None) -> Any:
        send: Any = getattr(self, method)
        return send(f"/api/v1/{path}", body, format="json")


def organiser_of(club: Club) -> Account:
    account = Account.objects.create_account(f"organiser of {club.slug}", password="-")
    grant_role(account, role=RoleName.ORGANISER, scope=Scope.CLUB, scope_uuid=club.uuid)
    return account


def caller(account: Account | None = None) -> Caller:
    client = Caller()
    if account:
        client.force_login(account)
    return client


@pytest.fixture
def anybody() -> Caller:
    return caller()


@pytest.fixture
def desk(db: None) -> Caller:
    return caller(organiser_of(make_club()))


@pytest.fixture
def elsewhere(db: None) -> Caller:
    """The desk of another club."""
    return caller(organiser_of(found_club("大阪", slug="osaka-goita", branches={})))
