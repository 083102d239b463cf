"""Links, PINs and codes: nothing is told to whoever guesses, and guessing ends soon."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.acts import INSTALLATION, chain_faults
from ledger.models import Act
from tests.events import make_match
from tests.phones import slip_of
from tournaments.errors import CodesLocked, CodeWrong, LinkExpired, LinkLocked, LinkOrPinWrong, LinkRevoked
from tournaments.models import Match, Phone, PhoneAccess, SideCode, TableLink
from tournaments.selectors.phones import ShownLink, people_of_side
from tournaments.services.phones import enter_by_link
from tournaments.services.side_codes import check_code, issue_codes
from tournaments.services.table_links import renew_link, revoke_link, unlock_link

pytestmark = pytest.mark.django_db

UNKNOWN = "a" * 32


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def slip(match: Match) -> ShownLink:
    return slip_of(match)


def wrong(pin: str) -> str:
    """Six digits, each another than in the right one."""
    return "".join(str((int(digit) + 5) % 10) for digit in pin)


def refused(token: str, pin: str) -> tuple[type[Exception], object]:
    with pytest.raises((LinkOrPinWrong, LinkLocked, LinkRevoked, LinkExpired)) as told:
        enter_by_link(token, pin=pin)
    return told.type, told.value.params


def lock_up(token: str, pin: str) -> None:
    for _ in range(5):
        refused(token, pin)


def kinds(match: Match) -> list[str]:
    acts = Act.objects.filter(scope=match.tournament.uuid).order_by("number")
    return list(acts.values_list("kind", flat=True))


def test_the_right_pin_lets_in_and_the_same_phone_stays_the_same(match: Match, slip: ShownLink) -> None:
    first = enter_by_link(slip.token, pin=slip.pin)
    again = enter_by_link(slip.token, pin=slip.pin, key=first.key)
    assert first.access == again.access
    assert enter_by_link(slip.token, pin=slip.pin).access != first.access
    assert kinds(match).count("phone_entered") == 2


def test_five_wrong_pins_lock_the_link_for_the_right_one_too(
    match: Match, slip: ShownLink, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        assert refused(slip.token, wrong(slip.pin)) == (LinkOrPinWrong, {})
    assert refused(slip.token, wrong(slip.pin)) == (LinkLocked, {})
    assert refused(slip.token, slip.pin) == (LinkLocked, {})
    assert not Phone.objects.exists()
    assert [line for line in caplog.messages if "wrong PIN" in line] == [
        f"wrong PIN {number} for link {slip.link.uuid}" for number in range(1, 6)
    ]
    assert not [line for line in caplog.messages if slip.token in line or slip.pin in line]
    assert kinds(match).count("link_locked") == 1
    assert list(chain_faults(match.tournament.uuid)) == []


def test_a_right_pin_in_between_begins_the_count_anew(slip: ShownLink) -> None:
    for _ in range(2):
        for _ in range(4):
            assert refused(slip.token, wrong(slip.pin))[0] is LinkOrPinWrong
        enter_by_link(slip.token, pin=slip.pin)


def test_the_desk_unlocks_the_link(match: Match, slip: ShownLink) -> None:
    lock_up(slip.token, wrong(slip.pin))
    unlock_link(slip.link)
    assert enter_by_link(slip.token, pin=slip.pin).access.link == slip.link
    assert "link_unlocked" in kinds(match)


def test_an_unknown_token_costs_and_tells_what_a_wrong_pin_does(slip: ShownLink) -> None:
    def asked(token: str) -> tuple[object, int]:
        with CaptureQueriesContext(connection) as queries:
            told = refused(token, wrong(slip.pin))
        return told, len(queries)

    for _ in range(7):  # five wrong ones, and two at a locked door
        assert asked(slip.token) == asked(UNKNOWN)
    assert list(chain_faults(INSTALLATION)) == []


@pytest.mark.parametrize(("pin_is_right", "refusals"), [
    (True, [LinkExpired, LinkRevoked]),
    (False, [LinkOrPinWrong, LinkOrPinWrong]),
])  # fmt: skip
def test_only_whoever_knows_the_pin_is_told_that_a_link_is_out(
    slip: ShownLink, *, pin_is_right: bool, refusals: list[type[Exception]]
) -> None:
    pin = slip.pin if pin_is_right else wrong(slip.pin)
    TableLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    told = [refused(slip.token, pin)[0]]
    revoke_link(TableLink.objects.get())
    told.append(refused(slip.token, pin)[0])
    assert told == refusals


def test_a_new_link_has_another_token_and_pin_and_the_old_one_is_out(match: Match, slip: ShownLink) -> None:
    renew_link(slip.link)
    new = slip_of(match)
    assert {new.token, new.pin}.isdisjoint({slip.token, slip.pin})
    assert refused(slip.token, slip.pin)[0] is LinkRevoked
    assert enter_by_link(new.token, pin=new.pin).access.link == new.link


def test_neither_tokens_nor_keys_nor_codes_are_stored(match: Match, slip: ShownLink) -> None:
    key = enter_by_link(slip.token, pin=slip.pin).key
    codes = issue_codes(match.tournament, people_of_side(match, 1))
    stored = [
        *TableLink.objects.values_list("token_digest", flat=True),
        *Phone.objects.values_list("key_digest", flat=True),
        *SideCode.objects.values_list("digest", flat=True),
    ]
    assert len(stored) == 4
    assert not [secret for secret in (slip.token, slip.pin, key, *codes.values()) if secret in stored]
    assert {len(digest) for digest in stored} == {64}


# Codes of the sides


@pytest.fixture
def codes(match: Match) -> dict[int, str]:
    """The code of one person of each side."""
    people = [people_of_side(match, side)[0] for side in (1, 2)]
    return dict(enumerate(issue_codes(match.tournament, people).values(), 1))


def phone(slip: ShownLink) -> PhoneAccess:
    return enter_by_link(slip.token, pin=slip.pin).access


def guess(match: Match, access: PhoneAccess, code: str, *, times: int = 1) -> list[type[Exception]]:
    """What is answered to so many wrong codes for side 2."""
    answers: list[type[Exception]] = []
    for _ in range(times):
        with pytest.raises((CodeWrong, CodesLocked)) as told:
            check_code(match, side=2, code=code, access=access)
        answers.append(told.type)
    return answers


def test_a_code_confirms_for_its_own_side_alone(match: Match, slip: ShownLink, codes: dict[int, str]) -> None:
    access = phone(slip)
    check_code(match, side=1, code=codes[1], access=access)
    check_code(match, side=2, code=codes[2], access=access)
    assert guess(match, access, codes[1]) == [CodeWrong]


def test_five_wrong_codes_on_one_phone_lock_it_and_no_other(
    match: Match, slip: ShownLink, codes: dict[int, str]
) -> None:
    access, other = phone(slip), phone(slip)
    assert guess(match, access, wrong(codes[2]), times=5) == [CodeWrong] * 4 + [CodesLocked]
    assert guess(match, access, codes[2]) == [CodesLocked]
    check_code(match, side=2, code=codes[2], access=other)
    assert kinds(match).count("codes_locked") == 1


def test_twenty_wrong_codes_at_one_match_lock_every_phone_there(
    match: Match, slip: ShownLink, codes: dict[int, str]
) -> None:
    for number in range(5):
        last = [CodesLocked] if number == 4 else [CodeWrong]
        assert guess(match, phone(slip), wrong(codes[2]), times=4) == [CodeWrong] * 3 + last
    assert guess(match, phone(slip), codes[2]) == [CodesLocked]


def test_the_desk_unlocks_the_codes(match: Match, slip: ShownLink, codes: dict[int, str]) -> None:
    access = phone(slip)
    guess(match, access, wrong(codes[2]), times=5)
    unlock_link(slip.link)
    access.refresh_from_db()
    check_code(match, side=2, code=codes[2], access=access)
    assert "link_unlocked" in kinds(match)


def test_a_new_link_begins_without_the_wrong_codes_of_the_old_one(
    match: Match, slip: ShownLink, codes: dict[int, str]
) -> None:
    for _ in range(5):
        guess(match, phone(slip), wrong(codes[2]), times=4)
    renew_link(slip.link)
    check_code(match, side=2, code=codes[2], access=phone(slip_of(match)))


def test_a_code_issued_again_takes_the_place_of_the_first(match: Match, slip: ShownLink) -> None:
    person = people_of_side(match, 2)[0]
    first = issue_codes(match.tournament, [person])[person]
    second = first
    while second == first:  # four random digits may be the same again
        second = issue_codes(match.tournament, [person])[person]
    access = phone(slip)
    assert guess(match, access, first) == [CodeWrong]
    check_code(match, side=2, code=second, access=access)
