"""What everybody may read: the same as on the pages, behind the same gates, one version at a time."""

from typing import Any

import pytest
from django.conf import settings
from pytest_django import DjangoAssertNumQueries

from scoring.services.acts import last_act
from scoring.services.drafts import pair_next_round
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.api.conftest import Caller
from tests.events import make_match, make_pair, make_stage, play, play_out, start_round
from tournaments.enums import Format
from tournaments.models import Match, Stage, Tournament
from tournaments.services.versions import set_gates

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def event(match: Match) -> Tournament:
    return match.tournament


def told(anybody: Caller, path: str) -> Any:
    answer = anybody.read(path)
    assert answer.status_code == 200, answer.json()
    return answer.json()


def test_events_are_sorted_as_on_the_home_page(anybody: Caller, event: Tournament) -> None:
    events = told(anybody, "events")
    assert events.keys() == {"now", "soon", "past"}
    assert [one["slug"] for one in events["now"]] == [event.slug]
    assert events["now"][0]["club"] == {"slug": "noto-goita", "name": "能登ごいた保存会"}


def test_clubs_come_with_their_branches(anybody: Caller, event: Tournament) -> None:
    clubs = told(anybody, "clubs")["clubs"]
    assert all(branch.pop("uuid") for branch in clubs[0]["branches"])
    assert clubs == [
        {
            "slug": "noto-goita",
            "name": "能登ごいた保存会",
            "branches": [
                {"slug": "noto", "name": "能登"},
                {"slug": "tokyo", "name": "東京"},
                {"slug": "osaka", "name": "大阪"},
            ],
        }
    ]


def test_event_names_its_stages_by_their_place(anybody: Caller, event: Tournament) -> None:
    found = told(anybody, f"events/{event.slug}")
    assert found["event"]["local_date"] == "2026-09-13"
    assert found["stages"] == [
        {"place": 1, "division": "", "format": "swiss", "rounds_planned": 5, "ruleset": "goita"}
    ]


def test_conditions_are_the_frozen_profile_and_options(anybody: Caller, match: Match) -> None:
    stage = match.round.stage
    found = told(anybody, f"events/{stage.tournament.slug}/conditions")
    assert found["profile"] == stage.stored_profile
    assert found["options"] == {"five_five_points": 150}
    assert found["started_at"] is not None


def test_stage_that_is_not_there(anybody: Caller, event: Tournament) -> None:
    assert anybody.read(f"events/{event.slug}/standings?stage=2").status_code == 404
    assert anybody.read(f"events/{event.slug}/standings?stage=0").status_code == 400


def test_round_shows_its_tables_with_running_totals(anybody: Caller, match: Match) -> None:
    play(match, "points,2,40")
    found = told(anybody, f"events/{match.tournament.slug}/rounds/1")
    assert found["round"]["state"] == "published"
    table = found["matches"][0]
    assert (table["code"], table["table"], table["state"]) == (match.code, 1, "playing")
    assert [side["totals"] for side in table["sides"]] == [[0], [40]]
    assert "reasons" not in table


def test_match_shows_its_deals_with_the_running_score(anybody: Caller, match: Match) -> None:
    play(match, "points,1,10")
    play(match, "points,2,40")
    found = told(anybody, f"matches/{match.code}")
    rows = found["sheet"]["games"][0]["rows"]
    assert [(row["points"], row["running"]) for row in rows] == [(10, [10, 0]), (40, [10, 40])]


def test_code_may_be_typed_in_small_letters(anybody: Caller, match: Match) -> None:
    assert told(anybody, f"matches/{match.code.lower()}")["match"]["code"] == match.code


