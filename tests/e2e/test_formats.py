"""Each format once from set-up to its places, through the pages of the desk, on the narrowest phone.

Everybody's name tells how strong he is, the stronger side always wins, and no lot decides what is asserted.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from itertools import combinations
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from tests.e2e.desk_walk import (
    Games,
    add_stage,
    answer,
    back,
    choose,
    choose_way,
    close_event,
    close_reception,
    close_round,
    draw,
    follow,
    key_points,
    key_tables,
    key_totals,
    open_door,
    pick,
    press,
    publish,
    put_society_on_the_books,
    set_up,
    sign_in_for_the_first_time,
    to_tables,
)
from tests.e2e.shown import (
    everybody_at,
    figures,
    fixture,
    meetings,
    passing,
    places,
    planned,
    playing,
    ranks,
    reasons,
    sitting_out,
    tables,
    unit,
    waiting,
    winners_of,
)
from tests.e2e.society import BRANCHES, PEOPLE, Society, names_in, register, strength, stronger
from tests.e2e.watch import Watch, narrowest_phone
from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

VENUE = ZoneInfo("Asia/Tokyo")
ONE, TWO, THREE, FOUR, FIVE, SIX = ("・".join(PEOPLE[at : at + 2]) for at in range(0, 12, 2))
"""The pairs in the order of their strength."""


@pytest.fixture(scope="module")
def books(shared_hall: HallProcess, browser: "Browser") -> Iterator[tuple["Page", dict[str, str]]]:
    """A page of the signed-in organiser of a society, and its people by name."""
    context = browser.new_context(locale="ja-JP", timezone_id="Asia/Tokyo")
    page = context.new_page()
    sign_in_for_the_first_time(page, shared_hall)
    put_society_on_the_books(page, *BRANCHES)
    yield page, register(page)
    context.close()


@pytest.fixture
def watch(books: tuple["Page", dict[str, str]], browser: "Browser") -> Iterator[Watch]:
    """Nothing may go wrong on any page of a walk, nor run out of the window."""
    first, _people = books
    context = browser.new_context(
        locale="ja-JP", timezone_id="Asia/Tokyo", storage_state=first.context.storage_state()
    )
    watch = Watch(narrowest_phone(context))
    yield watch
    context.close()
    assert watch.faults == []


@pytest.fixture
def desk(books: tuple["Page", dict[str, str]], watch: Watch) -> "Page":
    """The organiser's phone, at the list of events."""
    first, _people = books
    watch.page.goto(re.sub("/desk/.*", "/desk/", first.url))
    return watch.page


@pytest.fixture
def society(books: tuple["Page", dict[str, str]], desk: "Page") -> Society:
    return Society(desk, books[1])


# Steps that every walk takes


def play_round(page: "Page") -> None:
    """The draft that is shown is published, played and closed."""
    publish(page)
    key_tables(page, stronger)
    close_round(page)


def award(page: "Page") -> None:
    """The event is closed; its standings as everybody sees them."""
    close_event(page)
    follow(page, "Standings")


# How matches end


def twice(one: str, other: str) -> Games:
    """The stronger side wins two games of three."""
    return stronger(one, other) * 2


def four_of_six(one: str, other: str) -> Games:
    """The stronger side wins four games, the other two."""
    (game,) = stronger(one, other)
    lost = (game[1], game[0])
    return [game, lost, game, game, lost, game]


def low_with_the_strongest(one: str, other: str) -> Games:
    """Whoever meets the strongest player has 40 points, all other losers 90."""
    loser = 40 if PEOPLE[0] in one + other else 90
    return [(150, loser) if strength(one) < strength(other) else (loser, 150)]


def in_days(days: int) -> str:
    """A day from today on, as it is typed."""
    return (datetime.now(VENUE) + timedelta(days=days)).date().isoformat()


# The formats


