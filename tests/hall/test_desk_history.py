"""記録の経過, 元に戻す and 裁定 at the desk: what the pages say, and what their keys do."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from ledger.acts import append_act
from ledger.models import Act, ActPayload
from ledger.transactions import writing
from scoring.models import Ruling
from scoring.selectors.late_acts import late_acts, late_acts_of, matches_with_unseen
from scoring.services.deals import record_deal
from scoring.services.results import confirm_match, derive_score
from scoring.services.rounds import close_round
from tests.desk import desk_client, words
from tests.events import make_match, play, play_out, seen
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def client() -> Client:
    return desk_client()


def history(match: Match) -> str:
    return reverse("desk-match-history", args=[match.code])


def rulings(match: Match) -> str:
    return reverse("desk-rulings", args=[match.code])


def press_undo(client: Client, match: Match) -> Any:
    last = client.get(history(match)).context["undo"].line.act.uuid
    return client.post(history(match), {"act": "undo", "act_uuid": last}, follow=True)


def test_key_says_what_it_would_undo_and_walks_back(client: Client, match: Match) -> None:
    play(match, "sheet,s1,3,6,led")
    play(match, "sheet,s3,2,7,doubled")
    assert "Undo: Deal 2: 海野 out with 飛 doubled, 80 points" in words(client.get(history(match)))
    page = press_undo(client, match)
    assert "It is undone." in words(page)
    assert "Undo: Deal 1: 川田 out with 角, 40 points" in words(page)
    page = press_undo(client, match)
    assert page.context["undo"] is None
    assert derive_score(match).games == ()


def test_second_desk_is_told_that_something_else_is_last(client: Client, match: Match) -> None:
    play(match, "sheet,s1,3,6,led")
    second = play(match, "sheet,s3,2,7,doubled")
    typed = {"act": "undo", "act_uuid": str(second.uuid)}
    assert client.post(history(match), typed).status_code == 302
    answer = client.post(history(match), typed)
    assert answer.status_code == 409
    assert "Something else was done last at table 1 meanwhile" in words(answer)
    assert derive_score(match).games[0].raw == {1: 40, 2: 0}


def test_closed_round_says_why_nothing_is_undone(client: Client, match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    page = words(client.get(history(match)))
    assert "It cannot be undone: its round is not open; correct the result instead." in page


def test_history_tells_undone_acts_and_reasons(client: Client, match: Match) -> None:
    play(match, "sheet,s1,3,6,led")
    press_undo(client, match)
    client.post(rulings(match), {"act": "rule", "target": "match", "effect": "void", "reason": "fire alarm"})
    page = words(client.get(history(match)))
    assert "Deal 1: 川田 out with 角, 40 points undone" in page
    assert "Ruling: The match is void Reason: fire alarm" in page
    assert "kazuma" in page


def test_history_takes_the_same_queries_however_long(
    client: Client, match: Match, django_assert_max_num_queries: Any
) -> None:
    for seat in (1, 2, 3, 1):
        play(match, f"sheet,s1,{seat},1,led")
        with django_assert_max_num_queries(60):
            client.get(history(match))


def too_late(match: Match) -> None:
    """As a phone would have delivered it."""
    with writing():
        append_act(
            "late",
            subject=match.uuid,
            scope=match.tournament.uuid,
            payload={"act": "deal", "game": 1, "after": "", "record": "sheet,s1,2,5,led", "seat": 2},
        )


def test_late_deliveries_are_shown_until_somebody_has_looked(client: Client, match: Match) -> None:
    too_late(match)
    assert (late_acts(match).count(), late_acts_of(match.tournament).count()) == (1, 1)
    assert list(matches_with_unseen(match.round)) == [match.uuid]
    page = words(client.get(history(match)))
    assert "1 act came too late to count." in page
    assert "Delivered too late, kept and not counted – 海野 out with 金, 30 points" in page
    page = words(client.post(history(match), {"act": "see_late"}, follow=True))
    assert "came too late to count" not in page
    assert "Delivered too late" in page
    assert not matches_with_unseen(match.round)
    client.post(history(match), {"act": "see_late"})
    assert Act.objects.filter(kind="late_seen").count() == 1


def test_ruling_is_made_and_cancelled_at_the_desk(client: Client, match: Match) -> None:
    play(match, "sheet,s1,1,7,doubled")
    game = match.games.get()
    typed = {"act": "rule", "target": f"game-{game.pk}", "effect": "points", "side": "1", "points": "-20"}
    page = words(client.post(rulings(match), typed | {"reason": "spoke of the hand"}, follow=True))
    assert "as played 80–0 → as ruled 60–0" in page
    assert "Game 1: −20 points for 山田・川田" in page
    cancel = {"act": "cancel", "ruling": str(Ruling.objects.get().uuid), "reason": "misheard"}
    page = words(client.post(rulings(match), cancel, follow=True))
    assert "as ruled" not in page
    assert "cancelled" in page
    assert client.post(rulings(match), cancel).status_code == 409


def test_ruling_without_points_keeps_what_was_typed(client: Client, match: Match) -> None:
    typed = {"act": "rule", "target": "match", "effect": "points", "side": "2", "reason": "late"}
    answer = client.post(rulings(match), typed)
    assert answer.status_code == 409
    assert "say how many points" in words(answer)
    assert answer.context["forms"]["rule"]["reason"].value() == "late"


def test_public_sees_the_ruling_beside_the_record(client: Client, match: Match) -> None:
    play_out(match, winner=1)
    entry = match.sides.values_list("entry__pk", flat=True).get(number=1)
    lost = {"act": "rule", "target": "match", "effect": "loss", "side": "1", "reason": "private words"}
    docked = {"act": "rule", "target": f"entry-{entry}", "effect": "points", "points": "-30", "reason": "x"}
    for typed in (lost, docked):
        assert client.post(rulings(match), typed).status_code == 302
    slug = match.tournament.slug
    page = words(client.get(f"/en/matches/{match.code}/"))
    assert "Ruling The match is lost by 山田・川田" in page
    assert "private words" not in page
    assert "160–0" in page
    table = words(client.get(f"/en/events/{slug}/standings/"))
    assert "Ruling" in table
    assert "−30" in table


def test_history_of_the_event_proves_its_chain(client: Client, match: Match) -> None:
    play(match, "sheet,s1,3,6,led")
    address = reverse("desk-history", args=[match.tournament.slug])
    page = client.get(address)
    assert page.context["faults"] == []
    assert "the chain holds" in words(page)
    assert "The event is set up" in words(page)


def alter_payload(scope: Any) -> None:
    ActPayload.objects.filter(act__scope=scope, act__kind="deal").update(content={"record": "points,1,100"})


def alter_act(scope: Any) -> None:
    Act.objects.filter(scope=scope, kind="deal").update(actor=uuid4())


def drop_last(scope: Any) -> None:
    Act.objects.filter(scope=scope).order_by("number").last().delete()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (alter_payload, "was about was altered"),
        (alter_act, "was altered"),
        (drop_last, "the end is missing"),
    ],
)
def test_tampering_is_found_by_command_and_page(
    client: Client, match: Match, capsys: pytest.CaptureFixture[str], tamper: Any, fault: str
) -> None:
    deal = play(match, "sheet,s1,3,6,led")
    client.post(rulings(match), {"act": "rule", "target": "match", "effect": "void", "reason": "x"})
    press_undo(client, match)
    record_deal(match, uuid=uuid4(), after=seen(match), record="sheet,s1,1,5,led")
    assert deal.uuid
    call_command("verify_audit", match.tournament.slug)
    tamper(match.tournament.uuid)
    with pytest.raises(CommandError):
        call_command("verify_audit", match.tournament.slug)
    page = client.get(reverse("desk-history", args=[match.tournament.slug]))
    assert any(fault in told for told in page.context["faults"])