def test_standings_are_the_numbers_of_the_profile(anybody: Caller, match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    found = told(anybody, f"events/{match.tournament.slug}/standings")
    assert found["ranking"] == ["wins", "net_wins", "point_diff", "head_to_head"]
    first, second = found["rows"]
    assert (first["rank"], first["wins"], second["rank"], second["losses"]) == (1, 1, 2, 1)
    assert list(first["values"]) == found["ranking"]
    assert (first["values"]["point_diff"], found["provisional"]) == (160, False)


def test_standings_after_an_earlier_round(anybody: Caller, match: Match) -> None:
    slug = match.tournament.slug
    play_out(match, winner=1)
    assert told(anybody, f"events/{slug}/standings?through=1")["provisional"] is True
    assert anybody.read(f"events/{slug}/standings?through=0").status_code == 400
    assert anybody.read(f"events/{slug}/standings?through=x").status_code == 400


def test_entry_tells_how_it_came_to_its_place(anybody: Caller, match: Match) -> None:
    slug = match.tournament.slug
    play_out(match, winner=1)
    assert [one["number"] for one in told(anybody, f"events/{slug}/entries")["entries"]] == [1, 2]
    found = told(anybody, f"events/{slug}/entries/1")
    assert found["row"]["entry"]["number"] == 1
    assert [step["mark"] for step in found["steps"]] in (["win"], ["loss"])
    assert anybody.read(f"events/{slug}/entries/3").status_code == 404
    set_gates(match.tournament, draw=True, standings=False)
    assert told(anybody, f"events/{slug}/entries/1")["row"] is None


def test_half_points_are_decimal_fractions(anybody: Caller) -> None:
    from scoring.api.shapes import NumberField

    assert NumberField().to_representation(3) == 3
    assert NumberField().to_representation(2.5) == 2.5  # type: ignore[arg-type]


def test_cross_table_of_a_round_robin_is_by_opponent(anybody: Caller) -> None:
    stage = make_stage(format=Format.ROUND_ROBIN)
    make_pair(stage)
    make_pair(stage)
    play_out(start_round(stage).matches.get(), winner=2)
    found = told(anybody, f"events/{stage.tournament.slug}/cross-table")
    assert len(found["opponents"]) == 2
    cells = [[mark["mark"] for cell in row["cells"] for mark in cell["marks"]] for row in found["rows"]]
    assert cells == [["win"], ["loss"]]


def test_draft_is_seen_by_the_desk_alone(anybody: Caller, desk: Caller) -> None:
    stage = make_stage()
    make_pair(stage)
    make_pair(stage)
    slug = stage.tournament.slug
    desk.send("post", f"events/{slug}/reception/close", {})
    code = pair_next_round(Stage.objects.get(pk=stage.pk)).matches.get().code
    assert told(anybody, f"events/{slug}/rounds")["rounds"] == []
    assert anybody.read(f"events/{slug}/rounds/1").status_code == 404
    assert anybody.read(f"matches/{code}").status_code == 404
    assert desk.read(f"matches/{code}").status_code == 404
    assert told(desk, f"events/{slug}/hall")["draw"]["matches"][0]["code"] == code


def test_closed_gate_of_the_draw_hides_who_meets_whom(anybody: Caller, match: Match) -> None:
    play_out(match, winner=1)
    event = match.tournament
    set_gates(event, draw=False, standings=True)
    assert told(anybody, f"events/{event.slug}/rounds") == {"rounds": [], "hidden": True}
    assert anybody.read(f"events/{event.slug}/rounds/1").status_code == 404
    assert anybody.read(f"matches/{match.code}").status_code == 404
    assert told(anybody, f"events/{event.slug}/cross-table")["hidden"] is True


def test_closed_gate_of_the_standings_hides_all_they_could_be_made_of(anybody: Caller, match: Match) -> None:
    play_out(match, winner=1)
    event = match.tournament
    set_gates(event, draw=True, standings=False)
    assert told(anybody, f"events/{event.slug}/standings")["rows"] == []
    assert told(anybody, f"events/{event.slug}/cross-table")["hidden"] is True
    found = told(anybody, f"matches/{match.code}")
    assert (found["match"]["state"], found["match"]["deals"]) == ("playing", 0)
    assert [side["totals"] for side in found["match"]["sides"]] == [[], []]
    assert (found["sheet"]["hidden"], found["sheet"]["games"]) == (True, [])


PATHS = ["", "/entries", "/entries/1", "/conditions", "/rounds", "/rounds/1", "/standings", "/cross-table"]


def test_copy_is_good_for_one_version_and_language(anybody: Caller, match: Match) -> None:
    slug = match.tournament.slug
    for path in [*(f"events/{slug}{rest}" for rest in PATHS), f"matches/{match.code}"]:
        first = anybody.read(path, **{"accept-language": "en"})
        etag = first.headers["ETag"]
        version = Tournament.objects.get(slug=slug).public_version
        assert etag == f'"{version}-en-{settings.PAGES_STAMP}"'
        assert first.headers["Cache-Control"] == "no-cache"
        assert "Accept-Language" in first.headers["Vary"]
        for held in (etag, f"W/{etag}", f'"x", {etag}', "*"):
            again = anybody.read(path, **{"accept-language": "en", "if-none-match": held})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
        other = anybody.read(path, **{"accept-language": "ru", "if-none-match": etag})
        assert other.status_code == 200
    play(match, "points,1,10")
    for path in (f"events/{slug}/standings", f"matches/{match.code}"):
        changed = anybody.read(path, **{"accept-language": "en", "if-none-match": etag})
        assert changed.status_code == 200


def test_closing_a_gate_makes_every_copy_old(anybody: Caller, match: Match) -> None:
    path = f"events/{match.tournament.slug}/standings"
    etag = anybody.read(path).headers["ETag"]
    set_gates(match.tournament, draw=True, standings=False)
    answer = anybody.read(path, **{"if-none-match": etag})
    assert (answer.status_code, answer.json()["hidden"]) == (200, True)


@pytest.mark.parametrize("pairs", [2, 6])
def test_standings_take_the_same_queries_however_many_play(
    anybody: Caller, pairs: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    stage = make_stage()
    for _ in range(pairs):
        make_pair(stage)
    for match in start_round(stage).matches.all():
        play_out(match, winner=1)
    with django_assert_max_num_queries(28):
        told(anybody, f"events/{stage.tournament.slug}/standings")


def test_last_act_is_what_the_desk_names_next(desk: Caller, match: Match) -> None:
    path = f"matches/{match.code}/desk"
    assert told(desk, path)["last_act"] is None
    play(match, "points,1,10")
    last = last_act(match)
    assert last
    assert told(desk, path)["last_act"] == str(last)
