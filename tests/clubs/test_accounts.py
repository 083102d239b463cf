"""Roles granted and revoked, accounts closed: each an act, and from the next request on."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.enums import ROLES, RoleName, Scope
from clubs.errors import LastAdmin, RoleNotThere
from clubs.models import Account, Role
from clubs.selectors.roles import is_admin
from clubs.services.accounts import close_account, grant_role, revoke_role
from ledger.acts import INSTALLATION, chain_faults
from ledger.models import Act
from tests.events import make_stage
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def account(name: str, role: RoleName | None = None, event: Tournament | None = None) -> Account:
    made = Account.objects.create_account(name, password="gin-to-kin-3030")
    if role:
        scope = Scope.EVENT if event else Scope.INSTALLATION
        grant_role(made, role=role, scope=scope, scope_uuid=event.uuid if event else None)
    return made


def kinds(account: Account) -> list[str]:
    return list(Act.objects.filter(subject=account.uuid).order_by("number").values_list("kind", flat=True))


def test_a_role_is_granted_once_revoked_once_and_both_are_acts() -> None:
    event, kazuma = make_stage().tournament, account("kazuma")
    for _ in range(2):
        role = grant_role(kazuma, role=RoleName.KEYER, scope=Scope.EVENT, scope_uuid=event.uuid)
    gone = Role.objects.get(pk=role.pk)
    revoke_role(role, by=kazuma)
    revoke_role(gone, by=kazuma)
    assert kinds(kazuma) == ["role_granted", "role_revoked"]
    told = Act.objects.select_related("payload").get(kind="role_revoked")
    assert told.payload.content == {"role": "keyer", "scope": "event", "scope_uuid": str(event.uuid)}
    assert told.actor == kazuma.uuid
    assert list(chain_faults(INSTALLATION)) == []


@pytest.mark.parametrize("scope", Scope)
def test_a_scope_has_its_own_roles_and_no_others(scope: Scope) -> None:
    place = None if scope is Scope.INSTALLATION else make_stage().tournament.uuid
    kazuma = account("kazuma")
    for role in RoleName:
        if role in ROLES[scope]:
            grant_role(kazuma, role=role, scope=scope, scope_uuid=place)
        else:
            with pytest.raises(RoleNotThere):
                grant_role(kazuma, role=role, scope=scope, scope_uuid=place)


def test_the_last_admin_stays_one_until_there_is_another() -> None:
    first = account("first", RoleName.ADMIN)
    with pytest.raises(LastAdmin):
        revoke_role(first.roles.get(), by=first)
    with pytest.raises(LastAdmin):
        close_account(first, by=first)
    assert is_admin(first)
    assert kinds(first) == ["role_granted"]
    second = account("second", RoleName.ADMIN)
    revoke_role(first.roles.get(), by=first)
    assert (is_admin(first), is_admin(second)) == (False, True)


def test_an_admin_whose_account_is_closed_is_no_other_admin() -> None:
    first, second = account("first", RoleName.ADMIN), account("second", RoleName.ADMIN)
    close_account(second, by=first)
    with pytest.raises(LastAdmin):
        close_account(first, by=first)


def test_a_role_revoked_while_signed_in_ends_at_the_next_request() -> None:
    event = make_stage().tournament
    kazuma = account("kazuma", RoleName.ORGANISER, event)
    client, desk = Client(), reverse("desk-event", args=[event.slug])
    client.force_login(kazuma)
    assert client.get(desk).status_code == 200
    revoke_role(kazuma.roles.get())
    assert client.get(desk).status_code == 403
    assert client.post(desk, {"act": "gate", "gate": "draw", "public": "on"}).status_code == 403


def test_a_closed_account_is_out_holds_nothing_and_lets_nobody_in_again() -> None:
    event = make_stage().tournament
    kazuma = account("kazuma", RoleName.ORGANISER, event)
    client, desk = Client(), reverse("desk-event", args=[event.slug])
    client.force_login(kazuma)
    close_account(kazuma)
    close_account(kazuma)
    assert client.get(desk).headers["Location"].startswith("/sign-in/?next=")
    assert not kazuma.roles.exists()
    assert kinds(kazuma) == ["role_granted", "role_revoked", "account_closed"]
    typed = {"username": "kazuma", "password": "gin-to-kin-3030"}
    assert client.post(reverse("sign-in"), typed).status_code == 403
    Account.objects.filter(pk=kazuma.pk).update(is_active=True)
    assert client.get(desk).status_code == 302, "the old session must not come back to life"


@pytest.mark.django_db(transaction=True)
def test_of_two_admins_who_take_each_other_away_at_once_one_stays() -> None:
    admins = [account(name, RoleName.ADMIN) for name in ("first", "second")]
    start = Barrier(2)

    def take_away(other: Account) -> bool:
        start.wait()
        try:
            revoke_role(other.roles.get())
        except LastAdmin:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as both:
        done = list(both.map(take_away, admins))
    assert sorted(done) == [False, True]
    assert [is_admin(admin) for admin in admins] == [not gone for gone in done]
