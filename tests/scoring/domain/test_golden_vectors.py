"""The golden vectors of tournaments.md §3, over lines written by hand. They must come out exactly."""

from dataclasses import replace
from fractions import Fraction

from scoring.domain.standings import Entry, LineKind, MatchLine, Standing, rank_entries
from scoring.domain.teams import rank_teams
from tests.scoring.domain.line_makers import both, match, unplayed
from tournaments.domain.profile import PRESETS, Bye, ByeResult, Count, Profile, Ranking
from tournaments.enums import RankingKey as Key

INDIVIDUAL = PRESETS["society_individual"]
PREFECTURES = PRESETS["prefecture_league"]
MEIJIN = PRESETS["tokyo_meijin"]
SHOPS = PRESETS["shop_teams"]


def table(lines: list[MatchLine], profile: Profile, *, order: Ranking | None = None) -> list[Standing]:
    entries = sorted({line.entry for line in lines}, key=str)
    return rank_entries(lines, order=order or profile.ranking, profile=profile, entries=entries)


def order_of(rows: list[Standing]) -> list[tuple[int, Entry]]:
    return [(row.rank, row.entry) for row in rows]


def test_p1_two_wins_beat_more_points_by_the_bonus() -> None:
    two_wins = [match("two", (150, 90)), match("two", (150, 140)), match("two", (10, 150))]
    one_win = [match("one", (150, 0)), match("one", (100, 150)), match("one", (120, 150))]
    rows = table(two_wins + one_win, INDIVIDUAL)
    assert order_of(rows) == [(1, "two"), (2, "one")]
    assert [row.values[Key.SCORE_WITH_BONUS] for row in rows] == [310 + 2000, 370 + 1000]


def test_p1_without_the_bonus_the_order_inverts() -> None:
    two_wins = [match("two", (150, 90)), match("two", (150, 140)), match("two", (10, 150))]
    one_win = [match("one", (150, 0)), match("one", (100, 150)), match("one", (120, 150))]
    rows = table(two_wins + one_win, replace(INDIVIDUAL, win_bonus=0))
    assert order_of(rows) == [(1, "one"), (2, "two")]
    assert [row.values[Key.SCORE_WITH_BONUS] for row in rows] == [370, 310]


def record(entry: Entry, wins: int, losses: int, *, difference: int) -> list[MatchLine]:
    """Wins by 10 and losses by 10, but for a first win that brings the sum to the difference."""
    first = difference - 10 * (wins - 1) + 10 * losses
    won = [match(entry, (150, 150 - first))] + [match(entry, (150, 140)) for _ in range(wins - 1)]
    return won + [match(entry, (140, 150)) for _ in range(losses)]


PREFECTURE_LINES = [
    *record("Nagano A", 7, 1, difference=150),
    *record("Nagano B", 5, 3, difference=90),
    *record("Chiba A", 7, 1, difference=130),
    *record("Osaka A", 5, 1, difference=120),
    *record("Osaka B", 3, 3, difference=60),
    *record("Yamanashi A", 4, 1, difference=100),
    *record("Yamanashi B", 2, 1, difference=70),
    *record("floaters", 1, 1, difference=30),
]
PREFECTURE_OF: dict[Entry, Entry] = {
    line.entry: str(line.entry).split()[0] for line in PREFECTURE_LINES if line.entry != "floaters"
}


def test_p2_prefectures_by_net_wins_then_difference() -> None:
    lines = [
        *record("Osaka", 8, 4, difference=180),
        *record("Yamanashi", 6, 2, difference=170),
        *record("Chiba", 7, 1, difference=130),
        *record("Nagano", 12, 4, difference=240),
    ]
    rows = table(lines, PREFECTURES)
    assert order_of(rows) == [(1, "Nagano"), (2, "Chiba"), (3, "Osaka"), (4, "Yamanashi")]
    assert [(row.wins, row.losses) for row in rows] == [(12, 4), (7, 1), (8, 4), (6, 2)]
    assert [dict(row.values) for row in rows] == [
        {Key.NET_WINS: 8, Key.POINT_DIFF: 240},
        {Key.NET_WINS: 6, Key.POINT_DIFF: 130},
        {Key.NET_WINS: 4, Key.POINT_DIFF: 180},
        {Key.NET_WINS: 4, Key.POINT_DIFF: 170},
    ]
    assert not any(row.tied for row in rows)
    by_wins = [row.entry for row in table(lines, PREFECTURES, order=((Key.WINS, True),))]
    by_rate = [row.entry for row in table(lines, PREFECTURES, order=((Key.WIN_RATE, True),))]
    assert by_wins == ["Nagano", "Osaka", "Chiba", "Yamanashi"]
    assert by_rate[0] == "Chiba"


def test_p2_the_same_from_pairs_of_unequal_teams() -> None:
    entries = list(dict.fromkeys(line.entry for line in PREFECTURE_LINES))
    rows = rank_teams(PREFECTURE_LINES, profile=PREFECTURES, teams=PREFECTURE_OF, entries=entries)
    assert order_of(rows) == [(1, "Nagano"), (2, "Chiba"), (3, "Osaka"), (4, "Yamanashi")]
    assert [(row.wins, row.losses) for row in rows] == [(12, 4), (7, 1), (8, 4), (6, 2)]
    assert [row.values[Key.POINT_DIFF] for row in rows] == [240, 130, 180, 170]