def test_swiss_of_fixed_pairs(desk: "Page", society: Society) -> None:
    choose_way(desk, "Fixed pairs, equals meet", address="swiss")
    desk.get_by_label("Number of rounds").fill("3")
    set_up(desk)
    society.enter("swiss", 4)
    close_reception(desk)
    draw(desk)
    assert Counter(reasons(desk)) == {"by lot": 2, "different branches": 2}
    play_round(desk)
    draw(desk)
    # Winners meet winners, so the strongest meets the only other one with a win.
    assert Counter(reasons(desk))["equal score"] == 2
    play_round(desk)
    draw(desk)
    # Each has one opponent left.
    (last,) = (table for table in map(everybody_at, tables(desk)) if PEOPLE[0] in table)
    met = next(pair for pair in (TWO, THREE, FOUR) if not last & {*names_in(pair)})
    door = open_door(desk, "Why are two not at one table?")
    pick(door.get_by_label("Why not"), ONE)
    pick(door.get_by_label("with", exact=True), met)
    press(desk, "Ask")
    assert "they have met before" in desk.locator(".answered").inner_text()
    play_round(desk)
    award(desk)
    # Everybody has met everybody, and the stronger has won.
    assert ranks(desk) == [("1", ONE), ("2", TWO), ("3", THREE), ("4", FOUR)]
    assert figures(desk, 1) == ["3–0", "2–1", "1–2", "0–3"]


def test_rotation_by_design(desk: "Page", society: Society) -> None:
    choose_way(desk, "A new partner each round, planned ahead", address="design")
    desk.get_by_label("How many people").fill("5")
    press(desk, "Show what fits")
    assert "1 person sits out in each round." in desk.locator("#forecast").inner_text()
    set_up(desk)
    society.enter("design", 5, size=1)
    close_reception(desk)
    draw(desk)
    assert "as planned ahead" in reasons(desk)
    follow(desk, "Plan of all rounds")
    rounds = planned(desk)
    # Five rounds for five: everybody sits out once and has each of the four others as partner once.
    assert sorted(name for _tables, rests in rounds for name in rests) == sorted(PEOPLE[:5])
    partners = Counter(frozenset(side) for (table,), _rests in rounds for side in table)
    assert partners == {frozenset(two): 1 for two in combinations(PEOPLE[:5], 2)}
    back(desk)
    for number, planned_round in enumerate(rounds, 1):
        assert (tables(desk), sitting_out(desk)) == planned_round
        play_round(desk)
        if number < len(rounds):
            draw(desk)
    award(desk)
    # The strongest wins all its games. While it sits out, the second and its partner win.
    (winners,) = (winners_of(table) for (table,), rests in rounds if PEOPLE[0] in rests)
    losers = [name for name in PEOPLE[1:5] if name not in winners]
    assert ranks(desk)[0] == ("1", PEOPLE[0])
    assert set(ranks(desk)[1:3]) == {("2 equal", name) for name in winners}
    assert set(ranks(desk)[3:]) == {("4 equal", name) for name in losers}
    # Own points with 1000 for each win; who sits out has the mean of the own four games.
    assert figures(desk, 1) == ["5750", "3100", "3100", "1775", "1775"]
    follow(desk, "Draw")
    follow(desk, "Plan of all rounds")
    follow(desk, re.compile(f"^{PEOPLE[0]}"))
    own = desk.locator(".own li").all_inner_texts()
    assert ["sits out" in line for line in own] == [PEOPLE[0] in rests for _tables, rests in rounds]


