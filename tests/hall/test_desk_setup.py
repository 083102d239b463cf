"""Setting up: the society, its branches, an event, accounts and roles."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from clubs.models import Account, Branch, Club
from hall.forecast_words import EVENLY, GRAVE, NOTES
from hall.forms.settings import PLAY_FIELDS, SERIES_FROM, SOFT, ChangeStage, Foresee
from hall.forms.setup import SetUpEvent
from hall.settings_words import ranked_and_drawn, settings_sentences
from hall.views.setup import as_shown
from hall.ways import WAYS, Way, play_of
from scoring.services.drafts import pair_next_round
from scoring.services.rounds import publish_round
from tests.desk import desk_client, words
from tests.events import make_club, make_pair, make_stage
from tests.servers.hall import ROOT
from tournaments.domain.agreement import shapes_of
from tournaments.domain.profile import PRESETS, Decider, DrawRule
from tournaments.domain.rotation.bounds import Repeat
from tournaments.domain.settings import (
    FirstRound,
    Remainder,
    RotationMode,
    Settings,
    Split,
    ThirdPlace,
    ThirdRound,
    ThreeBlock,
    Unplayed,
)
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.next_stage import Joining
from tournaments.enums import Format
from tournaments.models import Stage, Tournament
from tournaments.selectors.roles import can_referee, can_run, can_see
from tournaments.services.reception import close_reception

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return desk_client()


def event_form(way: str = "pairs", **typed: Any) -> dict[str, Any]:
    """What the page of this way would send, with the facts of an event filled in."""
    by = Account.objects.get(username="kazuma")
    forms = [form(subject=WAYS[way].play, by=by) for form in (SetUpEvent, Foresee)]
    facts = {
        "act": "set_up",
        "way": way,
        "name": "町長杯",
        "slug": "cup",
        "club": make_club().pk,
        "day": "2026-09-13",
        "begins": "09:30",
        "venue": "公民館",
        "tables": 14,
        "fee": 500,
    }
    return as_shown(forms[1]) | as_shown(forms[0]) | facts | typed


def forecast(client: Client, way: str, **typed: Any) -> str:
    return words(client.get(reverse("desk-new-event"), event_form(way, **typed)))


def the_stage() -> Stage:
    return Stage.objects.get(number=1)


def test_an_event_is_set_up_and_reception_opens(client: Client) -> None:
    answer = client.post(reverse("desk-new-event"), event_form(branch_rounds=2))
    assert answer.headers["Location"] == reverse("desk-reception", args=["cup"])
    tournament = Tournament.objects.get()
    assert f"{tournament.local_start:%Y-%m-%d %H:%M}" == "2026-09-13 09:30"
    assert the_stage().settings == Settings(branch_rounds=2)


@pytest.mark.parametrize("way", WAYS.values(), ids=lambda way: way.key)
def test_every_way_to_play_is_set_up_as_it_says(client: Client, way: Way) -> None:
    make_club()
    shown = words(client.get(reverse("desk-new-event"), {"way": way.key}))
    assert ranked_and_drawn(way.play.format, way.play.settings) in shown
    client.post(reverse("desk-new-event"), event_form(way.key))
    stage = the_stage()
    assert (stage.format, stage.settings) == (way.play.format.value, way.play.settings)
    assert stage.profile.best_of == (way.play.best_of or PRESETS[way.play.preset].best_of)


def test_groups_and_the_knockout_behind_them_are_set_up_in_one_go(client: Client) -> None:
    make_club()
    assert "The final stage Knockout" in words(client.get(reverse("desk-new-event"), {"way": "groups-final"}))
    client.post(reverse("desk-new-event"), event_form("groups-final", groups=3, top=1, shape="1-1"))
    groups, final = Stage.objects.order_by("number")
    assert (groups.format, groups.settings.groups) == ("round_robin", 3)
    assert (final.format, final.settings.shape) == ("knockout", (1, 1))
    assert final.settings.first_round is FirstRound.RANK
    assert final.cut_rule == CutRule(top=1, crosswise=True)


def test_the_best_of_a_rotation_become_the_pairs_of_a_knockout(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form("partners-final"))
    final = Stage.objects.get(number=2)
    assert (final.entry_size, final.cut_rule) == (2, CutRule(top=8, joining=Joining.HALF))


def test_a_refused_final_sets_up_nothing(client: Client) -> None:
    """Persons who play for themselves at tables of three become no pairs."""
    answer = client.post(reverse("desk-new-event"), event_form("partners-final", shape="1-1-1"))
    assert answer.status_code in (409, 422)
    assert not Tournament.objects.exists()


def test_every_format_but_records_can_be_set_up() -> None:
    assert {way.play.format for way in WAYS.values()} == set(Format) - {Format.IMPORTED}


def test_every_setting_is_offered_somewhere() -> None:
    wishes = {"soft": SOFT, "best_of_from": tuple(SERIES_FROM)}
    for field in fields(Settings):
        assert set(wishes.get(field.name, (field.name,))) <= PLAY_FIELDS


def test_a_way_nobody_knows_leads_back_to_the_choice(client: Client) -> None:
    make_club()
    assert "How will you play?" in words(client.get(reverse("desk-new-event"), {"way": "chess"}))
    answer = client.post(reverse("desk-new-event"), event_form() | {"way": "chess"})
    assert answer.headers["Location"] == reverse("desk-new-event")
    assert not Tournament.objects.exists()


def test_t18_the_words_say_who_is_ranked_and_what_is_drawn(client: Client) -> None:
    make_club()
    assert "Ranked: each person. Drawn: the pairs of each round." in words(
        client.get(reverse("desk-new-event"), {"way": "partners"})
    )
    client.post(reverse("desk-new-event"), event_form("partners"))
    assert the_stage().entry_size == 1
    with override("en"):
        printed = words(Client().get(reverse("conditions", args=["cup"])))
    assert "Ranked: each person. Drawn: the pairs of each round." in printed
    assert "Who sits out is given the mean of the own games of this stage." in printed
    assert "floaters fill the table" not in printed


def test_t16_round_eight_of_eight_people_must_repeat_a_partner(client: Client) -> None:
    told = forecast(client, "partners", people=8, rounds_planned=9)
    assert "Round 8 must repeat a partner" in told
    assert "must repeat a partner" not in forecast(client, "partners", people=8, rounds_planned=7)


def test_a_swiss_longer_than_its_field_is_said_before(client: Client) -> None:
    """lila#7675: the event ended early, and nobody had been told."""
    told = forecast(client, "pairs", people=6, rounds_planned=7)
    assert "From round 4 on it can happen that no round without a second meeting is left" in told
    assert "Round 6 at the latest must repeat an opponent" in told


