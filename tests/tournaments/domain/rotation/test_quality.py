from tournaments.domain.draw import ByeDrawn, Draw, Seed, Sides, TablePairing
from tournaments.domain.rotation.quality import Quality, quality_of


def draw(*tables: Sides, out: tuple[str, ...] = ()) -> Draw:
    numbered = tuple(TablePairing(number, sides) for number, sides in enumerate(tables, start=1))
    return Draw(numbered, tuple(map(ByeDrawn, out)), 1)


AB_CD: Sides = (("a", "b"), ("c", "d"))
AC_BD: Sides = (("a", "c"), ("b", "d"))


def persons(keys: str) -> list[Seed]:
    return [Seed(key, rank) for rank, key in enumerate(keys, start=1)]


def test_new_partners_and_one_repeated_meeting_of_two_each() -> None:
    # a-d and b-c are opponents in both rounds; the other four meetings are single.
    assert quality_of([draw(AB_CD), draw(AC_BD)], persons("abcd")) == Quality(0, 2, 2, 0, 0)


def test_every_time_more_counts_one() -> None:
    # Two pairs of partners and four of opponents, each three times.
    assert quality_of([draw(AB_CD)] * 3, persons("abcd")) == Quality(4, 8, 3, 0, 0)


def test_byes_count_those_of_before_and_those_who_never_had_one() -> None:
    units = [*persons("abcde"), Seed("f", 6, byes=1)]
    quality = quality_of([draw(AB_CD, out=("e", "f"))], units)
    assert (quality.byes_min, quality.byes_max) == (0, 2)


def test_history_counts_once_for_two_even_if_one_has_forgotten() -> None:
    units = persons("abcd")
    units[0] = Seed("a", 1, partners=("b",), met=("c", "d"))
    units[2] = Seed("c", 3, met=("a",))
    assert quality_of([draw(AB_CD)], units) == Quality(1, 2, 2, 0, 0)


def test_nothing_played_is_no_repeat() -> None:
    assert quality_of([], []) == Quality(0, 0, 0, 0, 0)