def test_rotation_by_lot(desk: "Page", society: Society) -> None:
    choose_way(desk, "A new partner each round, by lot", address="lot")
    set_up(desk)
    society.enter("lot", 4, size=1)
    close_reception(desk)
    follow(desk, "Lots from the box")
    for name, lot in zip(PEOPLE[:4], (1, 1, 3, 4), strict=True):
        desk.get_by_label(name).fill(str(lot))
    press(desk, "Check what is missing")
    assert "1 stands here more than once" in desk.locator(".forecast").inner_text()
    desk.get_by_label(PEOPLE[1]).fill("2")
    press(desk, "Draw from the box: Round 1")
    # Lots 1 and 3 are partners against 2 and 4.
    assert {frozenset(side) for side in tables(desk)[0]} == {
        frozenset((PEOPLE[0], PEOPLE[2])),
        frozenset((PEOPLE[1], PEOPLE[3])),
    }
    assert reasons(desk) == ["by numbers from the box"]
    play_round(desk)
    partners = [PEOPLE[2]]
    for _round in (2, 3):
        draw(desk)
        assert "new partners" in reasons(desk)
        (own,) = (side for side in tables(desk)[0] if PEOPLE[0] in side)
        partners += [name for name in own if name != PEOPLE[0]]
        play_round(desk)
    assert sorted(partners) == sorted(PEOPLE[1:4])
    award(desk)
    # The strongest has won all three, each of the others only with it.
    assert ranks(desk)[0] == ("1", PEOPLE[0])
    assert set(ranks(desk)[1:]) == {("2 equal", name) for name in PEOPLE[1:4]}
    assert figures(desk, 1) == ["3450", "1330", "1330", "1330"]


def test_rotation_by_standing(desk: "Page", society: Society) -> None:
    choose_way(desk, "A new partner each round, by standing", address="standing")
    desk.get_by_label("Number of rounds").fill("2")
    set_up(desk)
    society.enter("standing", 8, size=1)
    close_reception(desk)
    draw(desk)
    first = tables(desk)
    play_round(desk)
    draw(desk)
    second = tables(desk)
    # Who won is at one table, who lost at the other, and nobody has the same partner again.
    winners = {name for table in first for name in winners_of(table)}
    assert [everybody_at(table) for table in second] == [winners, set(PEOPLE[:8]) - winners]
    assert not {frozenset(side) for table in first for side in table} & {
        frozenset(side) for table in second for side in table
    }
    assert Counter(reasons(desk))["equal score"] == 2
    play_round(desk)
    award(desk)
    (best,) = (side for side in second[0] if PEOPLE[0] in side)
    assert set(ranks(desk)[:2]) == {("1 equal", name) for name in best}


def test_meeting(desk: "Page", society: Society) -> None:
    choose_way(desk, "A meeting, people come and go", address="meeting")
    set_up(desk)
    society.enter("meeting", 6, size=1)
    to_tables(desk)
    follow(desk, "Who waits, next tables")
    press(desk, "Open play")
    press(desk, "Next tables")
    assert answer(desk) == "Table 1 may begin."
    first, left_over = playing(desk), waiting(desk)
    assert (everybody_at(first) & {*left_over}, len(left_over)) == (set(), 2)
    key_at_meeting(desk)
    # Those who have played nothing yet are first in line; the last one goes home.
    assert waiting(desk)[:2] == left_over
    gone = waiting(desk)[-1]
    press(desk, f"{gone} 進 goes home")
    press(desk, "Next tables")
    second = playing(desk)
    assert {*left_over} < everybody_at(second)
    assert gone not in everybody_at(second)
    key_at_meeting(desk)
    open_door(desk, "End the evening")
    press(desk, "End the evening")
    to_tables(desk)
    award(desk)
    played = Counter(name for table in (first, second) for side in table for name in side)
    won = Counter(name for table in (first, second) for name in winners_of(table))
    shown = {name: record for (_rank, name), record in zip(ranks(desk), figures(desk, 1), strict=True)}
    assert shown == {name: f"{won[name]}–{played[name] - won[name]}" for name in PEOPLE[:6]}


def key_at_meeting(page: "Page") -> None:
    """The one table is keyed; the line stands there again."""
    follow(page.locator(".cards"), "Table 1")
    key_totals(page, stronger)
    follow(page, "Meeting")


