"""The public pages through the client: addresses, gates, languages, caching."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs.models import Member
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_forfeit
from tests.events import make_match, make_pair, make_stage, play, play_out
from tests.factories import mayors_cup
from tournaments.enums import Format
from tournaments.models import Match, Stage, Tournament

pytestmark = pytest.mark.django_db
TABS = ["event", "standings", "cross-table", "records", "conditions"]


def address(name: str, *args: object, language: str = "ja") -> str:
    with translation.override(language):
        return reverse(name, args=args)


def pages_of(stage: Stage) -> list[str]:
    slug = stage.tournament.slug
    match = Match.objects.filter(round__stage=stage).exclude(round__state="draft").first()
    return [
        address("home"),
        *(address(tab, slug) for tab in TABS),
        address("entry", slug, 1),
        *([address("match", match.code), address("event-round", slug, 1)] if match else []),
    ]


def change(stage: Stage, **facts: object) -> None:
    Tournament.objects.filter(pk=stage.tournament.pk).update(**facts)


@pytest.mark.parametrize("language", ["ja", "en", "ru"])
def test_every_page_answers_in_every_language(client: Client, language: str) -> None:
    stage = mayors_cup(pairs=3, closed=1, running=True)
    for page in pages_of(stage):
        response = client.get(page.replace("/ja/", f"/{language}/", 1))
        assert response.status_code == 200
        assert f'<html lang="{language}">' in response.content.decode()


def test_an_event_that_is_being_set_up_has_all_its_pages(client: Client) -> None:
    stage = make_stage()
    slug = stage.tournament.slug
    make_pair(stage, "田中 太郎", "吉田 花子")
    assert "田中・吉田" in client.get(address("event", slug)).content.decode()
    stage.delete()
    for tab in TABS:
        assert client.get(address(tab, slug)).status_code == 200


def test_standings_change_with_a_deal(client: Client) -> None:
    match = make_match()
    page = address("standings", match.tournament.slug)
    assert "+160" not in client.get(page).content.decode()
    play_out(match, winner=1)
    assert "+160" in client.get(page).content.decode()


def test_a_draft_is_not_found(client: Client) -> None:
    stage = mayors_cup(pairs=4, closed=1)
    draft = pair_next_round(stage)
    code = draft.matches.first().code  # type: ignore[union-attr]
    assert client.get(address("match", code)).status_code == 404
    assert client.get(address("event-round", stage.tournament.slug, 2)).status_code == 404


def test_no_page_shows_a_total_while_standings_are_hidden(client: Client) -> None:
    match = make_match()
    play_out(match, winner=1)
    change(match.round.stage, standings_are_public=False)
    for page in pages_of(match.round.stage):
        text = client.get(page).content.decode()
        assert not re.search(r">\s*160\s*<|160–0|0–160|○</span><span class=\"said\">", text), page


def test_no_page_names_an_opponent_while_the_draw_is_hidden(client: Client) -> None:
    match = make_match()
    play_out(match, winner=1)
    change(match.round.stage, draw_is_public=False)
    slug = match.tournament.slug
    assert client.get(address("match", match.code)).status_code == 404
    assert "海野" not in client.get(address("entry", slug, 1)).content.decode()
    for tab in ["event", "cross-table", "records"]:
        assert "海野" not in client.get(address(tab, slug)).content.decode()


def test_pages_are_kept_by_version_and_language(client: Client) -> None:
    stage = mayors_cup(pairs=2, closed=1)
    page = address("standings", stage.tournament.slug)
    version = Tournament.objects.get(pk=stage.tournament.pk).public_version
    first = client.get(page)
    assert first["ETag"] == f'"{version}-ja-{settings.PAGES_STAMP}"'
    assert first["Cache-Control"] == "no-cache"
    again = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    change(stage, public_version=version + 1)
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 200
    english = address("standings", stage.tournament.slug, language="en")
    assert client.get(english, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_home_page_is_kept_until_it_changes(client: Client) -> None:
    first = client.get(address("home"))
    again = client.get(address("home"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    make_stage()
    changed = client.get(address("home"), headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200


def test_public_pages_set_no_cookie_and_run_no_script(client: Client) -> None:
    stage = mayors_cup(pairs=2, closed=1)
    for page in pages_of(stage):
        response = client.get(page)
        text = response.content.decode()
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")
        assert "<script" not in text
        assert " style=" not in text
        assert "default-src 'self'" in response["Content-Security-Policy"]


def test_public_pages_only_answer_reading(client: Client) -> None:
    for page in pages_of(mayors_cup(pairs=2, closed=1)):
        assert client.head(page).status_code == 200
        assert client.post(page).status_code == 405


@pytest.mark.parametrize(
    ("accepts", "language"), [("ru,en;q=0.5", "ru"), ("en-GB", "en"), ("fr", "ja"), ("", "ja")]
)
def test_the_root_goes_by_the_browser_and_else_is_japanese(
    client: Client, accepts: str, language: str
) -> None:
    response = client.get("/", headers={"Accept-Language": accepts})
    assert (response.status_code, response["Location"]) == (302, f"/{language}/")


def test_every_page_links_to_itself_in_the_other_languages(client: Client) -> None:
    stage = make_stage()
    text = client.get(address("standings", stage.tournament.slug)).content.decode()
    for language in ["ja", "en", "ru"]:
        assert f'href="{address("standings", stage.tournament.slug, language=language)}"' in text


@pytest.mark.parametrize("page", ["/ja/nothing/", "/ja/events/none/", "/ja/matches/000000/"])
def test_what_is_not_there_says_where_to_go(client: Client, page: str) -> None:
    response = client.get(page)
    assert response.status_code == 404
    assert 'class="key main" href="/ja/"' in response.content.decode()


def test_a_number_that_is_none_is_not_found(client: Client) -> None:
    slug = make_stage().tournament.slug
    assert client.get(address("standings", slug) + "?through=x").status_code == 404
    assert client.get(address("standings", slug) + "?stage=9").status_code == 404
    assert client.get(address("entry", slug, 99)).status_code == 404


def test_the_table_is_found_by_name_in_kana_order(client: Client) -> None:
    stage = mayors_cup(pairs=4, running=True)
    text = client.get(address("event", stage.tournament.slug)).content.decode()
    index = text[text.index('id="by-name"') :]
    people = ["新 仁", "天野 翔", "梅田 さくら", "数馬 進", "上出 実", "田中 太郎", "林 恵", "吉田 花子"]
    places = [index.index(person) for person in people]
    assert places == sorted(places)


def test_a_match_is_read_deal_by_deal(client: Client) -> None:
    match = make_match()
    play(match, "sheet,s1,2,6,received")
    play(match, "sheet,s2,3,7,doubled")
    text = client.get(address("match", match.code)).content.decode()
    assert "tiles.svg#tile-6" in text
    assert "tiles.svg#tile-7" in text
    assert "×2" in text
    assert "80–40" in text
    assert "<polyline" in text


def test_the_code_of_a_match_may_be_typed_small(client: Client) -> None:
    code = make_match().code
    assert client.get(address("match", code.lower())).status_code == 200


def test_conditions_name_target_keys_and_rules(client: Client) -> None:
    stage = make_stage(preset="tokyo_meijin", format=Format.ROUND_ROBIN)
    page = address("conditions", stage.tournament.slug, language="en")
    text = client.get(page).content.decode()
    for words in ["150 points", "best of 3", "add 200 points", "G-3.3", "G-6.4", "Net wins"]:
        assert words in text


def test_query_counts_do_not_grow_with_the_field(client: Client) -> None:
    def counts(stage: Stage) -> list[int]:
        return [queries_of(client, page) for page in pages_of(stage)[1:]]

    small = counts(mayors_cup(slug="small", pairs=2, closed=1))
    assert counts(mayors_cup(slug="large", pairs=6, closed=1)) == small


def queries_of(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)


def test_hidden_tables_of_a_closed_round_are_not_called_in_play(client: Client) -> None:
    stage = mayors_cup(pairs=4, closed=1)
    change(stage, standings_are_public=False)
    text = client.get(address("event", stage.tournament.slug, language="en")).content.decode()
    assert "in play" not in text[text.index('id="by-table"') :]


def test_a_forfeit_is_told_in_words_and_its_reason_stays_with_the_staff(client: Client) -> None:
    match = make_match()
    record_forfeit(match, winner=2, reason="taken ill", by=None)
    for page in [address("match", match.code), address("event", match.tournament.slug)]:
        text = client.get(page).content.decode()
        assert "不戦勝" in text
        assert "不戦敗" in text
        assert "taken ill" not in text
        assert "<b>0</b>" not in text


def test_people_without_a_reading_stand_under_a_heading_of_their_own(client: Client) -> None:
    match = make_match()
    Member.objects.update(reading="", sort_key="～山田")
    page = address("event", match.tournament.slug, language="en")
    assert "Reading not known" in client.get(page).content.decode()
