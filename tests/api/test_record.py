"""A full record as it is tapped: what the engine says of it through the interface, and masked records kept.

Hands and plays of the records are worked out by hand from G-1 to G-6; see the comments.
"""

from typing import Any
from uuid import uuid4

import pytest

from clubs.enums import RoleName, Scope
from clubs.models import Account
from clubs.services.accounts import grant_role
from ledger.acts import chain_faults
from scoring.models import Deal
from scoring.selectors.attachments import masked_records
from scoring.services.deals import correct_deal
from tests.api.conftest import Caller, caller, organiser_of
from tests.events import make_match, make_pair, make_stage, play, seen, start_round
from tests.phones import HERE, TablePhone, phone_at
from tournaments.api.phone_cookie import HEADER
from tournaments.models import Match

pytestmark = pytest.mark.django_db

# Ten pawns and every other kind in its number (G-1.1).
HANDS = "11123458,11234569,11123457,11234567"
# Seat 1 has six pawns and two golds: it wins 60, the higher of both doubled (G-3.4).
SIX = "11111155,11234569,12233457,12344678"
# Seat 1 has five pawns: its partner may ask for another deal (G-3.1).
FIVE = "11111458,11234569,12233457,11234567"
# Only seat 1's own hand is known.
MASKED = "11123458,xxxxxxxx,xxxxxxxx,xxxxxxxx"


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def desk(match: Match) -> Caller:
    return caller(organiser_of(match.tournament.club))


def position(desk: Caller, match: Match, record: str) -> Any:
    answer = desk.send("post", f"matches/{match.code}/lawful", {"record": record})
    assert answer.status_code == 200, answer.json()
    return answer.json()


def test_leader_may_play_any_two_tiles_but_no_king_and_not_pass(desk: Caller, match: Match) -> None:
    now = position(desk, match, f"{HANDS},s1")
    assert (now["to_play"], now["leads"], now["outcome"], now["fault"]) == (1, True, None, None)
    # Kinds held: 1 2 3 4 5 8, three pawns. A king attacks only after a king was shown (G-5).
    kinds = "123458"
    lawful = {f"1{d}{a}" for d in kinds for a in kinds if a != "8" and (d != a or d == "1")}
    assert set(now["legal"]) == lawful


def test_receiver_matches_the_attack_or_takes_it_with_the_king_or_passes(desk: Caller, match: Match) -> None:
    now = position(desk, match, f"{HANDS},s1,124")
    assert (now["to_play"], now["leads"], now["plies"]) == (2, False, 1)
    defences = {event[1] for event in now["legal"]}
    assert defences == {"4", "9", "p"}  # the silver itself, the king (G-4.4), nothing
    # A king once face up lets kings attack (G-5 a), but seat 2 has only the one it receives with.
    assert "2p" in now["legal"]
    assert "298" not in now["legal"]


@pytest.mark.parametrize(
    ("events", "ply", "code", "rule"),
    [
        ("1p", 1, "leader_cannot_pass", "G-4.2"),
        ("124,256", 2, "defence_does_not_match", "G-4.3"),
        ("121,291", 2, "defence_does_not_match", "G-4.4"),
        ("128", 1, "king_attack_not_allowed", "G-5"),
        ("124,3p", 2, "wrong_turn", "G-4.1"),
    ],
)
def test_an_unlawful_event_is_named_with_its_ply_and_in_words(
    desk: Caller, match: Match, events: str, ply: int, code: str, rule: str
) -> None:
    now = position(desk, match, f"{HANDS},s1,{events}")
    assert (now["fault"]["ply"], now["fault"]["code"], now["fault"]["rule"]) == (ply, code, rule)
    assert now["fault"]["words"] not in ("", code)
    assert (now["plies"], now["legal"], now["outcome"]) == (ply - 1, [], None)


def test_hands_that_are_not_the_whole_set_are_a_fault_of_the_deal(desk: Caller, match: Match) -> None:
    now = position(desk, match, "11123458,11234569,11123457,11234566,s1")  # a rook too few
    assert (now["fault"]["ply"], now["fault"]["code"]) == (0, "wrong_tile_count")


def test_six_pawns_end_the_deal_before_play(desk: Caller, match: Match) -> None:
    now = position(desk, match, f"{SIX},s2")
    assert now["legal"] == []
    assert (now["outcome"]["points"], now["outcome"]["end"]) == ({"1": 60, "2": 0}, "special")
    assert now["outcome"]["next"] == [1, 1, 1, 1]  # who declared deals next (G-3.7)


def test_five_pawns_may_be_dealt_again_or_played(desk: Caller, match: Match) -> None:
    now = position(desk, match, f"{FIVE},s2")
    assert "R" in now["legal"]
    assert len(now["legal"]) > 1
    again = position(desk, match, f"{FIVE},s2,R")
    assert (again["outcome"]["end"], again["outcome"]["points"]) == ("redeal", {})
    assert again["outcome"]["next"][0] == 2  # the same dealer (G-3.1)
    assert "R" not in position(desk, match, f"{HANDS},s2")["legal"]


def test_unseen_tiles_may_be_whatever_is_left(desk: Caller, match: Match) -> None:
    now = position(desk, match, f"{MASKED},s1,124")
    assert now["to_play"] == 2
    assert {"2p", "244", "281"} - set(now["legal"]) == {"281"}  # seat 1 holds that king itself
    assert {"291", "298"} & set(now["legal"]) == {"291"}
    assert "254" not in now["legal"]  # gold does not receive silver


