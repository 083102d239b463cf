"""A file of records comes into a match at the desk: looked at first, then every deal has its row.

What stands in tests/data/three-deals.yaml was worked out by hand: deal 1 ends with a doubled pawn of p3
(20 points), in deal 2 the leader passes, deal 3 ends with silver face down and bakko of p1 (20 points).
"""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from ledger.acts import chain_faults
from scoring.enums import Source
from scoring.models import Deal
from scoring.selectors.undoable import last_undoable
from tests.desk import desk_client, sent_again, words
from tests.events import make_match, play
from tests.hall.test_desk_keying import state
from tournaments.models import Match

pytestmark = pytest.mark.django_db
THREE_DEALS = (Path(__file__).parents[1] / "data" / "three-deals.yaml").read_bytes()
# One line a deal, as rules-goita writes them: the first deal of the file, a sheet, a point slip.
LINES = (
    b"11123456,12233455,11123448,11156779,s1,145,255,383,497,1p,2p,3p,467,1p,2p,3p,415,1p,2p,3p,411\n"
    b"sheet,s4,1,7,doubled\n"
    b"points,1,80\n"
    b"\n"
    b"sheet,s2,2,6,led\n"
)


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def client() -> Client:
    return desk_client()


def address(match: Match) -> str:
    return reverse("desk-match-file", args=[match.code])


def look(client: Client, match: Match, content: bytes, *, first: int = 1) -> Any:
    form = sent_again(client.get(address(match)), "read")
    form |= {"file": SimpleUploadedFile("記録.yaml", content), "first": str(first)}  # type: ignore[dict-item]
    return client.post(address(match), form)


def enter(client: Client, match: Match, content: bytes, *, first: int = 1) -> Any:
    seen = look(client, match, content, first=first)
    return client.post(address(match), sent_again(seen, "enter"), follow=True)


def rows() -> list[tuple[int, int, str]]:
    return list(Deal.objects.order_by("pk").values_list("game__leg", "number", "state"))


def test_file_is_looked_at_before_anything_is_entered(client: Client, match: Match) -> None:
    page = words(look(client, match, THREE_DEALS))
    assert "3 deals , 2 lawful" in page
    assert "Deal 2" in page
    assert "G-4.2" in page
    assert "山田 一 岬 一郎" in page  # who sits there, and who does in the file
    assert not Deal.objects.exists()


def test_every_deal_has_its_row_and_the_unlawful_one_is_kept(client: Client, match: Match) -> None:
    answer = enter(client, match, THREE_DEALS)
    assert answer.redirect_chain == [(reverse("desk-match", args=[match.code]), 302)]
    assert rows() == [(1, 1, "current"), (1, 2, "rejected"), (1, 2, "current")]
    assert {deal.source for deal in Deal.objects.all()} == {Source.IMPORT.value}
    match.refresh_from_db()
    assert match.result.match_score.games[0].raw == {1: 0, 2: 40}
    assert list(chain_faults(match.tournament.uuid)) == []


def test_turned_by_one_seat_everybody_sits_one_further(client: Client, match: Match) -> None:
    assert "海野 三 岬 一郎" in words(look(client, match, THREE_DEALS, first=2))
    enter(client, match, THREE_DEALS, first=2)
    first = Deal.objects.order_by("pk")[0]
    # p0 sits on seat 2: its hand is the second, it deals, and what p3 won is seat 1's.
    assert first.record.split(",")[:6] == ["11156779", "11123456", "12233455", "11123448", "s2", "245"]
    assert first.outcome is not None
    assert (first.outcome["seat"], first.outcome["points"]) == (1, {"1": 20, "2": 0})
    assert first.typed_score == [0, 0]
    assert list(Deal.objects.order_by("pk").values_list("typed_score", flat=True)) == [
        [0, 0], [20, 0], [20, 30],
    ]  # fmt: skip


def test_pressed_twice_it_is_entered_once(client: Client, match: Match) -> None:
    form = sent_again(look(client, match, THREE_DEALS), "enter")
    for _press in range(2):
        assert client.post(address(match), form).status_code == 302
    assert Deal.objects.count() == 3


def test_deal_entered_meanwhile_keeps_the_whole_file_out(client: Client, match: Match) -> None:
    form = sent_again(look(client, match, THREE_DEALS), "enter")
    play(match, "sheet,s1,3,7,led")
    assert client.post(address(match), form).status_code == 409
    assert Deal.objects.count() == 1


def test_lines_and_slips_come_in_too_game_by_game(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    enter(client, match, LINES)
    # 20 for side 2, doubled rook 80 and 80 for side 1: the first game is over at 160 (G-6.5).
    assert rows() == [(1, 1, "current"), (1, 2, "current"), (1, 3, "current"), (2, 1, "current")]
    match.refresh_from_db()
    assert [game.raw for game in match.result.match_score.games] == [{1: 160, 2: 20}, {1: 0, 2: 40}]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"p0: x\n", "missing"),
        (b"x" * (1024 * 1024 + 1), "1 MiB"),
    ],
)
def test_what_is_no_file_of_records_is_refused_in_words(
    client: Client, match: Match, content: bytes, sentence: str
) -> None:
    answer = look(client, match, content)
    assert answer.status_code in (409, 422)
    assert sentence in words(answer)


def test_confirmed_match_takes_no_file(client: Client, match: Match) -> None:
    form = sent_again(look(client, match, THREE_DEALS), "enter")
    Match.objects.filter(pk=match.pk).update(state="confirmed")
    assert client.post(address(match), form).status_code == 409
    assert not Deal.objects.exists()
    assert state(match) == "confirmed"


def test_history_names_the_file_and_the_last_deal_can_be_undone(client: Client, match: Match) -> None:
    enter(client, match, THREE_DEALS)
    history = words(client.get(reverse("desk-match-history", args=[match.code])))
    assert "Records are imported from a file" in history
    assert last_undoable(match).act.uuid == Deal.objects.order_by("pk")[2].uuid  # type: ignore[union-attr]