def bad_day(entry: Entry) -> list[MatchLine]:
    """Two matches won with +10 each, one lost with a single game of -340."""
    return [
        match(entry, (150, 100), (100, 150), (150, 140)),
        match(entry, (150, 100), (100, 150), (150, 140)),
        match(entry, (150, 140), (140, 150), (0, 340)),
    ]


def test_p3_net_by_matches_and_difference_by_all_games() -> None:
    (row,) = table(bad_day("A"), MEIJIN)
    assert (row.values[Key.NET_WINS], row.values[Key.POINT_DIFF]) == (1, -320)


def test_p3_done_twice_overturns_a_lead_of_570() -> None:
    leader = [match("A", (150, 0), (450, 0)), match("A", (150, 165), (150, 165))]
    rival = [match("B", (150, 145), (150, 145)), match("B", (150, 145), (150, 145))]
    (before,) = table(leader, MEIJIN)
    assert before.values[Key.POINT_DIFF] == 570
    rows = table(leader + bad_day("A") + bad_day("A") + rival, MEIJIN)
    assert order_of(rows) == [(1, "B"), (2, "A")]
    assert [row.values[Key.NET_WINS] for row in rows] == [2, 2]
    assert [row.values[Key.POINT_DIFF] for row in rows] == [20, 570 - 640]


def test_p3_two_games_are_one_match_or_two_wins() -> None:
    won = [match("A", (150, 100), (150, 120))]
    for count, net in [(Count.MATCHES, 1), (Count.GAMES, 2)]:
        (row,) = table(won, replace(MEIJIN, count=count))
        assert (row.values[Key.NET_WINS], row.values[Key.POINT_DIFF]) == (net, 80)


SHOGI = Profile(
    target=None,
    bye=Bye(result=ByeResult.WIN),
    ranking=((Key.WINS, True), (Key.SOS, True), (Key.SODOS, True), (Key.HEAD_TO_HEAD, True)),
)
SHOGI_LINES = [
    *both("A", "B", in_round=1),
    *both("C", "D", in_round=1),
    unplayed("E", LineKind.BYE, in_round=1),
    *both("A", "C", in_round=2),
    *both("D", "E", in_round=2),
    unplayed("B", LineKind.BYE, in_round=2),
    *both("B", "D", in_round=3),
    *both("C", "E", in_round=3),
    unplayed("A", LineKind.BYE, in_round=3),
]


def test_p5_shogi_swiss_with_an_odd_field() -> None:
    rows = table(SHOGI_LINES, SHOGI)
    assert order_of(rows) == [(1, "A"), (2, "C"), (3, "B"), (4, "D"), (5, "E")]
    values = {row.entry: [row.values[key] for key in (Key.WINS, Key.SOS, Key.SODOS)] for row in rows}
    assert values == {"A": [3, 4, 4], "B": [2, 4, 1], "C": [2, 5, 2], "D": [1, 5, 1], "E": [1, 3, 0]}


def test_p5_direct_match_decides_and_a_circle_is_equal_rank() -> None:
    order = ((Key.WINS, True), (Key.HEAD_TO_HEAD, True))
    lines = [*both("A", "B"), *both("B", "D"), *both("C", "A"), *both("C", "D")]
    assert order_of(table(lines, SHOGI, order=order)) == [(1, "C"), (2, "A"), (3, "B"), (4, "D")]
    circle = [
        *both("A", "B"),
        *both("B", "C"),
        *both("C", "A"),
        *both("A", "D"),
        *both("B", "D"),
        *both("C", "D"),
    ]
    rows = table(circle, SHOGI)
    assert order_of(rows) == [(1, "A"), (1, "B"), (1, "C"), (4, "D")]
    assert [row.tied for row in rows] == [True, True, True, False]


SHOP_OF: dict[Entry, Entry] = {"x1": "X", "x2": "X", "y1": "Y", "y2": "Y", "z1": "Z", "z2": "Z"}
SHOP_POINTS = {"x1": 1000, "y1": 900, "y2": 800, "z1": 800, "x2": 500, "z2": 400}


def shops(points: dict[str, int], teams: dict[Entry, Entry]) -> list[Standing]:
    lines = [match(pair, (total, 0)) for pair, total in points.items()]
    return rank_teams(lines, profile=SHOPS, teams=teams, entries=list(points))


def test_p6_smaller_sum_of_placings_wins_and_equal_ranks_take_the_mean() -> None:
    rows = shops(SHOP_POINTS, SHOP_OF)
    assert order_of(rows) == [(1, "Y"), (2, "X"), (3, "Z")]
    assert [row.values[Key.TEAM_PLACINGS] for row in rows] == [Fraction(11, 2), 6, Fraction(19, 2)]


def test_p6_equal_sums_are_decided_by_points() -> None:
    rows = shops({"x1": 900, "y1": 800, "y2": 700, "x2": 100}, {"x1": "X", "x2": "X", "y1": "Y", "y2": "Y"})
    assert order_of(rows) == [(1, "Y"), (2, "X")]
    assert [row.values[Key.TEAM_PLACINGS] for row in rows] == [5, 5]
    assert [row.values[Key.POINTS_FOR] for row in rows] == [1500, 1000]


def test_p6_missing_pair_counts_last_and_one() -> None:
    rows = shops({**SHOP_POINTS, "w1": 2000}, {**SHOP_OF, "w1": "W"})
    assert {row.entry: row.values[Key.TEAM_PLACINGS] for row in rows}["W"] == 1 + 8