def test_the_page_at_the_table_and_the_desk_see_the_same_match(desk: Caller, match: Match) -> None:
    play(match, "sheet,s1,3,7,led")
    phone = phone_at(match, seat=2)
    headers = {HEADER: "1"}
    theirs = phone.client.get(f"/api/v1/matches/{match.code}/record", headers=headers).json()
    ours = desk.read(f"matches/{match.code}/record", **{"accept-language": "en"}).json()
    assert (theirs.pop("seat"), ours.pop("seat")) == (2, None)
    for state in (theirs, ours):
        state.pop("now")
    assert theirs == ours
    assert (ours["dealer"], ours["after"]) == (3, str(seen(match)))


def test_somebody_elses_table_tells_nothing() -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    here, there = start_round(stage).matches.all()
    phone = phone_at(here)
    assert [asked(phone, match).status_code for match in (here, there)] == [200, 403]


def asked(phone: TablePhone, match: Match) -> Any:
    return phone.client.post(
        f"/api/v1/matches/{match.code}/lawful",
        {"record": f"{HANDS},s1"},
        content_type="application/json",
        headers={HEADER: "1", "origin": HERE},
    )


def test_a_reader_of_the_event_may_not_tap_records(match: Match) -> None:
    reader = Account.objects.create_account("reader", password="-")
    grant_role(reader, role=RoleName.READER, scope=Scope.EVENT, scope_uuid=match.tournament.uuid)
    answer = caller(reader).send("post", f"matches/{match.code}/lawful", {"record": f"{HANDS},s1"})
    assert answer.status_code == 403


@pytest.mark.parametrize("body", [{}, {"record": ""}, {"record": "1" * 2001}, {"record": "1", "more": 1}])
def test_other_bodies_are_refused(desk: Caller, match: Match, body: dict[str, str]) -> None:
    assert desk.send("post", f"matches/{match.code}/lawful", body).status_code == 400


# Masked records


def enter(desk: Caller, match: Match, masked: str, *, record: str = "sheet,s1,3,7,led") -> Any:
    body = {"act": "deal", "game": 1, "after": seen(match), "record": record, "masked": masked}
    return desk.send("put", f"matches/{match.code}/acts/{uuid4()}", body)


def test_masked_record_is_kept_beside_the_facts_and_scores_nothing(desk: Caller, match: Match) -> None:
    text = f"{MASKED},s1,124,242,3p,4p,1p"
    answer = enter(desk, match, text)
    assert answer.status_code == 200
    deal = Deal.objects.get()
    assert deal.outcome is not None
    assert deal.normal_record == "sheet,s1,3,7,led"
    assert deal.outcome["points"] == {"1": 40, "2": 0}  # by the sheet, whatever the masked text shows
    assert masked_records(match) == {deal.uuid: text}
    assert list(chain_faults(match.tournament.uuid)) == []


def test_masked_record_with_a_fault_is_refused_with_its_ply(desk: Caller, match: Match) -> None:
    answer = enter(desk, match, f"{MASKED},s1,124,3p")  # seat 2 was to play
    assert answer.status_code == 422
    assert answer.json()["params"] | {"game": 1} == {
        "fault": "wrong_turn", "ply": 2, "rule": "G-4.1", "game": 1, "number": 1,
    }  # fmt: skip
    assert not Deal.objects.exists()
    assert masked_records(match) == {}


def test_masked_record_stays_with_the_earlier_version_of_a_corrected_deal(desk: Caller, match: Match) -> None:
    enter(desk, match, f"{MASKED},s1,124")
    first = Deal.objects.get()
    second = correct_deal(first, record="sheet,s1,3,6,led", reason="slip", by=None)
    assert masked_records(match) == {first.uuid: f"{MASKED},s1,124"}
    assert second.uuid not in masked_records(match)


def test_sent_again_the_masked_record_is_kept_once(desk: Caller, match: Match) -> None:
    body = {"act": "deal", "game": 1, "after": None, "record": "sheet,s1,3,7,led", "masked": f"{MASKED},s1"}
    address = f"matches/{match.code}/acts/{uuid4()}"
    assert [desk.send("put", address, body).status_code for _ in range(2)] == [200, 200]
    assert len(masked_records(match)) == Deal.objects.count() == 1
    assert desk.send("put", address, body | {"masked": f"{MASKED},s2"}).json()["code"] == "uuid_reused"


def test_masked_record_of_a_deal_that_somebody_else_entered_first_is_kept_too(
    desk: Caller, match: Match
) -> None:
    body = {"act": "deal", "game": 1, "after": None, "record": "sheet,s1,3,7,led", "masked": f"{MASKED},s1"}
    theirs = play(match, "sheet,s1,3,7,led")
    address = f"matches/{match.code}/acts/{uuid4()}"
    answers = [desk.send("put", address, body).json() for _ in range(2)]
    assert answers[0]["act"] == answers[1]["act"] == str(theirs.uuid)  # what the next act names
    assert masked_records(match) == {theirs.uuid: f"{MASKED},s1"}
    assert Deal.objects.count() == 1
    assert (
        desk.send(
            "put", f"matches/{match.code}/acts/{uuid4()}", body | {"after": answers[0]["act"]}
        ).status_code
        == 200
    )
