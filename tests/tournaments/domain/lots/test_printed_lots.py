import pytest

from tournaments.domain.draw import Draw, Rules, Seed
from tournaments.domain.elimination.knockout import draw_knockout
from tournaments.domain.lots.printed_lots import LotPlace, LotUse, lots_to_print
from tournaments.domain.pairing import Drawing
from tournaments.domain.rotation.lot import draw_lot
from tournaments.domain.seating import seats_for
from tournaments.domain.settings import SHAPES, Remainder, Settings, Shape


def meanings(use: LotUse, size: int, shape: Shape = (2, 2)) -> list[LotPlace | None]:
    return [lot.place for lot in lots_to_print(use, size, Settings(shape=shape))]


def test_lots_one_to_sixteen_fill_four_tables() -> None:
    # P1: 1 deals at table A, 2 sits to the right of 1, 1 and 3 are partners.
    places = meanings(LotUse.ROTATION, 16)
    assert places[:4] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert (places[4], places[11], places[15]) == ((2, 1), (3, 4), (4, 4))
    assert [lot.number for lot in lots_to_print(LotUse.ROTATION, 4, Settings())] == [1, 2, 3, 4]


def test_lots_behind_the_last_full_table_are_left_over() -> None:
    assert meanings(LotUse.ROTATION, 6)[3:] == [(1, 4), None, None]
    assert meanings(LotUse.ROTATION, 4, (1, 1, 1)) == [(1, 1), (1, 2), (1, 3), None]
    threes = Settings(remainder=Remainder.THREE_SEATS)
    assert [lot.place for lot in lots_to_print(LotUse.ROTATION, 7, threes)][4:] == [(2, 1), (2, 2), (2, 3)]


def test_lots_of_partners_and_of_round_one_go_two_by_two() -> None:
    assert meanings(LotUse.PARTNERS, 3) == [(1, 1), (1, 2), None]
    # Round one draws entries, so a table of two sides takes two lots, whatever its seats.
    assert meanings(LotUse.ROUND_ONE, 4) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert meanings(LotUse.ROUND_ONE, 4, (1, 1, 1)) == [(1, 1), (1, 2), (1, 3), None]


def test_lots_of_a_bracket_go_down_its_lines_past_the_byes() -> None:
    assert meanings(LotUse.BRACKET, 4) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    # Eight lines for six: the lines of ranks 8 and 7, the second and the seventh, stay empty.
    assert meanings(LotUse.BRACKET, 6) == [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2)]
    assert meanings(LotUse.BRACKET, 1) == [(1, 1)]
    assert meanings(LotUse.BRACKET, 0) == []


def drawn_by_lots(draw: Drawing, size: int, settings: Settings) -> Draw:
    """A first round in which everybody drew the number that is their key."""
    numbers = range(1, size + 1)
    rules = Rules(settings, lots={number: number for number in numbers})
    seeds = [Seed(number, rank=size + 1 - number) for number in numbers]
    return draw(seeds, round_number=1, rules=rules, history=(), seed=1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("remainder", [Remainder.SIT_OUT, Remainder.THREE_SEATS])
@pytest.mark.parametrize("size", [6, 9, 11, 16])
def test_lots_of_a_rotation_say_where_its_draw_seats_everybody(
    shape: Shape, remainder: Remainder, size: int
) -> None:
    settings = Settings(shape=shape, remainder=remainder)
    draw = drawn_by_lots(draw_lot, size, settings)
    seated = {
        person: (table.number, seat)
        for table in draw.tables
        for seat, person in seats_for(table.sides).items()
    }
    assert seated == {
        lot.number: lot.place for lot in lots_to_print(LotUse.ROTATION, size, settings) if lot.place
    }


@pytest.mark.parametrize("size", range(2, 18))
def test_lots_of_a_bracket_say_where_its_draw_puts_everybody(size: int) -> None:
    draw = drawn_by_lots(draw_knockout, size, Settings())
    places = {side[0]: table.number for table in draw.tables for side in table.sides}
    places |= {bye.key: bye.number for bye in draw.byes}
    printed = lots_to_print(LotUse.BRACKET, size, Settings())
    assert places == {lot.number: lot.place.group for lot in printed if lot.place}