def test_thirty_people_are_told_first_what_leaves_nobody_out(client: Client) -> None:
    page = client.get(reverse("desk-new-event"), event_form("partners", people=30, rounds_planned=4))
    first = page.context["told"].notes[0].text
    assert first == "30 people: nobody sits out if 2 of the staff play too."


def test_the_end_is_told_by_the_clock_of_the_hall(client: Client) -> None:
    # 30 + 45 + 5 × 25 + 4 × 10 = 240 minutes from half past nine.
    told = forecast(client, "pairs", people=16, rounds_planned=5, begins="09:30")
    assert "Ends at about 13:30" in told
    late = forecast(client, "pairs", people=16, rounds_planned=5, begins="09:30", ends="13:00")
    # 210 minutes less 75 hold 25 + 35 + 35 + 35 = 130 of them.
    assert "It ends at 13:30; the hall is there until 13:00. 4 rounds would fit." in late
    # Five games of 19 and four times 10 are 135, and half an hour less was missing.
    assert "With games of 19 minutes it would fit. Begun at 09:00 it would fit." in late


def test_nothing_typed_is_lost_by_looking_at_what_fits(client: Client) -> None:
    typed = event_form(people=16, name="別の大会", branch_rounds=3, soft_1="branch")
    form = client.get(reverse("desk-new-event"), typed).context["forms"]["set_up"]
    assert (form["name"].value(), form["branch_rounds"].value()) == ("別の大会", "3")
    assert form["soft_1"].value() == "branch"
    assert not form.errors


def test_a_number_that_is_none_is_named(client: Client) -> None:
    told = forecast(client, "pairs", people="many")
    assert "The forecast needs these numbers: How many pairs" in told


@pytest.mark.parametrize(
    ("way", "typed", "field", "said"),
    [
        ("pairs", {"exempt_branch": "能登"}, "exempt_branch", "branches are not kept apart in any round"),
        ("pairs", {"soft_2": "score"}, "soft_1", "one wish stands there twice"),
        ("pairs", {"preset": "three_seats"}, "preset", "counted at tables of three sides only"),
        (
            "partners",
            {"shape": "3-3", "remainder": "three_seats"},
            "remainder",
            "fill gaps only where two pairs sit at a table",
        ),
    ],
)
def test_what_contradicts_itself_is_refused_in_words(
    client: Client, way: str, typed: dict[str, str], field: str, said: str
) -> None:
    given = event_form(way, **({"branch_rounds": 0} if "exempt_branch" in typed else {}), **typed)
    answer = client.post(reverse("desk-new-event"), given)
    assert answer.status_code == 422
    assert said in answer.context["forms"]["set_up"].errors[field][0]
    assert not Tournament.objects.exists()


