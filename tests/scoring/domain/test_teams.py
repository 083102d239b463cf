"""Teams beyond the golden vectors P2 and P6, which stand in test_golden_vectors."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.domain.facts import OutcomeFacts, OutcomeKind
from scoring.domain.lines import Sitting, match_lines
from scoring.domain.match_score import score_match
from scoring.domain.standings import Entry, LineKind, MatchLine, Standing, rank_entries
from scoring.domain.teams import rank_teams, shares, team_order
from tests.scoring.domain.line_makers import both, match, unplayed
from tournaments.domain.profile import PRESETS, Profile, Ranking, SitOut, SitOutScore
from tournaments.enums import RankingKey as Key

PREFECTURES = PRESETS["prefecture_league"]
SHOPS = PRESETS["shop_teams"]
SUMS = (Key.NET_WINS, Key.POINT_DIFF, Key.POINTS_FOR, Key.WINS)
SUMMED = replace(SHOPS, team=tuple((key, True) for key in SUMS))


def ranked(
    lines: list[MatchLine], teams: Mapping[Entry, Entry], *, profile: Profile, others: tuple[Entry, ...] = ()
) -> list[Standing]:
    return rank_teams(lines, profile=profile, teams=teams, entries=[*teams, *others])


def order_of(rows: list[Standing]) -> list[tuple[int, Entry]]:
    return [(row.rank, row.entry) for row in rows]


def by(*keys: Key) -> Ranking:
    return tuple((key, True) for key in keys)


def test_nobody_gives_no_teams() -> None:
    assert ranked([], {}, profile=SHOPS) == []


def test_values_are_the_sums_of_the_entries() -> None:
    # a1: 150-100, 150-90; a2: 80-150. Two won, one lost: +50 +60 -70 = +40, 380 points.
    lines = [match("a1", (150, 100)), match("a1", (150, 90)), match("a2", (80, 150)), match("b1", (150, 0))]
    rows = {row.entry: row for row in ranked(lines, {"a1": "A", "a2": "A", "b1": "B"}, profile=SUMMED)}
    assert [rows["A"].values[key] for key in SUMS] == [1, 40, 380, 2]
    assert [rows["B"].values[key] for key in SUMS] == [1, 150, 150, 1]
    assert (rows["A"].wins, rows["A"].losses) == (2, 1)


def test_sit_out_is_worth_the_mean_of_the_entry_and_not_of_its_team() -> None:
    # a1 played 100 and 140 and sat out once: 240 + 120. a2 played 60 once.
    lines = [match("a1", (100, 150)), match("a1", (140, 150)), unplayed("a1", LineKind.SIT_OUT, in_round=3)]
    lines.append(match("a2", (60, 150)))
    profile = replace(SUMMED, sit_out=SitOut(SitOutScore.OWN_AVERAGE))
    (team,) = ranked(lines, {"a1": "A", "a2": "A"}, profile=profile)
    assert team.values[Key.POINTS_FOR] == 240 + 120 + 60


def test_entry_without_a_team_is_met_and_counts_for_none() -> None:
    lines = [*both("guest", "a1"), *both("a1", "b1")]
    rows = ranked(lines, {"a1": "A", "b1": "B"}, profile=PREFECTURES, others=("guest",))
    assert [(row.entry, row.values[Key.NET_WINS]) for row in rows] == [("A", 0), ("B", -1)]


def test_own_team_of_a_floater_gains_nothing() -> None:
    # Seats 1 and 3 are side 1. At seat 3 somebody of A sits in for a partner of b1: A has no sitting.
    won = [OutcomeFacts(OutcomeKind.WINNER, side=1)]
    score = score_match([], won, profile=PREFECTURES, sides=(1, 2))
    sittings = [Sitting("b1", 1, seats=frozenset({1})), Sitting("c1", 2)]
    lines = list(match_lines(score, sittings, round_number=1))
    rows = ranked(lines, {"a1": "A", "b1": "B", "c1": "C"}, profile=PREFECTURES)
    assert {row.entry: row.values[Key.NET_WINS] for row in rows} == {"A": 0, "B": 1, "C": -1}


def test_team_without_a_match_is_ranked_too() -> None:
    rows = ranked(both("a1", "b1"), {"a1": "A", "b1": "B", "c1": "C"}, profile=PREFECTURES)
    assert order_of(rows) == [(1, "A"), (2, "C"), (3, "B")]


def test_teams_equal_in_every_key_share_a_rank() -> None:
    lines = [*both("a1", "c1"), *both("b1", "c1")]
    rows = ranked(lines, {"a1": "A", "b1": "B", "c1": "C"}, profile=PREFECTURES)
    assert [(row.rank, row.entry, row.tied) for row in rows] == [
        (1, "A", True),
        (1, "B", True),
        (3, "C", False),
    ]


def test_teams_are_compared_directly_like_entries() -> None:
    profile = replace(PREFECTURES, team=by(Key.NET_WINS, Key.HEAD_TO_HEAD))
    lines = [*both("a1", "b1"), *both("b2", "c1"), *both("c1", "a2"), *both("guest", "b1")]
    teams: dict[Entry, Entry] = {"a1": "A", "a2": "A", "b1": "B", "b2": "B", "c1": "C"}
    rows = ranked(lines, teams, profile=profile, others=("guest",))
    assert order_of(rows) == [(1, "C"), (2, "A"), (3, "B")]


def test_team_mates_who_met_gain_nothing_from_each_other() -> None:
    rows = ranked(
        [*both("a1", "a2"), *both("a1", "b1")], {"a1": "A", "a2": "A", "b1": "B"}, profile=PREFECTURES
    )
    assert [(row.entry, row.values[Key.NET_WINS]) for row in rows] == [("A", 1), ("B", -1)]


def test_missing_entries_stand_behind_the_last_as_often_as_the_largest_team_is_larger() -> None:
    # Six entries: ranks 1 to 6 by points. A has three of them, B two and C one; missing counts 7.
    points = {"a1": 600, "b1": 500, "c1": 400, "a2": 300, "b2": 200, "a3": 100}
    lines = [match(pair, (total, 0)) for pair, total in points.items()]
    teams: dict[Entry, Entry] = {pair: pair[0].upper() for pair in points}
    rows = ranked(lines, teams, profile=SHOPS)
    values = {row.entry: row.values[Key.TEAM_PLACINGS] for row in rows}
    assert values == {"A": 1 + 4 + 6, "B": 2 + 5 + 7, "C": 3 + 7 + 7}
    assert [row.entry for row in rows] == ["A", "B", "C"]


def test_three_equal_ranks_take_the_mean_of_their_places() -> None:
    # Places 2, 3 and 4 are shared: each counts 3. Last is 5.
    points = {"a1": 900, "b1": 500, "c1": 500, "a2": 500, "b2": 100}
    lines = [match(pair, (total, 0)) for pair, total in points.items()]
    teams: dict[Entry, Entry] = {pair: pair[0].upper() for pair in points}
    values = {row.entry: row.values[Key.TEAM_PLACINGS] for row in ranked(lines, teams, profile=SHOPS)}
    assert values == {"A": 1 + 3, "B": 3 + 5, "C": 3 + 6}


def test_half_places_stay_exact() -> None:
    lines = [match("a1", (150, 0)), match("b1", (150, 0))]
    rows = ranked(lines, {"a1": "A", "b1": "B"}, profile=SHOPS)
    assert [row.values[Key.TEAM_PLACINGS] for row in rows] == [Fraction(3, 2), Fraction(3, 2)]


def test_each_entry_tells_its_share_of_its_team() -> None:
    # A is first and fourth of four, B second and third.
    points = {"a1": 900, "b1": 500, "b2": 400, "a2": 100}
    lines = [match(pair, (total, 0)) for pair, total in points.items()]
    told = {share.standing.entry: share.parts for share in shares(lines, profile=SHOPS, entries=[*points])}
    assert told == {
        "a1": {Key.TEAM_PLACINGS: 1, Key.POINTS_FOR: 900},
        "b1": {Key.TEAM_PLACINGS: 2, Key.POINTS_FOR: 500},
        "b2": {Key.TEAM_PLACINGS: 3, Key.POINTS_FOR: 400},
        "a2": {Key.TEAM_PLACINGS: 4, Key.POINTS_FOR: 100},
    }


def test_what_is_no_sum_has_no_share() -> None:
    profile = replace(PREFECTURES, team=by(Key.NET_WINS, Key.HEAD_TO_HEAD, Key.WIN_RATE))
    one, other = shares(both("a1", "b1"), profile=profile, entries=["a1", "b1"])
    assert (one.parts, other.parts) == ({Key.NET_WINS: 1}, {Key.NET_WINS: -1})


def test_without_keys_of_their_own_teams_are_ranked_like_entries() -> None:
    society = PRESETS["society_pairs"]
    assert team_order(society) == society.ranking
    rows = ranked([*both("a1", "b1"), *both("a2", "b1")], {"a1": "A", "a2": "A", "b1": "B"}, profile=society)
    assert order_of(rows) == [(1, "A"), (2, "B")]


PAIRS = ("a1", "a2", "a3", "b1", "b2", "c1", "guest")
TEAMS: dict[Entry, Entry] = {pair: pair[0].upper() for pair in PAIRS if pair != "guest"}


@st.composite
def played(draw: st.DrawFn) -> list[MatchLine]:
    points = st.integers(0, 15).map(lambda tens: tens * 10)
    lines = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        one, other = draw(st.permutations(PAIRS))[:2]
        own, theirs = draw(points), draw(points)
        lines += [match(one, (own, theirs), against=other, in_round=number)]
        lines += [match(other, (theirs, own), against=one, in_round=number)]
    return lines


@given(played())
def test_every_sum_of_a_team_is_the_sum_over_its_entries(lines: list[MatchLine]) -> None:
    alone = rank_entries(lines, order=SUMMED.team, profile=SUMMED, entries=PAIRS)
    for row in ranked(lines, TEAMS, profile=SUMMED, others=("guest",)):
        own = [entry for entry in alone if TEAMS.get(entry.entry) == row.entry]
        assert row.values == {key: sum(entry.values[key] for entry in own) for key in SUMS}


@given(played(), st.randoms())
def test_order_of_lines_changes_nothing(lines: list[MatchLine], chance: Random) -> None:
    shuffled = list(lines)
    chance.shuffle(shuffled)
    assert ranked(shuffled, TEAMS, profile=SHOPS) == ranked(lines, TEAMS, profile=SHOPS)
