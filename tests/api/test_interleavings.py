"""Two phones and the desk on one match: two hundred orders in which their acts arrive, some of them twice."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from scoring.enums import DealState
from scoring.models import Deal
from tests.desk import desk_client
from tests.events import make_pair, make_stage, play, seen, start_round
from tests.phones import TablePhone, phone_at
from tests.senders.model import BACK, DEALS, NOW, Made, Model, deliver, made_at_once, made_offline
from tournaments.models import Match

pytestmark = pytest.mark.django_db
SEEDS = 200


@pytest.fixture
def match() -> Match:
    stage = make_stage()
    make_pair(stage)
    make_pair(stage)
    return start_round(stage).matches.get()


@pytest.fixture
def phones(match: Match) -> list[TablePhone]:
    return [phone_at(match, seat=seat) for seat in (1, 2)]


def body_of(act: Made, match: Match) -> dict[str, Any]:
    after = seen(match) if act.after == NOW else act.after
    if act.content == BACK:
        return {"act": "retract", "game": 1, "after": after, "record": ""}
    return {"act": "deal", "game": 1, "after": after, "record": act.content}


def at_desk(client: Client, match: Match, uuid: str, body: dict[str, Any]) -> Any:
    address = f"/api/v1/matches/{match.code}/acts/{uuid}"
    return client.put(address, json.dumps(body, default=str), content_type="application/json")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_acts_of_three_senders_in_any_order(seed: int, match: Match, phones: list[TablePhone]) -> None:
    dice = Random(seed)
    desk = desk_client()
    first = play(match, DEALS[0])
    base = str(first.uuid)
    model = Model([(base, DEALS[0])])
    queues = [made_offline(dice, base), made_offline(dice, base), made_at_once(dice)]
    order = [sender for sender, acts in enumerate(queues) for _act in acts]
    dice.shuffle(order)

    def send(sender: int, act: Made) -> tuple[int, str]:
        body = body_of(act, match)
        for _time in range(dice.choice([1, 1, 2])):  # an answer that was lost: sent again
            if sender < len(phones):
                answer = phones[sender].put(match, f"acts/{act.uuid}", body)
            else:
                answer = at_desk(desk, match, act.uuid, body)
        status, standing = model.take(act)
        assert answer.status_code == status, answer.content.decode()
        if status == 200:
            assert answer.json()["act"] == standing
        return status, standing

    deliver(queues, order, send)
    rows = Deal.objects.filter(game__match=match).order_by("number")
    current = [row for row in rows if row.state == DealState.CURRENT.value]
    assert [row.record for row in current] == model.standing
    assert [row.number for row in current] == list(range(1, len(current) + 1))
    match.refresh_from_db()
    assert (match.state == "disputed") is bool(model.held)