def test_shapes_that_a_format_does_not_have_are_not_offered(client: Client) -> None:
    answer = client.post(reverse("desk-new-event"), event_form("knockout", shape="1-1-1"))
    assert "shape" in answer.context["forms"]["set_up"].errors


def test_where_somebody_has_to_win_one_more_deal_decides(client: Client) -> None:
    make_club()
    shown = words(client.get(reverse("desk-new-event"), {"way": "knockout"}))
    assert "a drawn one is decided by one more deal" in shown
    client.post(reverse("desk-new-event"), event_form("knockout"))
    profile = the_stage().profile
    assert (profile.draw, profile.deciders) == (DrawRule.DECIDED, (Decider.ONE_MORE_DEAL,))


def test_series_of_a_knockout_grow_as_typed(client: Client) -> None:
    client.post(
        reverse("desk-new-event"), event_form("knockout", best_of_from_4="3", best_of_from_2="5", best_of="1")
    )
    assert the_stage().settings.best_of_from == ((4, 3), (2, 5))


def test_tables_of_three_are_played_by_the_rules_of_three(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form("threes"))
    assert (the_stage().ruleset_key, the_stage().entry_size) == ("goita3", 1)


# Changing it before play


def settings_page(stage: Stage) -> str:
    return reverse("desk-settings", args=[stage.tournament.slug])


def change_form(stage: Stage, way: str = "", **typed: Any) -> dict[str, Any]:
    play = replace(WAYS[way].play, stage=stage) if way else play_of(stage)
    form = ChangeStage(subject=play, by=Account.objects.get(username="kazuma"))
    return as_shown(form) | {"act": "change_stage", "way": way} | typed


def test_settings_change_until_the_stage_begins_and_a_draft_is_thrown_away(client: Client) -> None:
    stage = make_stage()
    for _ in range(4):
        make_pair(stage)
    close_reception(stage.division)
    pair_next_round(Stage.objects.get())
    client.post(settings_page(stage), change_form(stage, rounds_planned=3, first_round="rank"))
    stage = the_stage()
    assert (stage.rounds_planned, stage.settings.first_round) == (3, FirstRound.RANK)
    assert stage.profile == PRESETS["society_pairs"]
    assert not stage.rounds.exists()
    publish_round(pair_next_round(stage))
    answer = client.post(settings_page(stage), change_form(stage, rounds_planned=4))
    assert answer.status_code == 409
    assert the_stage().rounds_planned == 3
    assert "has begun, stays as announced" in words(client.get(settings_page(stage)))


def test_pairs_can_play_it_another_way_but_do_not_come_apart(client: Client) -> None:
    stage = make_stage()
    make_pair(stage)
    answer = client.post(settings_page(stage), change_form(stage, "partners"))
    assert answer.status_code == 409
    assert "withdraw the entries first" in words(answer)
    client.post(settings_page(stage), change_form(stage, "knockout"))
    assert the_stage().format == Format.KNOCKOUT.value
    assert the_stage().profile.draw is DrawRule.DECIDED


def test_the_forecast_of_an_event_counts_who_is_entered(client: Client) -> None:
    stage = make_stage()
    for _ in range(5):
        make_pair(stage)
    told = client.get(settings_page(stage)).context["told"]
    assert told.notes[0].text == "5 entries: nobody sits out if 1 house pair plays too."