def test_round_robin(desk: "Page", society: Society) -> None:
    choose_way(desk, "Everybody against everybody", address="everybody")
    set_up(desk)
    society.enter("everybody", 3)
    close_reception(desk)
    rested = []
    for _round in range(3):
        draw(desk)
        rested.append(unit(sitting_out(desk)))
        (table,) = tables(desk)
        publish(desk)
        follow(desk.locator(".opentables"), "Table 1")
        key_points(desk, unit(winners_of(table)))
        close_round(desk)
    assert sorted(rested, key=strength) == [ONE, TWO, THREE]
    award(desk)
    assert ranks(desk) == [("1", ONE), ("2", TWO), ("3", THREE)]
    follow(desk, "Cross table")
    # The strongest has won both; nobody meets himself.
    rows = [row.locator("td").all_inner_texts() for row in desk.locator(".cross tbody tr").all()]
    signs = [["".join(re.findall("[○●]", cell)) for cell in row[:3]] for row in rows]
    assert signs == [["", "○", "○"], ["●", "", "○"], ["●", "●", ""]]


def test_league(desk: "Page", society: Society) -> None:
    choose_way(desk, "A league over months", address="league")
    set_up(desk)
    society.enter("league", 3)
    close_reception(desk)
    draw(desk)
    publish(desk)
    follow(desk, "Matches and days")
    follow(fixture(desk, TWO, THREE), "Dates")
    door = open_door(desk, "A side offers a day")
    choose(desk, "Who offers a day?", TWO)
    door.get_by_label("Day").fill(in_days(-3))
    press(desk, "Keep this day")
    back(desk)
    follow(fixture(desk, ONE, THREE), "Dates")
    door = open_door(desk, "Postpone the match")
    door.get_by_label("This match is played by").fill(in_days(30))
    door.get_by_label("Reason").fill("入院")
    press(desk, "Change its day")
    back(desk)
    open_door(desk, "Set another day").get_by_label("All matches are played by").fill(in_days(-1))
    press(desk, "Set the deadline")
    assert "postponed to" in fixture(desk, ONE, THREE).inner_text()
    # Over its day are the two that were not postponed; only the second pair had offered one.
    assert desk.get_by_role("link", name="Rule upon it").count() == 2
    late = fixture(desk, TWO, THREE, late=True)
    assert f"{TWO} offered:" in late.inner_text()
    assert f"{THREE} offered no day" in late.inner_text()
    follow(late, "Rule upon it")
    choose(desk, "It was not played", f"{TWO} wins without play")
    open_door(desk, "Rule that it is not played").get_by_label("Reason").fill("日程に応じず")
    press(desk, "Rule so")
    to_tables(desk)
    for other in (TWO, THREE):
        follow(desk.locator(".card").filter(has_text=ONE).filter(has_text=other), re.compile("^Match"))
        key_totals(desk, twice)
        assert re.fullmatch(r"Match \d is confirmed\.", answer(desk))
    close_round(desk)
    award(desk)
    assert ranks(desk) == [("1", ONE), ("2", TWO), ("3", THREE)]
    assert figures(desk, 1) == ["2–0", "1–1", "0–2"]


def test_knockout(desk: "Page", society: Society) -> None:
    choose_way(desk, "Knockout", address="knockout")
    open_door(desk, "Settings that few change")
    choose(desk, "Round 1", "By the order of the list")
    set_up(desk)
    society.enter("knockout", 6)
    close_reception(desk)
    draw(desk)
    # Of eight places two are empty, opposite the two strongest.
    assert sitting_out(desk) == [*names_in(ONE), *names_in(TWO)]
    assert meetings(desk) == [f"{THREE} – {SIX}", f"{FOUR} – {FIVE}"]
    play_round(desk)
    draw(desk)
    assert meetings(desk) == [f"{ONE} – {FOUR}", f"{TWO} – {THREE}", f"{FIVE} – {SIX}"]
    assert "second game of those who lost" in reasons(desk)
    back(desk)
    follow(desk, "Bracket")
    assert "Winner of table 1" in desk.locator("#round-3").inner_text()
    back(desk)
    follow(desk, "Look at the draft")
    play_round(desk)
    draw(desk)
    assert meetings(desk) == [f"{ONE} – {TWO}", f"{THREE} – {FOUR}"]
    assert "for third place" in reasons(desk)
    play_round(desk)
    award(desk)
    assert ranks(desk)[:4] == [("1", ONE), ("2", TWO), ("3", THREE), ("4", FOUR)]
    assert set(ranks(desk)[4:]) == {("5 equal", FIVE), ("5 equal", SIX)}
    follow(desk.locator(".tabs"), "Bracket")
    final = desk.locator("#round-3 .line").all_inner_texts()
    assert [(*names_in(line), "won" in line) for line in final] == [
        (*names_in(ONE), True),
        (*names_in(TWO), False),
    ]


