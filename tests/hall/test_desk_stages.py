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
from tests.events import make_stage
from tests.stages import correct, met, play
from tests.whole_events import entered
from tournaments.domain.settings import FirstRound, Settings, ThirdPlace
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.next_stage import Joining
from tournaments.enums import Format, RankingKey
from tournaments.models import Announcement, Match, Stage, Tournament
from tournaments.selectors.entrants import entrants, groups_of
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
    assert final.settings.branch_rounds == 0  # those who passed meet by their places alone
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


# The rule of a cut, and how its stage is played


def test_the_cut_begins_with_what_fits_the_stage_before(client: Client) -> None:
    """Two of each group; eight of sixteen in one table, four of eight; everybody who has two wins."""
    asked = [
        (entered(Format.ROUND_ROBIN, 8, settings=Settings(groups=2)), 2),
        (entered(Format.ROUND_ROBIN, 8), 4),
        (entered(Format.SWISS, 16), 8),
        (entered(Format.SWISS, 5), 2),
        (entered(Format.TWO_WINS_TWO_LOSSES, 8), None),
    ]
    for stage, top in asked:
        shown = client.get(page(stage, "desk-new-stage"), {"way": "knockout"})
        assert shown.context["forms"]["add_stage"]["top"].value() == top
    assert "In stage 1 play 8 entries, as entered now." in words(
        client.get(page(asked[0][0], "desk-new-stage"), {"way": "knockout"})
    )


@pytest.mark.parametrize(
    ("format", "settings", "rule", "told"),
    [
        (
            Format.ROUND_ROBIN,
            Settings(groups=2),
            CutRule(top=2),
            "Expected here: 4 entries, out of 8 entries.",
        ),
        # Of four and four the third of one group is the best of those behind.
        (Format.ROUND_ROBIN, Settings(groups=2), CutRule(top=2, best_others=1), "Expected here: 5 entries"),
        (Format.ROUND_ROBIN, Settings(), CutRule(), "Nobody stays behind: 8 entries, out of 8 entries."),
        (Format.SWISS, Settings(), CutRule(top=9), "Nobody stays behind: 8 entries, out of 8 entries."),
        # Two blocks of four: two of four are through.
        (Format.TWO_WINS_TWO_LOSSES, Settings(), CutRule(), "Expected here: 4 entries, out of 8 entries."),
        # Eight persons, of whom the best four become two pairs.
        (Format.ROTATION, Settings(), CutRule(top=4), "Expected here: 2 entries, out of 8 people."),
    ],
)
def test_it_is_told_how_many_will_play(
    client: Client, format: Format, settings: Settings, rule: CutRule, told: str
) -> None:
    stage = entered(format, 8, settings=settings)
    final = add_stage(stage.division, format=Format.KNOCKOUT, cut=rule)
    for address in (page(stage, "desk-stages"), page(final)):
        assert told in words(client.get(address))


def test_the_cut_is_changed_until_its_list_is_announced(client: Client) -> None:
    stage = entered(Format.ROUND_ROBIN, 4)
    final = final_of(stage, 4)
    sent = sent_again(client.get(page(final)), "cut") | {"top": "2"}
    client.post(page(final), sent)
    final.refresh_from_db()
    assert final.cut_rule == CutRule(top=2)
    play(stage)
    client.post(page(final), {"act": "publish"})
    assert listed(final) == [1, 2]
    answer = client.post(page(final), sent | {"top": "3"})
    assert answer.status_code == 409
    final.refresh_from_db()
    assert final.cut_rule == CutRule(top=2)
    assert "Change who passes" not in words(client.get(page(final)))


def settings_of(stage: Stage) -> str:
    return reverse("desk-stage-settings", args=[stage.tournament.slug, stage.number])


def test_a_later_stage_is_played_otherwise_than_it_was_set_up(client: Client) -> None:
    stage = entered(Format.ROUND_ROBIN, 8, settings=Settings(groups=2))
    final = final_of(stage, 2)
    shown = client.get(settings_of(final))
    assert f'href="{settings_of(final)}"' in client.get(page(final)).content.decode()
    client.post(settings_of(final), sent_again(shown, "change_stage") | {"third_place": "shared"})
    final.refresh_from_db()
    stage.refresh_from_db()
    assert final.settings.third_place is ThirdPlace.SHARED
    assert (final.cut_rule, stage.settings) == (CutRule(top=2), Settings(groups=2))
    # Pairs play the groups: they do not come apart for the final.
    answer = client.post(settings_of(final), sent_again(shown, "change_stage") | {"shape": "1-1"})
    assert answer.status_code == 409
    assert Stage.objects.get(pk=final.pk).settings.shape == (2, 2)


def test_a_first_stage_does_not_change_so_that_the_next_one_cannot_follow(client: Client) -> None:
    stage = make_stage(format=Format.ROTATION, preset="society_individual")
    add_stage(stage.division, format=Format.ROTATION, preset="society_individual", cut=CutRule(top=4))
    answer = client.post(page(stage, "desk-settings"), {**change_of(client, stage), "way": "pairs"})
    assert answer.status_code == 409
    assert Stage.objects.get(pk=stage.pk).format == Format.ROTATION.value


def change_of(client: Client, stage: Stage) -> dict[str, str]:
    return sent_again(client.get(page(stage, "desk-settings"), {"way": "pairs"}), "change_stage")


def test_who_passed_is_spread_anew_over_other_groups(client: Client) -> None:
    stage = play(entered(Format.ROUND_ROBIN, 8))
    final = final_of(stage, 8, Format.ROUND_ROBIN)
    client.post(page(final), {"act": "publish"})
    sent = sent_again(client.get(settings_of(final)), "change_stage")
    client.post(settings_of(final), sent | {"groups": "2"})
    assert sorted(groups_of(final).values()) == [1, 1, 1, 1, 2, 2, 2, 2]
    answer = client.post(settings_of(final), sent | {"groups": "5"})
    assert answer.status_code == 409
    assert "there are not enough for groups of two and more" in words(answer)


def test_stages_have_the_names_people_use(client: Client) -> None:
    stage = entered(Format.ROUND_ROBIN, 4)
    assert "Qualifying" not in words(client.get(page(stage, "desk-stages")))
    final_of(stage, 2)
    told = words(client.get(page(stage, "desk-stages")))
    assert "Stage 1 · Qualifying · Round robin" in told
    assert "Stage 2 · Finals · Knockout" in told


@pytest.mark.parametrize(
    ("format", "settings", "offered"),
    [
        (Format.TWO_WINS_TWO_LOSSES, Settings(), True),
        (Format.ROUND_ROBIN, Settings(groups=2), True),
        (Format.ROUND_ROBIN, Settings(), False),
    ],
)
def test_the_next_step_offers_the_finals_that_a_format_implies(
    client: Client, format: Format, settings: Settings, offered: bool
) -> None:
    stage = play(entered(format, 4, settings=settings))
    assert step(client, stage) is Step.CLOSE_EVENT
    shown = client.get(reverse("desk-event", args=[stage.tournament.slug])).content.decode()
    assert (page(stage, "desk-new-stage") + "?way=knockout" in shown) is offered