def test_every_note_of_a_forecast_has_words() -> None:
    source = ast.parse(Path(ROOT, "tournaments/domain/forecast/notes.py").read_text("utf-8"))
    texts = {
        node.value
        for node in ast.walk(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {text for text in texts if re.fullmatch("[a-z]+(_[a-z]+)+", text)} - {
        "house_pairs",
        "three_seats",
    }
    repeats = {f"{kind.value}_again" for kind in Repeat}
    assert {"over_hours", "floaters_needed", "byes_each"} <= codes
    assert codes | repeats == set(NOTES)
    assert set(EVENLY) | GRAVE <= set(NOTES)


@pytest.mark.parametrize("format", sorted(set(Format) - {Format.IMPORTED}))
def test_every_setting_of_every_format_has_sentences(format: Format) -> None:
    with override("en"):
        for settings in every_choice(format):
            assert all(settings_sentences(format, settings))


def every_choice(format: Format) -> Iterator[Settings]:
    """The defaults, and each choice of each setting once."""
    yield from (Settings(shape=shape) for shape in shapes_of(format))
    for kind in (FirstRound, RotationMode, Split, Remainder, ThirdPlace, ThirdRound, ThreeBlock, Unplayed):
        name = next(field.name for field in fields(Settings) if isinstance(field.default, kind))
        choices: list[Any] = list(kind)
        yield from (replace(Settings(), **{name: choice}) for choice in choices)
    yield Settings(soft=(), branch_rounds=2, exempt_branch="能登", groups=2, cycles=2, least_matches=3)
    yield Settings(best_of_from=((16, 3), (2, 7)), second_game=True)


def test_a_taken_address_keeps_everything_else_that_was_typed(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form())
    answer = client.post(reverse("desk-new-event"), event_form(name="別の大会"))
    assert answer.status_code == 409
    assert "belongs to another event" in words(answer)
    assert answer.context["forms"]["set_up"]["name"].value() == "別の大会"


def test_an_event_without_an_address_has_the_day_for_one_and_the_next_a_number(client: Client) -> None:
    for _ in range(3):
        client.post(reverse("desk-new-event"), event_form(slug=""))
    slugs = Tournament.objects.order_by("pk").values_list("slug", flat=True)
    assert list(slugs) == ["2026-09-13", "2026-09-13-2", "2026-09-13-3"]


def test_an_address_has_latin_letters_only(client: Client) -> None:
    answer = client.post(reverse("desk-new-event"), event_form(slug="町長杯"))
    assert answer.status_code == 422
    assert "Only Latin letters, digits and hyphens" in words(answer)


def test_a_new_installation_begins_with_its_society(client: Client) -> None:
    assert "Begin with the society" in words(client.get(reverse("desk")))
    page = reverse("desk-society")
    client.post(page, {"act": "found_club", "name": "能登ごいた保存会", "slug": "noto"})
    club = Club.objects.get()
    for name in ("能登", "東京", "能登"):
        client.post(page, {"act": "add_branch", "club": club.pk, "name": name})
    assert list(Branch.objects.values_list("name", "number")) == [("能登", 1), ("東京", 2)]


def test_an_account_is_made_with_its_role(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form())
    tournament = Tournament.objects.get()
    reach = f"event:{tournament.uuid}"
    typed = {"act": "open_account", "username": "hayashi", "password": "gin-to-kin-3030", "reach": reach}
    client.post(reverse("desk-accounts"), typed)
    account = Account.objects.get(username="hayashi")
    assert can_run(account, tournament)
    assert "hayashi Organiser · 町長杯" in words(client.get(reverse("desk-accounts")))


def test_a_weak_password_makes_no_account(client: Client) -> None:
    typed = {"act": "open_account", "username": "hayashi", "password": "goita", "reach": "installation:"}
    answer = client.post(reverse("desk-accounts"), typed)
    assert answer.status_code == 409
    assert not Account.objects.filter(username="hayashi").exists()


def test_one_more_role_is_granted(client: Client) -> None:
    account = Account.objects.create_account("hayashi", password="gin-to-kin-3030")
    typed = {"act": "grant_role", "account": account.pk, "reach": f"club:{make_club().uuid}"}
    client.post(reverse("desk-accounts"), typed)
    assert account.roles.get().role == "organiser"


def test_a_role_of_an_event_is_granted_by_name_and_taken_away(client: Client) -> None:
    client.post(reverse("desk-new-event"), event_form())
    tournament, page = Tournament.objects.get(), reverse("desk-accounts")
    account = Account.objects.create_account("hayashi", password="gin-to-kin-3030")
    typed = {"act": "grant_role", "account": account.pk, "reach": f"event:{tournament.uuid}"}
    client.post(page, typed | {"role": "referee"})
    assert can_referee(account, tournament)
    assert not can_run(account, tournament)
    assert "hayashi Referee · 町長杯" in words(client.get(page))
    answer = client.post(page, {"act": "revoke_role", "role": account.roles.get().pk}, follow=True)
    assert "hayashi no longer has this role." in words(answer)
    assert not can_see(account, tournament)


def test_a_society_has_no_referees(client: Client) -> None:
    account = Account.objects.create_account("hayashi", password="gin-to-kin-3030")
    reach = f"club:{make_club().uuid}"
    typed = {"act": "grant_role", "account": account.pk, "reach": reach, "role": "referee"}
    answer = client.post(reverse("desk-accounts"), typed)
    assert answer.status_code == 409
    assert "A society has organisers only" in words(answer)
    assert not account.roles.exists()


def test_an_account_is_closed_and_the_last_admin_is_not(client: Client) -> None:
    page, admin = reverse("desk-accounts"), Account.objects.get(username="kazuma")
    account = Account.objects.create_account("hayashi", password="gin-to-kin-3030")
    assert "Closed: hayashi" in words(
        client.post(page, {"act": "close_account", "account": account.pk}, follow=True)
    )
    for act in (
        {"act": "close_account", "account": admin.pk},
        {"act": "revoke_role", "role": admin.roles.get().pk},
    ):
        answer = client.post(page, act)
        assert answer.status_code == 409
        assert "Make somebody else an admin first." in words(answer)
    again = client.post(page, {"act": "close_account", "account": account.pk})
    assert again.status_code == 422
    assert "Somebody else has changed this meanwhile" in words(again)
