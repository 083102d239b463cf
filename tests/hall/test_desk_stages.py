"""The stages of an event at the desk: one more, who passes, ties, acts that no longer agree."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.selectors.desk import Step, next_step
from scoring.services.cuts import publish_cut
from scoring.services.events import close_tournament
from scoring.services.withdrawals import withdraw_entry
from tests.desk import desk_client, sent_again, words
from tests.stages import correct, met, play
from tests.whole_events import entered
from tournaments.domain.settings import FirstRound, Settings
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.next_stage import Joining
from tournaments.enums import Format, RankingKey
from tournaments.models import Announcement, Match, Stage, Tournament
from tournaments.selectors.entrants import entrants
from tournaments.services.events import add_stage
from tournaments.services.versions import set_gates

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def page(stage: Stage, name: str = "desk-stage") -> str:
    slug = stage.tournament.slug
    return reverse(name, args=[slug, stage.number] if name == "desk-stage" else [slug])


def final_of(stage: Stage, top: int, format: Format = Format.KNOCKOUT) -> Stage:
    settings = Settings(first_round=FirstRound.RANK)
    return add_stage(stage.division, format=format, settings=settings, cut=CutRule(top=top), seed="f")


def step(client: Client, stage: Stage) -> Step:
    address = reverse("desk-event", args=[stage.tournament.slug])
    return client.get(address).context["step"].step  # type: ignore[no-any-return]


def listed(stage: Stage) -> list[int]:
    return [entry.number for entry in entrants(stage)]


def test_one_more_stage_begins_with_a_way_to_play(client: Client) -> None:
    stage = entered(Format.SWISS, 4)
    address = page(stage, "desk-new-stage")
    assert "Knockout" in words(client.get(address))
    shown = client.get(address, {"way": "knockout"})
    assert "Who passes from stage 1" in words(shown)
    sent = sent_again(shown, "add_stage") | {"way": "knockout", "top": "4", "third_place": "shared"}
    answer = client.post(address, sent)
    assert answer.headers["Location"] == page(stage, "desk-stages")
    final = Stage.objects.get(number=2)
    assert (final.format, final.cut_rule) == ("knockout", CutRule(top=4))
    assert final.settings.first_round is FirstRound.RANK
    assert "The first 4 of stage 1 pass." in words(client.get(page(stage, "desk-stages")))


def test_persons_are_asked_how_they_become_pairs(client: Client) -> None:
    stage = entered(Format.ROTATION, 8, preset="society_individual")
    address = page(stage, "desk-new-stage")
    shown = client.get(address, {"way": "knockout"})
    assert '<select name="joining"' in shown.content.decode()
    assert "1+8, 2+7, 3+6, 4+5" in words(shown)
    sent = sent_again(shown, "add_stage") | {"way": "knockout", "top": "4", "joining": "fold"}
    client.post(address, sent)
    final = Stage.objects.get(number=2)
    assert final.cut_rule == CutRule(top=4, joining=Joining.FOLD)
    assert "1+4, 2+3" in words(client.get(page(final)))


def test_desk_goes_from_the_last_round_to_the_cut_and_on(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    final = final_of(stage, 2)
    assert step(client, stage) is Step.CUT
    shown = client.get(page(final))
    assert [row.passing for _group, rows in shown.context["rows"] for row in rows] == [
        "passes",
        "passes",
        "stays",
        "stays",
    ]
    client.post(page(final), {"act": "publish"})
    assert listed(final) == [1, 2]
    assert step(client, stage) is Step.DRAW
    draw = reverse("desk-draw", args=[stage.tournament.slug])
    client.post(draw, {"act": "draw"})
    assert final.rounds.count() == 1
    assert "2 pairs here" in words(client.get(draw))


def test_stage_that_is_not_finished_lets_nobody_pass_yet(client: Client) -> None:
    stage = entered(Format.ROUND_ROBIN, 4)
    final = final_of(stage, 2)
    assert "is known when stage 1 is played to its end" in words(client.get(page(final)))
    assert client.post(page(final), {"act": "publish"}).status_code == 409


def test_unwanted_stage_is_dropped(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    final = final_of(stage, 2)
    client.post(page(final), {"act": "drop"})
    assert stage.division.stages.count() == 1
    assert step(client, stage) is Step.CLOSE_EVENT


# Ties


@pytest.fixture
def tied() -> Stage:
    """Two winners with equal results for one place."""
    return final_of(play(entered(Format.SWISS, 4, rounds_planned=1)), 1, Format.SWISS)


def tie(client: Client, stage: Stage) -> Any:
    (asked,) = client.get(page(stage)).context["forms"]["publish"].ties
    return asked


def test_t57_tie_is_shown_with_its_four_ways_and_nothing_passes_undecided(
    client: Client, tied: Stage
) -> None:
    text = words(client.get(page(tied)))
    assert "Equal across the line:" in text
    assert "1 place is left." in text
    assert all(way in text for way in ("Play-off", "Lot", "All pass", "None passes"))
    answer = client.post(page(tied), {"act": "publish"})
    assert answer.status_code == 409
    assert "Decide it by play-off or lot" in words(answer)
    assert listed(tied) == []


@pytest.mark.parametrize(("decision", "passing"), [("all", 2), ("none", 0), ("lot", 1)])
def test_tie_is_decided_on_the_page(client: Client, tied: Stage, decision: str, passing: int) -> None:
    asked = tie(client, tied)
    client.post(page(tied), {"act": "publish", asked.choice.name: decision})
    assert Announcement.objects.filter(stage=tied).count() == 1
    assert len(listed(tied)) == passing


def test_play_off_is_typed_by_numbers_best_first(client: Client, tied: Stage) -> None:
    asked = tie(client, tied)
    numbers = asked.choice.name.removeprefix("tie-").split("-")
    sent = {"act": "publish", asked.choice.name: "play_off", asked.order.name: numbers[1]}
    answer = client.post(page(tied), sent)
    assert answer.status_code == 422
    assert "Type the numbers of all who are tied" in words(answer)
    sent[asked.order.name] = f"{numbers[1]} {numbers[0]}"
    client.post(page(tied), sent)
    assert listed(tied) == [int(numbers[1])]


# Acts that no longer agree


def test_t24_withdrawal_before_the_final_is_shown_and_the_next_moves_up(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 5))
    final = final_of(stage, 4)
    publish_cut(final)
    withdraw_entry(stage.division.entries.get(number=3), reason="急用")
    assert step(client, stage) is Step.AGREE
    shown = client.get(page(final))
    assert [entry.number for entry in shown.context["going"]] == [3]
    assert [entry.number for entry in shown.context["coming"]] == [5]
    missing = client.post(page(final), {"act": "agree", "agreement": "moved_up"})
    assert missing.status_code == 422
    client.post(page(final), {"act": "agree", "agreement": "moved_up", "reason": "急用"})
    assert listed(final) == [1, 2, 5, 4]
    assert step(client, stage) is Step.DRAW
    assert "急用" in words(client.get(page(final)))


def test_places_that_no_longer_agree_are_decided_after_the_end(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    close_tournament(Tournament.objects.get())
    correct(next(one for one in Match.objects.all() if met(one) == {1, 2}), winner=2)
    assert step(client, stage) is Step.AGREE
    address = page(stage, "desk-stages")
    assert "The places no longer agree with the tables" in words(client.get(address))
    client.post(address, {"act": "agree_places", "agreement": "both", "reason": "訂正"})
    assert step(client, stage) is Step.OVER
    last = Announcement.objects.filter(kind="places").latest("version")
    assert [row["place"] for row in last.content] == [1, 1, 3, 4]


# T59


def test_t59_order_of_ranking_is_changed_with_a_reason_and_the_old_one_is_told(client: Client) -> None:
    stage = play(entered(Format.SWISS, 4, rounds_planned=1))
    sent = {"act": "rank", "key-0": "points_for", "key-1": "wins"}
    answer = client.post(page(stage), sent)
    assert answer.status_code == 409
    assert "A reason is needed" in words(answer)
    client.post(page(stage), sent | {"reason": "要項の誤り"})
    stage.refresh_from_db()
    assert [key for key, _ in stage.profile.ranking] == [RankingKey.POINTS_FOR, RankingKey.WINS]
    assert "Before: Wins, Net wins" in words(client.get(page(stage)))
    conditions = Client().get(reverse("conditions", args=[stage.tournament.slug]))
    assert "要項の誤り" in words(conditions)


def test_one_key_is_not_chosen_twice(client: Client) -> None:
    stage = entered(Format.SWISS, 4)
    answer = client.post(page(stage), {"act": "rank", "key-0": "wins", "key-1": "wins"})
    assert answer.status_code == 422


# In public


def test_readers_find_who_passed_once_it_is_announced(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    final = final_of(stage, 2)
    address = reverse("event", args=[stage.tournament.slug])
    public = Client(headers={"accept-language": "en"})
    assert "Who plays here is announced" in words(public.get(address, {"stage": "2"}))
    assert public.get(address).context["stage"] == stage
    publish_cut(final)
    shown = public.get(address)
    assert shown.context["stage"] == final
    assert sorted(entry.number for entry in shown.context["entries"]) == [1, 2]
    assert public.get(address, {"stage": "1"}).context["stage"] == stage


def test_who_passed_is_hidden_with_the_standings(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 4))
    publish_cut(final_of(stage, 2))
    set_gates(Tournament.objects.get(), draw=True, standings=False)
    assert Client().get(reverse("event", args=[stage.tournament.slug])).context["entries"] == []


def test_strangers_do_not_decide(client: Client) -> None:
    stage = final_of(play(entered(Format.ROUND_ROBIN, 4)), 2)
    stranger = desk_client("yoso", admin=False)
    assert stranger.post(page(stage), {"act": "publish"}).status_code == 403
    assert listed(stage) == []
    assert next_step(stage.tournament, stage.division.stages.get(number=1)).step is Step.CUT