def test_two_wins_two_losses(desk: "Page", society: Society) -> None:
    choose_way(desk, "Two wins through, two losses out", address="two-wins")
    set_up(desk)
    society.enter("two-wins", 4)
    close_reception(desk)
    draw(desk)
    assert Counter(reasons(desk)) == {"by lot": 2, "block 1": 2}
    play_round(desk)
    draw(desk)
    assert set(reasons(desk)) == {"block 1: the winners", "block 1: the losers"}
    play_round(desk)
    draw(desk)
    # The strongest has two wins, the weakest two losses: the others decide between themselves.
    assert meetings(desk) == [f"{TWO} – {THREE}"]
    play_round(desk)
    award(desk)
    assert set(ranks(desk)[:2]) == {("1 equal", ONE), ("1 equal", TWO)}
    assert ranks(desk)[2:] == [("3", THREE), ("4", FOUR)]
    follow(desk.locator(".tabs"), "Bracket")
    fates = {
        unit(names_in(row.locator(".who").inner_text())): row.locator(".state").inner_text()
        for row in desk.locator(".units > li").all()
    }
    assert fates == {ONE: "✓ through", TWO: "✓ through", THREE: "× out", FOUR: "× out"}


def test_title_match(desk: "Page", society: Society) -> None:
    choose_way(desk, "Title match", address="title")
    set_up(desk)
    society.enter("title", 2)
    close_reception(desk)
    draw(desk)
    assert reasons(desk) == ["for the title"]
    publish(desk)
    key_tables(desk, four_of_six)
    assert "4 · 150" in desk.locator(".card").inner_text()
    close_round(desk)
    award(desk)
    assert ranks(desk) == [("1", ONE), ("2", TWO)]


def test_rotation_then_knockout_of_one_and_five_two_and_six(
    desk: "Page", society: Society, watch: Watch
) -> None:
    choose_way(desk, "A new partner each round, by lot", address="finals")
    desk.get_by_label("Number of rounds").fill("1")
    set_up(desk)
    add_stage(desk, "Knockout", top=8)
    society.enter("finals", 12, size=1)
    close_reception(desk)
    draw(desk)
    drawn = tables(desk)
    publish(desk)
    key_tables(desk, low_with_the_strongest)
    close_round(desk)
    follow(desk, "See who passes")
    follow(desk, "See who passes")
    # Six have won; of the losers the two who met the strongest have fewer points, four are equal for 7 and 8.
    winners = {name for table in drawn for name in winners_of(table)}
    (strong,) = (table for table in map(everybody_at, drawn) if PEOPLE[0] in table)
    behind, equal = strong - winners, set(PEOPLE) - strong - winners
    assert set(passing(desk, "passes")) == winners
    assert set(passing(desk, "equal")) == equal
    assert set(passing(desk, "stays")) == behind
    assert "2 places are left." in desk.locator("fieldset").first.inner_text()
    with watch.refusal():
        press(desk, "Announce who passes")
    assert "Decide it by play-off or lot" in desk.locator("[role=alert]").inner_text()
    choose(desk, "Equal across the line", "Lot")
    press(desk, "Announce who passes")
    pairs = [names_in(row) for row in desk.locator(".passing li").all_inner_texts()]
    # The first four of the ranking with the next four: 5 and 6 have won too, 7 and 8 had the lot.
    assert {*pairs[0], *pairs[1]} < winners
    assert [len(winners & {*pair}) for pair in pairs] == [2, 2, 1, 1]
    assert {pair[1] for pair in pairs[2:]} < equal
    to_tables(desk)
    draw(desk)
    assert desk.locator(".facts").first.inner_text().startswith("4 pairs here")
    first, second, third, fourth = map(unit, pairs)
    halves = [sorted((first, fourth), key=strength), sorted((second, third), key=strength)]
    assert meetings(desk) == sorted(map(" – ".join, halves), key=strength)
    play_round(desk)
    draw(desk)
    finals = [sorted(two, key=strength) for two in zip(*halves, strict=True)]
    assert meetings(desk) == sorted(map(" – ".join, finals), key=strength)
    play_round(desk)
    award(desk)
    order = [pair for two in finals for pair in two]
    assert places(desk)[:4] == [(str(place), pair) for place, pair in enumerate(order, 1)]
    # Four pairs are eight persons; two who missed the lot are ninth, the two behind them eleventh.
    assert [place for place, _name in places(desk)[4:]] == ["9 equal", "9 equal", "11 equal", "11 equal"]
    assert {name for _place, name in places(desk)[6:]} == behind


