"""Whoever enters does not confirm, as long as somebody else was given a role at the event."""

from functools import partial
from uuid import uuid4

import pytest

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import close_account, grant_role
from ledger.models import Act
from scoring.enums import DealState
from scoring.errors import ActConflict, ConfirmByAnother, NotToConfirm
from scoring.models import Deal
from scoring.selectors.confirmations import is_confirmed_alone
from scoring.services.confirmations import confirm_at_desk
from scoring.services.deals import record_deal, resolve_dispute
from scoring.services.outcomes import record_forfeit, record_totals
from scoring.services.results import reopen_match
from scoring.services.undo import undo_last
from tests.events import make_match, make_stage, seen
from tests.phones import phone_at
from tournaments.enums import MatchState
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


def staff(match: Match, name: str, role: RoleName = RoleName.KEYER) -> Account:
    """Somebody who was given this role at the match's event."""
    account = Account.objects.create_account(name, password="-")
    grant_role(account, role=role, scope=Scope.EVENT, scope_uuid=match.tournament.uuid)
    return account


def now(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def key_totals(match: Match, by: Account) -> None:
    record_totals(now(match), totals=[(150, 100)], by=by)


def confirmed(match: Match) -> Act:
    return Act.objects.select_related("payload").get(subject=match.uuid, kind="match_confirmed")


def test_who_keyed_it_leaves_the_confirming_to_others(match: Match) -> None:
    kazuma, hana = staff(match, "kazuma"), staff(match, "hana", RoleName.REFEREE)
    key_totals(match, kazuma)
    with pytest.raises(ConfirmByAnother) as refused:
        confirm_at_desk(now(match), by=kazuma)
    assert refused.value.params == {"table": "1", "names": ["hana"]}
    assert now(match).state == MatchState.TO_CONFIRM.value
    confirm_at_desk(now(match), by=hana)
    assert now(match).state == MatchState.CONFIRMED.value
    assert confirmed(match).payload.content["alone"] is False
    assert not is_confirmed_alone(now(match))


def test_who_keyed_the_last_deal_leaves_it_to_others(match: Match) -> None:
    kazuma, hana = staff(match, "kazuma"), staff(match, "hana")
    for by in (hana, kazuma):
        record_deal(match, uuid=uuid4(), after=seen(match), record="sheet,s1,1,7,doubled", by=by)
    with pytest.raises(ConfirmByAnother):
        confirm_at_desk(now(match), by=kazuma)
    confirm_at_desk(now(match), by=hana)


def test_who_has_decided_a_dispute_has_keyed_nothing(match: Match) -> None:
    kazuma, hana = staff(match, "kazuma", RoleName.REFEREE), staff(match, "hana")
    eighty = partial(record_deal, match, record="sheet,s1,1,7,doubled", by=hana)  # twice is 160, past 150
    eighty(uuid=uuid4(), after=None)
    gone = record_deal(match, uuid=uuid4(), after=seen(match), record="sheet,s1,1,1,led", by=hana)
    undo_last(now(match), act=gone.uuid, by=hana)
    with pytest.raises(ActConflict):
        eighty(uuid=uuid4(), after=gone.uuid)
    resolve_dispute(now(match), held=Deal.objects.get(state=DealState.HELD.value), by=kazuma)
    assert now(match).state == MatchState.TO_CONFIRM.value
    confirm_at_desk(now(match), by=kazuma)
    assert not is_confirmed_alone(now(match))


def test_one_person_does_both_where_nobody_else_has_a_role_and_it_is_marked(match: Match) -> None:
    kazuma = staff(match, "kazuma", RoleName.ORGANISER)
    key_totals(match, kazuma)
    confirm_at_desk(now(match), by=kazuma)
    assert confirmed(match).payload.content["alone"] is True
    assert is_confirmed_alone(now(match))
    reopen_match(now(match), reason="もう一度", by=kazuma)
    assert not is_confirmed_alone(now(match))


def test_what_was_undone_was_not_the_last_value(match: Match) -> None:
    kazuma, hana = staff(match, "kazuma"), staff(match, "hana", RoleName.REFEREE)
    key_totals(match, kazuma)
    record_totals(now(match), totals=[(150, 90)], by=hana)
    undo_last(now(match), act=Act.objects.filter(subject=match.uuid).latest("number").uuid, by=hana)
    with pytest.raises(ConfirmByAnother):
        confirm_at_desk(now(match), by=kazuma)
    confirm_at_desk(now(match), by=hana)


def test_neither_a_reader_nor_a_closed_account_nor_another_event_is_somebody_else(match: Match) -> None:
    kazuma, gone = staff(match, "kazuma"), staff(match, "gone")
    staff(match, "reader", RoleName.READER)
    close_account(gone)
    other = Account.objects.create_account("elsewhere", password="-")
    grant_role(other, role=RoleName.REFEREE, scope=Scope.EVENT, scope_uuid=make_stage().tournament.uuid)
    key_totals(match, kazuma)
    confirm_at_desk(now(match), by=kazuma)
    assert is_confirmed_alone(now(match))


def test_what_came_from_a_phone_is_confirmed_by_anybody_at_the_desk(match: Match) -> None:
    kazuma = staff(match, "kazuma")
    staff(match, "hana")
    phone = phone_at(match, seat=1)
    for _ in range(2):
        assert phone.send(match, record="sheet,s1,1,7,doubled").status_code == 200
    confirm_at_desk(now(match), by=kazuma)
    assert not is_confirmed_alone(now(match))


def test_a_walkover_is_decided_and_needs_no_second_person(match: Match) -> None:
    referee = staff(match, "kazuma", RoleName.REFEREE)
    staff(match, "hana")
    record_forfeit(match, winner=1, reason="来ない", by=referee)
    confirm_at_desk(now(match), by=referee)
    assert now(match).state == MatchState.CONFIRMED.value


def test_confirming_again_changes_nothing_and_too_early_is_refused_as_such(match: Match) -> None:
    kazuma, hana = staff(match, "kazuma"), staff(match, "hana")
    with pytest.raises(NotToConfirm):
        confirm_at_desk(now(match), by=kazuma)
    key_totals(match, kazuma)
    confirm_at_desk(now(match), by=hana)
    confirm_at_desk(now(match), by=kazuma)
    assert confirmed(match).actor == hana.uuid
