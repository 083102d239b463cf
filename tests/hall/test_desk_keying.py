"""Keying a match at the desk: every form of record, double presses, two desks, corrections."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.enums import DealState
from scoring.models import Deal
from scoring.services.outcomes import record_totals
from tests.access_world import WHOLE
from tests.desk import desk_client, sent_again, words
from tests.events import make_match, play, play_out
from tournaments.models import Match

pytestmark = pytest.mark.django_db
LINE = "11145678,11234567,11123458,11223369,s1"


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def client() -> Client:
    return desk_client()


def address(match: Match) -> str:
    return reverse("desk-match", args=[match.code])


def send(client: Client, match: Match, act: str, **typed: Any) -> Any:
    """The form as the page shows it now, with these fields filled in."""
    form = sent_again(client.get(address(match)), act)
    return client.post(address(match), form | typed, follow=True)


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_three_choices_are_a_deal_and_the_engine_answers(client: Client, match: Match) -> None:
    answer = send(client, match, "deal", dealer=1, seat=2, tile="6", how="led")
    assert "Out with 角, 40 points" in words(answer)
    assert "0–40" in words(answer)
    deal = Deal.objects.values("dealer", "outcome__seat", "outcome__points").get()
    assert tuple(deal.values()) == (1, 2, {"1": 0, "2": 40})


def test_the_winner_of_a_deal_is_offered_as_the_next_dealer(client: Client, match: Match) -> None:
    page = send(client, match, "deal", dealer=1, seat=2, tile="6", how="led")
    assert page.context["forms"]["deal"]["dealer"].value() == 2


def test_the_first_deal_asks_who_dealt(client: Client, match: Match) -> None:
    answer = send(client, match, "deal", seat=2, tile="6", how="led")
    assert answer.status_code == 422
    assert "Choose who dealt." in words(answer)
    assert answer.context["forms"]["deal"]["tile"].value() == "6"
    assert not Deal.objects.exists()


def test_pressing_twice_is_one_deal(client: Client, match: Match) -> None:
    form = sent_again(client.get(address(match)), "deal")
    form |= {"dealer": "1", "seat": "2", "tile": "6", "how": "led"}
    for _press in range(2):
        assert client.post(address(match), form).status_code == 302
    assert Deal.objects.count() == 1


def test_what_was_typed_stays_when_the_engine_refuses(client: Client, match: Match) -> None:
    answer = send(client, match, "record", line=f"{LINE},1p")
    assert answer.status_code == 409
    assert answer.context["forms"]["record"]["line"].value() == f"{LINE},1p"
    assert "was not taken" in words(answer)


def test_doubled_pawns_cannot_be_keyed_as_seventy(client: Client, match: Match) -> None:
    answer = send(client, match, "points", side=1, points=70)
    assert answer.status_code == 422
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    ("act", "typed", "end"),
    [
        ("combination", {"dealer": 1, "special": "six", "seat": 2, "first": "6", "second": "6"}, "special"),
        ("combination", {"dealer": 1, "special": "eight", "seat": 2}, "special"),
        ("combination", {"dealer": 1, "special": "five_five", "seat": 3}, "special"),
        ("redeal", {"dealer": 1}, "redeal"),
        ("points", {"side": 2, "points": 30}, "points"),
    ],
)
def test_every_other_form_of_a_deal(
    client: Client, match: Match, act: str, typed: dict[str, Any], end: str
) -> None:
    send(client, match, act, **typed)
    assert Deal.objects.filter(outcome__end=end).count() == 1


def test_six_pawns_ask_for_the_tiles_beside_them(client: Client, match: Match) -> None:
    answer = send(client, match, "combination", dealer=1, special="six", seat=2, first="6")
    assert answer.status_code == 422
    assert "need the tiles beside them" in words(answer)


def test_two_desks_that_differ_both_see_both_and_choose(client: Client, match: Match) -> None:
    form = sent_again(client.get(address(match)), "deal") | {"dealer": "1", "tile": "6", "how": "led"}
    client.post(address(match), form | {"seat": "2"})
    second = client.post(address(match), form | {"seat": "3", "uuid": str(uuid4())})
    assert second.status_code == 409
    assert state(match) == "disputed"
    for page in (second, client.get(address(match))):
        [(standing, held)] = page.context["contested"]
        assert (standing[0].out.seat, held[0].out.seat) == (2, 3)
    client.post(address(match), {"act": "resolve", "held": str(held[0].uuid)})
    assert state(match) == "playing"
    assert Deal.objects.filter(state=DealState.CURRENT.value, outcome__seat=3).count() == 1


def test_two_desks_that_agree_are_one_deal(client: Client, match: Match) -> None:
    form = sent_again(client.get(address(match)), "deal")
    form |= {"dealer": "1", "seat": "2", "tile": "6", "how": "led"}
    client.post(address(match), form)
    assert client.post(address(match), form | {"uuid": str(uuid4())}).status_code == 302
    assert Deal.objects.count() == 1


def test_the_last_deal_is_taken_back(client: Client, match: Match) -> None:
    play(match, "sheet,s1,2,6,led")
    send(client, match, "take_back")
    assert Deal.objects.get().state == DealState.RETRACTED.value


def test_a_withdrawal_that_came_too_late_is_held_until_the_desk_goes_on(client: Client, match: Match) -> None:
    play(match, "sheet,s1,2,6,led")
    late = sent_again(client.get(address(match)), "take_back")
    play(match, "sheet,s2,3,5,led")
    assert client.post(address(match), late).status_code == 409
    assert state(match) == "disputed"
    page = client.get(address(match))
    assert "A withdrawal is held" in words(page)
    assert "Take back the last deal" not in words(page)
    client.post(address(match), {"act": "resolve"})
    assert state(match) == "playing"
    assert Deal.objects.filter(state=DealState.CURRENT.value).count() == 2


def test_a_held_deal_of_an_earlier_game_stands_beside_the_deal_of_its_own_game(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    stale = sent_again(client.get(address(match)), "deal") | {"dealer": "1", "tile": "1", "how": "led"}
    play_out(match, winner=1)
    play(match, "sheet,s2,2,6,led", game=2)
    assert client.post(address(match), stale | {"seat": "3"}).status_code == 409
    [(standing, held)] = client.get(address(match)).context["contested"]
    assert (standing[0].out.seat, held[0].out.seat) == (1, 3)


def test_a_finished_match_is_confirmed_and_the_desk_goes_back_to_the_hall(
    client: Client, match: Match
) -> None:
    play_out(match, winner=1)
    answer = client.post(address(match), {"act": "confirm"})
    assert answer.headers["Location"] == reverse("desk-event", args=[match.tournament.slug])
    assert state(match) == "confirmed"


def test_an_unfinished_match_is_not_confirmed(client: Client, match: Match) -> None:
    answer = client.post(address(match), {"act": "confirm"})
    assert answer.status_code == 409
    assert "its match goes on" in words(answer)


def test_a_confirmed_match_opens_again_only_with_a_reason(client: Client, match: Match) -> None:
    play_out(match, winner=1)
    client.post(address(match), {"act": "confirm"})
    assert client.post(address(match), {"act": "reopen", "reason": " "}).status_code == 422
    client.post(address(match), {"act": "reopen", "reason": "the slip says otherwise"})
    assert state(match) == "to_confirm"


def test_a_deal_is_corrected_with_a_reason_and_the_old_one_is_kept(client: Client, match: Match) -> None:
    deal = play(match, "sheet,s1,2,6,led")
    page = reverse("desk-deal", args=[match.code, deal.uuid])
    form = sent_again(client.get(page), "deal")
    assert (form["dealer"], form["seat"], form["tile"]) == ("1", "2", "6")
    answer = client.post(page, form | {"seat": "4", "how": "led", "reason": "misread"})
    assert answer.headers["Location"] == address(match)
    states = list(Deal.objects.order_by("id").values_list("state", "outcome__seat"))
    assert states == [("superseded", 2), ("current", 4)]


def test_a_deal_that_does_not_count_has_no_correction_page(client: Client, match: Match) -> None:
    assert client.get(reverse("desk-deal", args=[match.code, uuid4()])).status_code == 404


def test_totals_alone_finish_a_match(client: Client, match: Match) -> None:
    send(client, match, "totals", **{"game-1-1": 150, "game-1-2": 90})
    assert state(match) == "to_confirm"


@pytest.mark.parametrize(
    ("typed", "missing"),
    [
        ({"game-1-1": 150, "game-1-2": 0, "game-2-1": 150}, "game-2-2"),
        ({"game-1-1": 150, "game-1-2": 0, "game-3-1": 150, "game-3-2": 0}, "game-2-1"),
    ],
)
def test_half_typed_totals_are_asked_for_and_never_dropped(
    client: Client, typed: dict[str, int], missing: str
) -> None:
    match = make_match(preset="tokyo_meijin")
    answer = send(client, match, "totals", **typed)
    assert answer.status_code == 422
    assert missing in answer.context["forms"]["totals"].errors
    assert not match.outcomes.exists()


def test_impossible_totals_are_refused_and_stay_in_their_fields(client: Client, match: Match) -> None:
    answer = send(client, match, "totals", **{"game-1-1": 150, "game-1-2": 160})
    assert answer.status_code == 409
    assert answer.context["forms"]["totals"]["game-1-2"].value() == "160"


def test_a_forfeit_needs_its_reason_and_may_be_taken_back(client: Client, match: Match) -> None:
    assert send(client, match, "forfeit", winner=2).status_code == 422
    send(client, match, "forfeit", winner=2, reason="did not come")
    assert state(match) == "to_confirm"
    client.post(address(match), {"act": "withdraw", "reason": "came after all"})
    assert state(match) == "waiting"


def contradicted(client: Client, match: Match) -> None:
    """The deals say 160–0, the totals that were typed over them 0–150."""
    play_out(match, winner=1)
    record_totals(match, totals=[(0, 150)])
    assert state(match) == "disputed"
    assert "The totals typed and the deals differ" in words(client.get(address(match)))


@pytest.mark.parametrize(
    ("act", "points", "deals"), [("choose_totals", (0, 150), 0), ("withdraw", (160, 0), 2)]
)
def test_of_totals_and_deals_that_differ_the_desk_chooses(
    client: Client, match: Match, act: str, points: tuple[int, int], deals: int
) -> None:
    contradicted(client, match)
    assert send(client, match, act, reason="").status_code == 422
    send(client, match, act, reason="伝票のとおり")
    assert state(match) == "to_confirm"
    assert Deal.objects.filter(state="current").count() == deals
    card = client.get(address(match)).context["keyed"].card
    assert tuple(side.total for side in card.sides) == points


def test_a_round_is_not_closed_over_two_values(client: Client, match: Match) -> None:
    contradicted(client, match)
    hall = reverse("desk-event", args=[match.tournament.slug])
    refused = client.post(hall, {"act": "close_without", "round": match.round.uuid, "reason": "時間切れ"})
    assert refused.status_code == 409
    assert "Two different values stand at these tables: 1" in words(refused)


def test_a_best_of_three_goes_on_with_its_second_game(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    play_out(match, winner=1)
    page = client.get(address(match))
    assert (page.context["keyed"].game, page.context["keyed"].number) == (2, 1)
    assert "0 山田・川田 1 game won v 0 海野・浜野 0 games won" in words(page)
    assert "Game 1 160–0" in words(page)
    send(client, match, "deal", dealer=2, seat=2, tile="6", how="led")
    assert Deal.objects.get(game__leg=2).number == 1


def test_the_page_of_a_bye_or_an_unknown_match_is_not_there(client: Client) -> None:
    assert client.get(reverse("desk-match", args=["ZZZZZZ"])).status_code == 404


def test_keying_a_long_match_asks_no_more_than_a_short_one(
    client: Client, match: Match, django_assert_max_num_queries: Any
) -> None:
    for _ in range(2):
        play(match, "sheet,s1,2,2,led")
    with django_assert_max_num_queries(46):
        client.get(address(match))
    for _ in range(4):
        play(match, "sheet,s2,1,2,led")
    with django_assert_max_num_queries(46):
        client.get(address(match))


def test_the_confirmation_of_a_forfeit_names_who_won(client: Client, match: Match) -> None:
    page = words(send(client, match, "forfeit", winner=2, reason="did not come"))
    assert "■ lost by forfeit 山田・川田" in page
    assert "□ won by forfeit 海野・浜野" in page
    assert "by forfeit : did not come" in page or "by forfeit: did not come" in page


def test_how_totals_came_to_an_end_is_told_in_words(client: Client, match: Match) -> None:
    page = words(send(client, match, "totals", ended_by="time_up", **{"game-1-1": 120, "game-1-2": 90}))
    assert "time_up" not in page
    assert "Ended by: time up" in page


def test_points_of_a_side_name_the_side(client: Client, match: Match) -> None:
    page = words(send(client, match, "points", side=2, points=40))
    assert "海野・浜野 40 points" in page


@pytest.mark.parametrize(
    ("act", "typed"),
    [
        ("combination", {"dealer": 1, "special": "six", "seat": 2, "first": "6", "second": "6"}),
        ("redeal", {"dealer": 1}),
        ("points", {"side": 2, "points": 30}),
    ],
)
def test_a_correction_opens_the_form_of_what_stands(
    client: Client, match: Match, act: str, typed: dict[str, Any]
) -> None:
    send(client, match, act, **typed)
    deal = Deal.objects.get()
    page = client.get(reverse("desk-deal", args=[match.code, deal.uuid])).content.decode()
    opened = page.split('<details class="door" open>')
    assert len(opened) == 2
    assert f'name="act" value="{act}"' in opened[1].split("</form>")[0]


def test_a_field_with_a_fault_has_the_focus(client: Client, match: Match) -> None:
    answer = send(client, match, "combination", dealer=1, special="six", seat=1)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.index("autofocus") > page.index('name="first"')
    assert page.count("autofocus") == 1


def test_the_deal_that_ends_a_game_says_so(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    send(client, match, "deal", dealer=1, seat=1, tile="7", how="doubled")
    assert "Game 1 is over." in words(send(client, match, "deal", seat=1, tile="7", how="doubled"))


def test_totals_of_a_best_of_three_stand_under_their_games(client: Client) -> None:
    page = words(client.get(address(make_match(preset="tokyo_meijin"))))
    form = page[page.index("Totals only") :]
    assert form.index("Game 1") < form.index("Game 2") < form.index("Game 3") < form.index("Ended by")


def test_the_deal_that_ended_a_game_can_be_taken_back(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    play_out(match, winner=1)
    answer = send(client, match, "take_back")
    assert (answer.context["keyed"].game, answer.context["keyed"].number) == (1, 2)
    assert answer.context["keyed"].card.sides[0].total == 80


def test_a_correction_that_takes_the_end_of_a_game_away_goes_on_with_it(client: Client) -> None:
    match = make_match(preset="tokyo_meijin")
    play_out(match, winner=1)
    deal = Deal.objects.get(number=2)
    page = reverse("desk-deal", args=[match.code, deal.uuid])
    typed = {"seat": "1", "tile": "1", "how": "led", "reason": "misread"}
    assert client.post(page, sent_again(client.get(page), "deal") | typed).status_code == 302
    keyed = client.get(address(match)).context["keyed"]
    assert (keyed.game, keyed.number) == (1, 3)


def test_a_record_typed_on_a_japanese_keyboard_is_taken(client: Client, match: Match) -> None:
    wide = {ord(mark): ord(mark) + 0xFEE0 for mark in WHOLE} | {ord(","): "、"}
    send(client, match, "record", line=WHOLE.translate(wide))
    assert Deal.objects.get().record == WHOLE


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "Game 1, deal 1 was not taken: "),
        (f"{LINE},113", "(rule G-1.1). Nothing was counted"),
    ],
)
def test_a_record_that_fails_as_a_whole_names_no_play(
    client: Client, match: Match, line: str, told: str
) -> None:
    answer = words(send(client, match, "record", line=line))
    assert told in answer
    assert "play 0" not in answer
    assert "Records" not in answer