def test_groups_with_a_ring_then_final(desk: "Page", society: Society, watch: Watch) -> None:
    choose_way(desk, "Everybody against everybody", address="groups")
    desk.get_by_label("Groups", exact=True).fill("2")
    set_up(desk)
    add_stage(desk, "Knockout", top=1)
    society.enter("groups", 6)
    close_reception(desk)
    draw(desk)
    back(desk)
    follow(desk, "Groups")
    ring, plain = (
        sorted((unit(names_in(row)) for row in group.locator("li").all_inner_texts()), key=strength)
        for group in desk.locator(".groups > div").all()
    )
    assert {*ring, *plain} == {ONE, TWO, THREE, FOUR, FIVE, SIX}
    back(desk)
    follow(desk, "Look at the draft")

    def ending(one: str, other: str) -> list[tuple[int, int]]:
        """In the first group the weakest beats the strongest, so that all three are equal."""
        games = stronger(one, other)
        return [(b, a) for a, b in games] if {one, other} == {ring[0], ring[2]} else games

    for number in range(3):
        publish(desk)
        key_tables(desk, ending)
        close_round(desk)
        if number < 2:
            draw(desk)
    follow(desk, "See who passes")
    follow(desk, "See who passes")
    assert sorted(passing(desk, "equal"), key=strength) == ring
    assert passing(desk, "passes") == [plain[0]]
    choose(desk, "Equal across the line", "Play-off")
    with watch.refusal(HTTPStatus.UNPROCESSABLE_ENTITY):
        press(desk, "Announce who passes")
    numbers = re.findall(r"\d+(?= )", desk.locator("legend").first.inner_text())
    order = [numbers[1], numbers[0], numbers[2]]
    desk.get_by_label("After a play-off").fill(" ".join(order))
    press(desk, "Announce who passes")
    to_tables(desk)
    draw(desk)
    one, other = sorted((ring[1], plain[0]), key=strength)
    assert meetings(desk) == [f"{one} – {other}"]
    play_round(desk)
    award(desk)
    assert places(desk)[:2] == [("1", one), ("2", other)]


def test_teams_over_a_stage(desk: "Page", society: Society) -> None:
    choose_way(desk, "Fixed pairs, equals meet", address="teams")
    desk.get_by_label("Counted as").select_option("prefecture_league")
    desk.get_by_label("Number of rounds").fill("2")
    set_up(desk)
    society.enter("teams", 4)
    follow(desk, "Teams")
    press(desk, "Teams are the branches")
    assert "4 entries have another team now." in answer(desk)
    back(desk)
    close_reception(desk)
    for _round in (1, 2):
        draw(desk)
        # The first two pairs are of one branch, the last two of the other: they never meet.
        assert {len({ONE, TWO} & set(map(unit, table))) for table in tables(desk)} == {1}
        play_round(desk)
    award(desk)
    follow(desk, "Teams")
    rows = desk.locator(".of-team").all_inner_texts()
    # Each pair of the first branch has beaten both of the second by 60.
    assert [row.split() for row in rows] == [
        ["1", BRANCHES[0], "+4", "+240"],
        ["2", BRANCHES[1], "−4", "−240"],
    ]
