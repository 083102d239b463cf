"""The protocol of docs/api.md: acts sent once, twice, late, and against each other."""

from uuid import uuid4

import pytest

from scoring.models import Deal
from scoring.services.acts import last_act
from tests.api.conftest import Caller
from tests.events import make_match, play
from tournaments.models import Match

pytestmark = pytest.mark.django_db

TEN = "points,1,10"
TWENTY = "points,2,20"


@pytest.fixture
def match() -> Match:
    return make_match()


def body(record: str = TEN, after: object = None, **more: object) -> dict[str, object]:
    return {"game": 1, "after": after and str(after), "record": record, **more}


def test_deal_is_recorded_and_names_the_next_after(desk: Caller, match: Match) -> None:
    uuid = uuid4()
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid}", body())
    assert answer.status_code == 200
    assert answer.json() == {
        "act": str(uuid),
        "deal": str(uuid),
        "game": 1,
        "number": 1,
        "state": "current",
        "record": "points,1,10",
        "outcome": answer.json()["outcome"],
        "fault": None,
        "warnings": [],
        "last_act": str(uuid),
        "match_state": "playing",
        "missing": [],
    }
    assert answer.json()["outcome"]["points"] == {"1": 10, "2": 0}


def test_same_act_again_is_the_same_answer_and_one_deal(desk: Caller, match: Match) -> None:
    path = f"matches/{match.code}/deals/{uuid4()}"
    first, again = (desk.send("put", path, body()) for _ in range(2))
    assert (again.status_code, again.json()) == (200, first.json())
    assert Deal.objects.count() == 1


def test_deals_is_the_same_resource_as_acts(desk: Caller, match: Match) -> None:
    uuid = uuid4()
    first = desk.send("put", f"matches/{match.code}/acts/{uuid}", body(act="deal"))
    again = desk.send("put", f"matches/{match.code.lower()}/deals/{uuid}", body())
    assert (again.status_code, again.json()) == (200, first.json())


def test_same_uuid_with_another_body_is_refused_and_stores_nothing(desk: Caller, match: Match) -> None:
    path = f"matches/{match.code}/deals/{uuid4()}"
    desk.send("put", path, body())
    answer = desk.send("put", path, body(TWENTY))
    assert (answer.status_code, answer.json()["code"]) == (409, "uuid_reused")
    assert [deal.record for deal in Deal.objects.all()] == [TEN]


def test_same_uuid_for_another_match_is_refused(desk: Caller, match: Match) -> None:
    uuid, other = uuid4(), make_match()
    desk.send("put", f"matches/{match.code}/deals/{uuid}", body())
    answer = desk.send("put", f"matches/{other.code}/deals/{uuid}", body())
    assert (answer.status_code, answer.json()["code"]) == (409, "uuid_reused")
    assert Deal.objects.count() == 1


def test_late_act_that_says_the_same_gets_the_one_that_came_first(desk: Caller, match: Match) -> None:
    first = play(match, TEN)
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid4()}", body())
    assert (answer.status_code, answer.json()["deal"]) == (200, str(first.uuid))
    assert Deal.objects.count() == 1


def test_late_act_that_differs_is_held_and_both_are_shown(
    desk: Caller, anybody: Caller, match: Match
) -> None:
    first, uuid = play(match, TEN), uuid4()
    answers = [desk.send("put", f"matches/{match.code}/deals/{uuid}", body(TWENTY)) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [409, 409]
    told = answers[0].json()
    assert answers[1].json() == told
    assert told["code"] == "act_conflict"
    assert told["params"] == {
        "existing": {"uuid": str(first.uuid), "act": "deal", "game": 1, "record": TEN},
        "held": {"uuid": str(uuid), "act": "deal", "game": 1, "record": TWENTY},
    }
    public = anybody.read(f"matches/{match.code}").json()
    assert (public["match"]["state"], public["match"]["scored"]) == ("disputed", False)
    assert (public["sheet"]["disputed"], public["sheet"]["games"]) == (True, [])


def test_desk_chooses_between_the_two(desk: Caller, match: Match) -> None:
    play(match, TEN)
    held = uuid4()
    desk.send("put", f"matches/{match.code}/deals/{held}", body(TWENTY))
    answer = desk.send("post", f"matches/{match.code}/resolve", {"held": str(held)})
    assert answer.status_code == 200
    told = answer.json()
    assert told["match"]["state"] == "playing"
    states = {row["record"]: row["state"] for row in told["sheet"]["games"][0]["rows"]}
    assert states == {TEN: "superseded", TWENTY: "current"}
    again = desk.send("post", f"matches/{match.code}/resolve", {"held": str(held)})
    assert (again.status_code, again.json()["code"]) == (409, "nothing_held")


def test_unlawful_deal_names_the_play_and_the_rule(desk: Caller, match: Match) -> None:
    play(match, TEN)
    record = "11112345,11123456,11234567,12345689,s1,1p"
    path = f"matches/{match.code}/deals/{uuid4()}"
    answer = desk.send("put", path, body(record, after=last_act(match)))
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "deal_refused")
    assert told["params"].keys() == {"fault", "ply", "rule", "game", "number"}
    assert (told["params"]["game"], told["params"]["number"]) == (1, 2)
    assert Deal.objects.count() == 1


