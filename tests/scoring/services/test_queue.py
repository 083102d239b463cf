"""More matches than tables: who waits, who is called next, and moving by hand."""

import pytest

from scoring.errors import MatchClosed, TableNotThere, TableTaken
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_void
from scoring.services.queue import move_match, set_hall
from scoring.services.results import confirm_match, reopen_match
from scoring.services.rounds import publish_round
from tests.events import make_pair, make_stage, play_out, start_round
from tournaments.domain.settings import Settings
from tournaments.enums import Format
from tournaments.models import FixedTable, Match, Round, Tournament
from tournaments.services.reception import close_reception

pytestmark = pytest.mark.django_db


def drafted(*, pairs: int, tables: int, out: tuple[int, ...] = (), fixed: int = 0) -> Round:
    """A draft in a hall of so many tables; the first pair sits at table ``fixed`` if there is one."""
    stage = make_stage()
    Tournament.objects.update(tables=tables, tables_out=list(out))
    entries = [make_pair(stage) for _ in range(pairs)]
    if fixed:
        FixedTable.objects.create(tournament=stage.tournament, member=entries[0].people[0], table=fixed)
    close_reception(stage.division)
    stage.refresh_from_db()
    return pair_next_round(stage)


def published(**facts: int) -> Round:
    round = drafted(**facts)  # type: ignore[arg-type]
    publish_round(round)
    return round


def tables(round: Round) -> list[int | None]:
    """The table of each match in the order of the draw."""
    return list(round.matches.order_by("number").values_list("table", flat=True))


def win(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)


def test_the_last_matches_wait_and_it_is_told() -> None:
    round = drafted(pairs=10, tables=4, out=(2,))
    assert tables(round) == [1, 3, 4, None, None]
    assert {"code": "matches_wait", "params": {"matches": 5, "tables": 3}} in round.warnings


def test_a_confirmed_match_gives_its_table_to_the_next_in_the_queue() -> None:
    round = published(pairs=10, tables=3)
    win(round.matches.get(table=2))
    assert tables(round) == [1, 2, 3, 2, None]
    win(round.matches.get(table=1))
    assert tables(round) == [1, 2, 3, 2, 1]
    win(round.matches.get(table=3))
    assert tables(round) == [1, 2, 3, 2, 1]


def test_a_void_match_gives_its_table_too() -> None:
    round = published(pairs=6, tables=2)
    record_void(round.matches.get(table=1), reason="両方が帰った", by=None)
    assert tables(round) == [1, 2, 1]


def test_a_match_that_waits_can_be_played_out_and_takes_no_table() -> None:
    round = published(pairs=6, tables=2)
    win(round.matches.get(table=None))
    win(round.matches.get(table=1))
    assert tables(round) == [1, 2, None]


def test_a_match_opened_again_waits_while_another_plays_at_its_table() -> None:
    round = published(pairs=6, tables=2)
    first, third = round.matches.get(number=1), round.matches.get(number=3)
    win(first)
    third.refresh_from_db()
    assert third.table == 1
    reopen_match(first, reason="駒の数え間違い", by=None)
    assert tables(round) == [None, 2, 1]
    win(third)
    assert tables(round) == [1, 2, 1]


def test_who_cannot_move_has_the_table_that_was_promised() -> None:
    round = drafted(pairs=6, tables=8, fixed=7)
    own = round.matches.get(sides__entry__number=1)
    assert own.table == 7
    assert sorted(table for table in tables(round) if table) == [1, 2, 7]


def test_a_hall_with_tables_enough_has_a_far_one_too() -> None:
    assert drafted(pairs=4, tables=0, fixed=12).matches.get(sides__entry__number=1).table == 12


def test_in_a_draft_two_matches_exchange_tables_and_it_is_told() -> None:
    round = drafted(pairs=6, tables=0)
    move_match(round.matches.get(number=1), table=3)
    assert tables(round) == [3, 2, 1]
    assert round.matches.get(number=1).reasons[0]["code"] == "table_by_hand"


def test_in_play_a_match_moves_to_a_free_table_and_its_own_is_given_on() -> None:
    round = published(pairs=8, tables=3)
    first = round.matches.get(table=1)
    with pytest.raises(TableTaken):
        move_match(first, table=2)
    with pytest.raises(TableNotThere):
        move_match(first, table=4)
    Tournament.objects.update(tables=4)
    move_match(Match.objects.get(pk=first.pk), table=4)
    assert tables(round) == [4, 2, 3, 1]


def test_a_match_that_is_over_moves_no_more() -> None:
    round = published(pairs=4, tables=3)
    match = round.matches.get(table=1)
    win(match)
    with pytest.raises(MatchClosed):
        move_match(match, table=3)


def test_more_tables_call_whoever_waits() -> None:
    round = published(pairs=8, tables=2)
    set_hall(round.stage.tournament, tables=5, out=[3])
    assert tables(round) == [1, 2, 4, 5]


def test_a_league_calls_nobody() -> None:
    stage = make_stage(format=Format.LEAGUE, settings=Settings())
    for _ in range(4):
        make_pair(stage)
    round = start_round(stage)
    assert set(tables(round)) == {None}
    win(round.matches.get(number=1))
    assert set(tables(round)) == {None}
