"""訂正 at the desk: doors, the list of what differs, the choice; versions and making one count again."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from ledger.acts import chain_faults
from scoring.models import Deal
from scoring.services.cuts import publish_cut
from scoring.services.rebuild import rebuild
from tests.corrections import change, doors, page, save
from tests.desk import desk_client, sent_again, words
from tests.desk_rounds import announce_round, close, final_places, lower, play_round, sides
from tests.events import make_match, make_pair, make_stage, play_out
from tests.phones import TablePhone, slip_of
from tournaments.domain.settings import FirstRound, Settings
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.enums import Format
from tournaments.models import Match, PhoneAccess, Stage
from tournaments.services.events import add_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


@pytest.fixture
def match(client: Client) -> Match:
    """Deal by deal 160–0 for side 1, confirmed, the round closed."""
    match = make_match()
    play_out(match, winner=1)
    client.post(page(match), {"act": "confirm"})
    close(client, match.round)
    return Match.objects.get(pk=match.pk)


def points(match: Match) -> tuple[int, ...]:
    """The totals of the first game as everybody reads them."""
    card = Client().get(reverse("match", args=[match.code])).context["card"]
    return tuple(side.total for side in card.sides)


def tiles(number: int) -> list[tuple[str, str, str]]:
    """Every version of the deal of this number: its state, the last tile, why it was entered."""
    deals = Deal.objects.filter(number=number).order_by("id")
    return [(deal.state, (deal.outcome or {})["tile"], deal.reason) for deal in deals]


def states(match: Match) -> tuple[str, str]:
    now = Match.objects.select_related("round").get(pk=match.pk)
    return now.state, now.round.state


def test_a_confirmed_match_of_a_closed_round_offers_one_key(client: Client, match: Match) -> None:
    shown = client.get(page(match))
    assert "Confirmed: the result stands." in words(shown)
    assert doors(match) in shown.content.decode()
    assert "Open the match again" not in words(shown)


def test_an_open_match_is_changed_on_its_own_page(client: Client) -> None:
    match = make_match()
    answer = client.get(doors(match))
    assert (answer.status_code, answer.headers["Location"]) == (302, page(match))


def test_an_old_address_of_a_deal_leads_to_the_doors_of_its_correction(client: Client, match: Match) -> None:
    first = Deal.objects.get(number=1)
    answer = client.get(reverse("desk-deal", args=[match.code, first.uuid]))
    assert (answer.status_code, answer.headers["Location"]) == (302, doors(match, deal=first.uuid))


def test_a_deal_is_replaced_and_match_and_round_stay_closed(client: Client, match: Match) -> None:
    first = Deal.objects.get(number=1)
    address = change(client, doors(match, deal=first.uuid), "deal", tile="6", how="doubled")
    shown = words(client.get(address))
    # Bishop doubled 80, and rook doubled 80: the same total; a rook is 40, a bishop 40 (G-6.3).
    assert "Until now 山田・川田 won 160–0" in shown
    assert "From now on 山田・川田 won 160–0" in shown
    assert "Nothing beyond this match." in shown
    assert Deal.objects.filter(state="superseded").count() == 0
    assert save(client, address).status_code == 302
    assert states(match) == ("confirmed", "closed")
    assert tiles(1) == [("superseded", "7", ""), ("current", "6", "転記の誤り")]
    assert rebuild(match.tournament).agrees
    assert not list(chain_faults(match.tournament.uuid))


def test_without_its_last_deal_the_match_has_no_end_until_another_is_added(
    client: Client, match: Match
) -> None:
    address = change(client, doors(match), "take_back")
    shown = client.get(address)
    assert "has no result; without an end: game 1" in words(shown)
    more = f"{doors(match)}?{urlsplit(address).query}"
    address = change(client, more, "deal", dealer=1, seat=1, tile="6", how="doubled")
    assert save(client, address).status_code == 302
    assert points(match) == (160, 0)
    deals = Deal.objects.order_by("id").values_list("number", "state")
    assert list(deals) == [(1, "current"), (2, "retracted"), (2, "current")]


def test_a_missing_deal_is_put_where_it_belongs(client: Client, match: Match) -> None:
    address = change(client, doors(match), "deal", dealer=1, seat=2, tile="6", how="led", number=2)
    assert save(client, address).status_code == 302
    counting = Deal.objects.filter(state="current").order_by("number").values_list("number", "outcome__seat")
    assert list(counting) == [(1, 1), (2, 2), (3, 1)]
    assert points(match) == (160, 40)


def test_totals_take_the_place_of_deals_that_say_otherwise(client: Client, match: Match) -> None:
    address = change(client, doors(match), "totals", **{"game-1-1": 90, "game-1-2": 150})
    assert "From now on 海野・浜野 won 90–150" in words(client.get(address))
    assert save(client, address).status_code == 302
    assert points(match) == (90, 150)
    assert set(Deal.objects.values_list("state", flat=True)) == {"retracted"}


@pytest.mark.parametrize(
    ("act", "typed", "told"),
    [
        ("forfeit", {"winner": 2}, "海野・浜野 won (by forfeit)"),
        ("void", {}, "void: it counts for nobody"),
        ("double_loss", {}, "both sides have lost"),
    ],
)
def test_every_other_end(client: Client, match: Match, act: str, typed: dict[str, Any], told: str) -> None:
    address = change(client, doors(match), act, **typed)
    assert f"From now on {told}" in words(client.get(address))
    assert save(client, address).status_code == 302
    assert states(match)[1] == "closed"


def test_a_void_match_gets_its_result(client: Client, match: Match) -> None:
    save(client, change(client, doors(match), "void"))
    assert states(match) == ("void", "closed")
    save(client, change(client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": 60}))
    assert states(match) == ("confirmed", "closed")
    assert points(match) == (150, 60)


def test_a_change_that_no_rule_allows_is_refused_at_its_door(client: Client, match: Match) -> None:
    form = sent_again(client.get(doors(match)), "totals") | {"game-1-1": "150", "game-1-2": "160"}
    answer = client.post(doors(match), form)
    assert answer.status_code == 409
    assert answer.context["forms"]["totals"]["game-1-2"].value() == "160"


def test_a_correction_needs_its_reason(client: Client, match: Match) -> None:
    address = change(client, doors(match), "totals", **{"game-1-1": 90, "game-1-2": 150})
    refused = save(client, address, reason=" ")
    assert refused.status_code == 422
    assert "From now on 海野・浜野 won 90–150" in words(refused)
    assert points(match) == (160, 0)


def test_the_list_is_looked_at_again_when_it_is_another_one(client: Client, match: Match) -> None:
    address = change(client, doors(match), "totals", **{"game-1-1": 90, "game-1-2": 150})
    shown = client.get(address)
    other = change(client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": 30})
    save(client, other)
    sent = {"act": "save", "changes": shown.context["gathered"], "after": shown.context["found"].after}
    refused = client.post(address, sent | {"later": "keep", "reason": "転記の誤り"})
    assert refused.status_code == 409
    assert "Until now 山田・川田 won 150–30" in words(refused)
    assert save(client, address).status_code == 302


def test_nonsense_in_the_address_is_no_page(client: Client, match: Match) -> None:
    list_of = reverse("desk-consequences", args=[match.code])
    for nonsense in ("nonsense", "[1]", '{"a":1}', '[{"change":"burn"}]', '[{"change":"deal","deal":"x"}]'):
        assert client.get(list_of, {"changes": nonsense}).status_code == 404
    assert client.get(doors(match, deal="x")).status_code == 404


# Versions


def test_every_version_says_who_entered_it_when_from_where_and_why(client: Client, match: Match) -> None:
    first = Deal.objects.get(number=1)
    save(client, change(client, doors(match, deal=first.uuid), "deal", tile="6", how="doubled"))
    shown = client.get(page(match)).context["versions"]
    told = [(version.row.number, said, origin, version.reason) for version, said, origin in shown]
    assert told[0] == (1, "out with 角 doubled, 80 points", "desk: kazuma", "転記の誤り")
    assert told[-1] == (1, "out with 飛 doubled, 80 points", "desk", "")
    assert [version.counts for version, _said, _origin in shown] == [True, True, False]


def test_a_version_from_a_phone_names_its_seat(client: Client) -> None:
    match = make_match()
    phone = TablePhone()
    phone.come_in(slip_of(match))
    PhoneAccess.objects.update(seat=3)
    assert phone.send(match, record="sheet,s1,2,6,led").status_code == 200
    [(version, said, origin)] = client.get(page(match)).context["versions"]
    assert (said, origin) == ("out with 角, 40 points", "phone at seat 3")
    assert version.counts


def test_an_earlier_version_counts_again_as_one_version_more(client: Client, match: Match) -> None:
    first = Deal.objects.get(number=1)
    save(client, change(client, doors(match, deal=first.uuid), "deal", tile="6", how="doubled"))
    answer = client.post(doors(match), {"act": "count_again", "changes": "", "version": str(first.uuid)})
    save(client, answer.headers["Location"], reason="やはり飛車")
    assert [told[:2] for told in tiles(1)] == [("superseded", "7"), ("superseded", "6"), ("current", "7")]


def test_earlier_totals_count_again(client: Client, match: Match) -> None:
    for low in (90, 60):
        save(client, change(client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": low}))
    ninety = match.outcomes.get(version=1)
    answer = client.post(doors(match), {"act": "count_again", "changes": "", "version": str(ninety.uuid)})
    save(client, answer.headers["Location"])
    assert points(match) == (150, 90)
    assert match.outcomes.count() == 3


# Later rounds


def field(pairs: int, format: Format = Format.SWISS) -> Stage:
    stage = make_stage(format=format, settings=Settings(first_round=FirstRound.RANK))
    for number in range(1, pairs + 1):
        make_pair(stage, f"表{number} 一", f"裏{number} 二")
    return stage


def test_later_rounds_are_drawn_again_by_one_key(client: Client) -> None:
    stage = field(8)
    play_round(client, stage, lower)
    second = announce_round(client, stage)
    match = Match.objects.get(round__stage=stage, round__number=1, number=1)
    winner = max(sides(match))
    typed = {f"game-1-{side}": 150 if number == winner else 90 for side, number in enumerate(sides(match), 1)}
    address = change(client, doors(match), "totals", **typed)
    shown = words(client.get(address))
    assert "Round 2 Others would meet at these tables:" in shown
    assert "Save, and draw later rounds again" in shown
    assert save(client, address, later="redraw").status_code == 302
    # Score groups: whoever has won in round one meets somebody who has.
    others = stage.rounds.get(number=1).matches.exclude(pk=match.pk)
    winners = {lower(each) for each in others} | {winner}
    tables = [set(sides(each)) for each in second.matches.all()]
    assert sorted(len(table & winners) for table in tables) == [0, 0, 2, 2]


# After the end


def test_after_the_end_places_that_no_longer_agree_are_listed_before_and_after_saving(client: Client) -> None:
    stage = field(4, Format.KNOCKOUT)
    for _round in range(2):
        play_round(client, stage, lower)
    assert final_places(client, stage)[:2] == [(1, 1), (2, 2)]
    final = Match.objects.get(round__stage=stage, round__number=2, number=1)
    typed = {f"game-1-{side}": 150 if n == 2 else 80 for side, n in enumerate(sides(final), 1)}
    address = change(client, doors(final), "totals", **typed)
    found = client.get(address).context["found"]
    assert [(p.number, p.awarded, p.now) for p in found.places] == [(1, 1, 2), (2, 2, 1)]
    assert "They stand as awarded until the desk decides otherwise." in words(client.get(address))
    assert save(client, address, reason="逆に書いた").status_code == 302
    stages = words(client.get(reverse("desk-stages", args=[stage.tournament.slug])))
    assert "The places no longer agree with the tables" in stages
    public = words(Client().get(reverse("standings", args=[stage.tournament.slug]).replace("/ja/", "/en/")))
    assert "Corrected" in public
    assert "逆に書いた" in public


def test_the_public_pages_say_that_and_when_a_result_was_corrected(client: Client, match: Match) -> None:
    save(client, change(client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": 30}))
    addresses = [
        reverse("match", args=[match.code]),
        reverse("standings", args=[match.tournament.slug]),
    ]
    for address in addresses:
        shown = words(Client().get(address.replace("/ja/", "/en/")))
        assert "Corrected" in shown
        assert "転記の誤り" in shown


def test_a_hidden_result_is_not_told_by_its_correction(client: Client, match: Match) -> None:
    save(client, change(client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": 30}))
    type(match.tournament).objects.update(standings_are_public=False)
    for address in (
        reverse("match", args=[match.code]),
        reverse("standings", args=[match.tournament.slug]),
    ):
        assert "転記の誤り" not in words(Client().get(address))


def test_a_cut_that_would_no_longer_agree_is_named(client: Client) -> None:
    stage = field(4, Format.ROUND_ROBIN)
    final = add_stage(stage.division, format=Format.KNOCKOUT, cut=CutRule(top=2), seed="test")
    for _round in range(3):
        play_round(client, stage, lower)
    publish_cut(final)
    match = next(m for m in Match.objects.filter(round__stage=stage) if sorted(sides(m)) == [2, 3])
    typed = {f"game-1-{side}": 150 if n == 3 else 0 for side, n in enumerate(sides(match), 1)}
    found = client.get(change(client, doors(match), "totals", **typed)).context["found"]
    assert [(cut.stage, cut.coming, cut.going) for cut in found.cuts] == [(2, ("表3・裏3",), ("表2・裏2",))]


def test_an_event_of_one_game_more(client: Client) -> None:
    """A best of three is found to have gone to a third game."""
    match = make_match(preset="tokyo_meijin")
    for game in (1, 2):
        play_out(match, winner=1, game=game)
    client.post(page(match), {"act": "confirm"})
    address = change(
        client, doors(match), "totals", **{"game-1-1": 150, "game-1-2": 0, "game-2-1": 0, "game-2-2": 150}
    )
    assert "without an end: game 3" in words(client.get(address))
    won = {1: 1, 2: 2, 3: 1}
    whole = {f"game-{g}-{side}": 150 if side == won[g] else 0 for g in won for side in (1, 2)}
    address = change(client, doors(match), "totals", **whole)
    assert "won 150–0 / 0–150 / 150–0" in words(client.get(address))
    assert save(client, address).status_code == 302
