"""The bracket page: what it draws, what its gates hide, who is not known yet."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from scoring.selectors.bracket_sheet import bracket_sheet
from scoring.selectors.viewer import Viewer
from scoring.services.brackets import reopen_result
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.desk import desk_client, words
from tests.whole_events import entered
from tournaments.domain.settings import FirstRound, Settings, ThreeBlock
from tournaments.enums import Format
from tournaments.models import Match, Round, Stage, Tournament

pytestmark = pytest.mark.django_db


def knockout(entrants: int, **facts: object) -> Stage:
    """Seeded by number, each entry with a name of its own."""
    stage = entered(Format.KNOCKOUT, entrants, settings=Settings(first_round=FirstRound.RANK, **facts))  # type: ignore[arg-type]
    for entry in stage.division.entries.all():
        entry.name = f"第{entry.number}組"
        entry.save()
    return stage


def address(name: str, stage: Stage, language: str = "en") -> str:
    with translation.override(language):
        return reverse(name, args=[stage.tournament.slug])


def shown(stage: Stage, language: str = "en") -> str:
    return words(Client().get(address("bracket", stage, language)))


def announced(stage: Stage) -> Round:
    round = pair_next_round(stage)
    publish_round(round)
    return round


def win(match: Match, side: int) -> None:
    record_totals(match, totals=[(150, 100) if side == 1 else (100, 150)])
    confirm_match(Match.objects.get(pk=match.pk), by=None)


def play_round(stage: Stage) -> Round:
    """The next round; side 1 wins everywhere."""
    round = announced(stage)
    for match in round.matches.filter(state="waiting"):
        win(match, 1)
    close_round(round)
    return round


def change(stage: Stage, **facts: object) -> None:
    Tournament.objects.filter(pk=stage.tournament.pk).update(**facts)


def section(text: str, heading: str, until: str) -> str:
    return text[text.rindex(heading) : text.rindex(until)]


def test_rounds_have_names_and_the_unknown_come_from_tables() -> None:
    stage = knockout(5)
    announced(stage)
    text = shown(stage)
    assert "Quarter-final" in text
    # 1, 2 and 3 have byes; 1 meets whoever wins at the only table.
    assert "Winner of table 1" in section(text, "Semi-final No. 1", "Final")
    assert "Winner of Semi-final, no. 1 Winner of Semi-final, no. 2" in text
    assert "Loser of Semi-final, no. 1 Loser of Semi-final, no. 2" in text
    assert text.count("plays from the next round on") == 3


def test_a_winner_is_marked_by_sign_and_word_and_stands_in_the_next_round() -> None:
    stage = knockout(4)
    round = announced(stage)
    win(round.matches.get(number=1), 1)
    text = shown(stage)
    assert "○ 第1組 won" in text
    assert "● 第4組" in text
    assert "第1組 Winner of table 2" in section(text, "Final", "Third place")
    assert "第4組 Loser of table 2" in text


def test_a_series_shows_games_won_and_every_game() -> None:
    stage = entered(Format.TITLE, 2, settings=Settings(best_of_from=((2, 7),)))
    match = announced(stage).matches.get()
    record_totals(match, totals=[(150, 20), (90, 160), (150, 30)])
    text = shown(stage)
    assert "Title match" in text
    assert "150–20 · 90–160 · 150–30" in text
    assert "won" not in text


def test_third_place_and_second_games_stand_beside_the_way_to_the_final() -> None:
    stage = knockout(8, second_game=True)
    play_round(stage)
    play_round(stage)
    text = shown(stage)
    # 1–8, 5–4, 3–6 and 7–2 are won by side 1; then 1 beats 5 and 3 beats 7, and losers meet: 8–4, 6–2.
    second = text[text.index("Second games of those who lost") :]
    assert re.findall(r"第\d組", second) == ["第8組", "第4組", "第6組", "第2組"]
    assert re.findall(r"第\d組", section(text, "Third place", "Second games")) == ["第5組", "第7組"]


def test_while_results_are_hidden_nobody_reads_them_from_the_bracket() -> None:
    stage = knockout(4)
    play_round(stage)
    change(stage, standings_are_public=False)
    text = shown(stage)
    assert "○" not in text
    assert "●" not in text
    assert "150" not in text
    assert "第1組" not in section(text, "Final", "Third place")


def test_while_the_draw_is_hidden_there_is_no_bracket() -> None:
    stage = knockout(4)
    announced(stage)
    change(stage, draw_is_public=False)
    assert "第1組" not in shown(stage)


def test_a_draft_is_shown_to_the_desk_only() -> None:
    stage = knockout(4)
    pair_next_round(stage)
    assert "第1組" not in shown(stage)
    assert "第1組" in words(desk_client().get(reverse("desk-bracket", args=[stage.tournament.slug])))


def test_a_table_taken_back_waits_for_whoever_comes() -> None:
    stage = knockout(4)
    play_round(stage)
    announced(stage)
    reopen_result(Match.objects.get(round__stage=stage, round__number=1, number=1), reason="訂正")
    assert "Winner of table 1 第3組" in section(shown(stage), "Final", "Third place")


def test_the_page_is_kept_by_version_and_language() -> None:
    stage = knockout(4)
    announced(stage)
    client = Client()
    page = address("bracket", stage, "ja")
    first = client.get(page)
    version = Tournament.objects.get(pk=stage.tournament.pk).public_version
    assert first["ETag"] == f'"{version}-ja-{settings.PAGES_STAMP}"'
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_nothing_of_it_needs_scripts_or_inline_styles() -> None:
    stage = knockout(13)
    announced(stage)
    content = Client().get(address("bracket", stage)).content.decode()
    assert "<script" not in content
    assert "style=" not in content


def test_only_a_format_with_a_bracket_has_the_page() -> None:
    stage = entered(Format.SWISS, 4)
    announced(stage)
    client = Client()
    assert client.get(address("bracket", stage)).status_code == 404
    assert "Bracket" not in words(client.get(address("event", stage)))
    assert "Bracket" in words(client.get(address("event", knockout(4))))


def test_before_the_draw_the_page_says_what_will_stand_there() -> None:
    assert "Nothing is drawn yet" in shown(knockout(4))


def test_blocks_show_who_met_whom_and_who_is_through() -> None:
    stage = entered(Format.TWO_WINS_TWO_LOSSES, 7, settings=Settings(three_block=ThreeBlock.GHOST))
    play_round(stage)
    play_round(stage)
    text = shown(stage)
    assert "Block 1" in text
    assert "Block 2" in text
    # A block of four has one through and one out by then; of the block of three one has beaten the ghost.
    assert text.count("✓ through") == 2
    assert "□ won by forfeit" in text
    change(stage, standings_are_public=False)
    assert "through" not in shown(stage)


def test_the_desk_and_the_draw_name_the_round() -> None:
    stage = knockout(4)
    play_round(stage)
    announced(stage)
    visitor, desk = Client(), desk_client()
    public = words(visitor.get(address("event", stage)))
    assert "Final" in public
    assert "Third place" in public
    assert "Round 2" not in public.replace("round 2 in play", "")
    for page in ("desk-event", "desk-draw"):
        assert "Final" in words(desk.get(reverse(page, args=[stage.tournament.slug])))


def test_standings_are_the_places_that_the_bracket_gave() -> None:
    stage = knockout(5)
    for _round in range(3):
        play_round(stage)
    rows = Client().get(address("standings", stage)).context["table"].rows
    # Side 1 wins 5–4, then 1–5 and 3–2, then the final 1–3 and for third place 5–2.
    assert [(row.entry.number, row.rank, row.tied) for row in rows] == [
        (1, 1, False),
        (3, 2, False),
        (5, 3, False),
        (2, 4, False),
        (4, 5, False),
    ]
    after_one = Client().get(address("standings", stage) + "?through=1").context["table"].rows
    assert sorted((row.rank, row.entry.number) for row in after_one) == [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 5),
        (5, 4),
    ]


def test_query_counts_do_not_grow_with_the_field() -> None:
    counts = []
    for entrants in (5, 13):
        stage = knockout(entrants)
        announced(stage)
        with CaptureQueriesContext(connection) as queries:
            bracket_sheet(Stage.objects.get(pk=stage.pk), Viewer.PUBLIC)
        counts.append(len(queries))
    assert counts[0] == counts[1]
