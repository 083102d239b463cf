from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.domain.match_score import Result
from scoring.domain.standings import LineKind, MatchLine, Standing, rank_entries
from tests.scoring.domain.line_makers import both, game, match, unplayed
from tournaments.domain.profile import PRESETS, Bye, Profile, SitOut, SitOutScore
from tournaments.enums import RankingKey as Key

PAIRS = PRESETS["society_pairs"]
ENTRIES = tuple("ABCDEF")


def test_t57_equal_in_every_key_is_equal_rank_and_the_next_rank_is_left_out() -> None:
    lines = [match(entry, (150, 100)) for entry in "AB"] + [match("C", (100, 150)), match("D", (150, 20))]
    rows = rank_entries(lines, order=PAIRS.ranking, profile=PAIRS, entries="ABCD")
    assert [(row.rank, row.entry, row.tied) for row in rows] == [
        (1, "D", False),
        (2, "A", True),
        (2, "B", True),
        (4, "C", False),
    ]


def test_every_deciding_value_is_in_the_row() -> None:
    (row,) = rank_entries([match("A", (150, 100))], order=PAIRS.ranking, profile=PAIRS, entries=["A"])
    assert list(row.values) == [key for key, _ in PAIRS.ranking]


def test_entry_without_lines_is_ranked_too() -> None:
    rows = rank_entries(both("A", "B"), order=PAIRS.ranking, profile=PAIRS, entries=["A", "B", "C"])
    assert [(row.rank, row.entry) for row in rows] == [(1, "A"), (2, "C"), (3, "B")]


def test_entry_that_is_not_listed_is_met_and_not_ranked() -> None:
    lines = [*both("A", "house"), *both("house", "B", in_round=2)]
    rows = rank_entries(lines, order=((Key.SOS, True),), profile=PAIRS, entries=["A", "B"])
    assert [(row.entry, row.values[Key.SOS]) for row in rows] == [("A", 1), ("B", 1)]


def test_nobody_gives_an_empty_table() -> None:
    assert rank_entries([], order=PAIRS.ranking, profile=PAIRS, entries=[]) == []


def test_ascending_key_puts_the_smaller_first() -> None:
    lines = [MatchLine("A", 1, place=3), MatchLine("B", 1, place=1)]
    rows = rank_entries(lines, order=((Key.PLACINGS, False),), profile=PAIRS, entries=["A", "B"])
    assert [row.entry for row in rows] == ["B", "A"]


ALL_KEYS = tuple((key, key not in {Key.PLACINGS, Key.TEAM_PLACINGS}) for key in Key)
PROFILES = (
    *PRESETS.values(),
    replace(PAIRS, ranking=ALL_KEYS),
    replace(PAIRS, ranking=tuple(pair for pair in ALL_KEYS if pair[0] is not Key.LOT)),
    Profile(sit_out=SitOut(SitOutScore.WIN), bye=Bye(points=75)),
)
totals = st.integers(0, 20).map(lambda tens: tens * 10)


@st.composite
def played_lines(draw: st.DrawFn) -> list[MatchLine]:
    """Both lines of some matches, and some rounds without one."""
    lines = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        one, other, resting = draw(st.permutations(ENTRIES))[:3]
        own, theirs = draw(totals), draw(totals)
        lines += [sides(one, other, own, theirs, number), sides(other, one, theirs, own, number)]
        kinds = st.sampled_from([LineKind.BYE, LineKind.SIT_OUT, LineKind.MISSED])
        lines.append(unplayed(resting, draw(kinds), in_round=number))
    return lines


def sides(entry: str, other: str, own: int, theirs: int, number: int) -> MatchLine:
    played = game(own, theirs)
    place = 1 if played.result is Result.WIN else 2
    return MatchLine(entry, number, result=played.result, games=(played,), opponents=(other,), place=place)


def ranked(lines: list[MatchLine], profile: Profile) -> list[Standing]:
    return rank_entries(lines, order=profile.ranking, profile=profile, entries=ENTRIES, lot_seed=3)


@given(played_lines(), st.sampled_from(PROFILES), st.randoms())
def test_order_of_lines_changes_nothing(lines: list[MatchLine], profile: Profile, chance: Random) -> None:
    shuffled = list(lines)
    chance.shuffle(shuffled)
    assert ranked(shuffled, profile) == ranked(lines, profile)


@given(played_lines(), st.sampled_from(PROFILES))
def test_ranks_are_consistent(lines: list[MatchLine], profile: Profile) -> None:
    rows = ranked(lines, profile)
    assert sorted(str(row.entry) for row in rows) == list(ENTRIES)
    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.tied == (sum(other.rank == row.rank for other in rows) > 1)
    for above, below in pairwise(rows):
        assert (above.rank == below.rank) == (above.values == below.values)


@given(played_lines(), st.sampled_from(PROFILES))
def test_values_are_exact(lines: list[MatchLine], profile: Profile) -> None:
    for row in ranked(lines, profile):
        assert {type(value) for value in row.values.values()} <= {int, Fraction}
        assert all(value.denominator > 1 for value in row.values.values() if isinstance(value, Fraction))


@given(played_lines())
def test_wins_and_losses_of_played_matches_cancel_out(lines: list[MatchLine]) -> None:
    played = [line for line in lines if line.kind is LineKind.PLAYED]
    rows = rank_entries(
        played, order=((Key.NET_WINS, True), (Key.POINT_DIFF, True)), profile=PAIRS, entries=ENTRIES
    )
    assert sum(row.values[Key.NET_WINS] for row in rows) == 0
    assert sum(row.values[Key.POINT_DIFF] for row in rows) == 0