def test_unlawful_deal_is_kept_when_the_referee_asks(desk: Caller, match: Match) -> None:
    path = f"matches/{match.code}/deals/{uuid4()}"
    refused = desk.send("put", path, body("gibberish"))
    assert (refused.status_code, refused.json()["params"]["ply"]) == (422, 0)
    kept = desk.send("put", path, body("gibberish", keep_rejected=True))
    told = kept.json()
    assert (kept.status_code, told["state"], told["outcome"]) == (200, "rejected", None)
    assert told["fault"]["fault"] == refused.json()["params"]["fault"]
    assert told["match_state"] == "waiting"


def test_retract_takes_the_last_deal_back(desk: Caller, match: Match) -> None:
    first = play(match, TEN)
    path = f"matches/{match.code}/acts/{uuid4()}"
    retract = {"act": "retract", "game": 1, "after": str(first.uuid)}
    answer = desk.send("put", path, retract)
    assert (answer.status_code, answer.json()["state"]) == (200, "retracted")
    assert answer.json()["deal"] == str(first.uuid)
    assert answer.json()["last_act"] == path.rpartition("/")[2]
    assert desk.send("put", path, retract).json() == answer.json()


def test_nothing_can_be_taken_back_before_the_first_deal(desk: Caller, match: Match) -> None:
    answer = desk.send("put", f"matches/{match.code}/acts/{uuid4()}", {"act": "retract", "after": None})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_retract")


@pytest.mark.parametrize("act", ["deal", "redeal"])
def test_act_that_needs_a_record_and_has_none(desk: Caller, match: Match, act: str) -> None:
    answer = desk.send("put", f"matches/{match.code}/acts/{uuid4()}", {"act": act, "after": None})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    fault = answer.json()["params"]["fields"][0]
    assert (fault["field"], fault["code"]) == ("record", "required")


def test_redeal_is_an_act_without_points(desk: Caller, match: Match) -> None:
    answer = desk.send("put", f"matches/{match.code}/acts/{uuid4()}", body("sheet,s1,R", act="redeal"))
    assert (answer.status_code, answer.json()["outcome"]["end"]) == (200, "redeal")


def test_game_that_is_not_there_is_named(desk: Caller, match: Match) -> None:
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid4()}", body() | {"game": 7})
    assert (answer.status_code, answer.json()["code"]) == (404, "game_unknown")


def test_confirmed_match_takes_no_more(desk: Caller, match: Match) -> None:
    desk.send("put", f"matches/{match.code}/totals", {"totals": [[150, 90]]})
    assert desk.send("post", f"matches/{match.code}/confirm").status_code == 200
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid4()}", body())
    assert (answer.status_code, answer.json()["code"]) == (409, "match_closed")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("after", "yesterday"),
        ("record", "1" * 2_001),
        ("record", ""),
        ("record", None),
        ("record", "\x00"),
        ("game", 0),
        ("game", 10**30),
        ("game", "one"),
        ("keep_rejectd", True),
    ],
)
def test_field_that_is_not_as_agreed_is_named(desk: Caller, match: Match, field: str, value: object) -> None:
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid4()}", body() | {field: value})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert [fault["field"] for fault in answer.json()["params"]["fields"]] == [field]
    assert not Deal.objects.exists()


def test_after_must_be_said_even_when_there_is_none(desk: Caller, match: Match) -> None:
    answer = desk.send("put", f"matches/{match.code}/deals/{uuid4()}", {"record": TEN})
    assert answer.json()["params"]["fields"][0]["field"] == "after"
