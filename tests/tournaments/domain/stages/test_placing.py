from tournaments.domain.draw import Key
from tournaments.domain.stages.placing import event_placing

LEAGUE = [["A"], ["B"], ["C"], ["D"], ["E", "F"], ["G"]]


def test_last_stage_first_then_those_cut_in_the_order_before() -> None:
    assert event_placing([LEAGUE, [["C"], ["A"]]]) == (
        (1, ("C",)),
        (2, ("A",)),
        (3, ("B",)),
        (4, ("D",)),
        (5, ("E", "F")),
        (7, ("G",)),
    )


def test_shared_third_place_is_followed_by_the_fifth() -> None:
    knockout = [["D"], ["B"], ["A", "C"]]
    assert event_placing([LEAGUE, knockout])[:4] == (
        (1, ("D",)),
        (2, ("B",)),
        (3, ("A", "C")),
        (5, ("E", "F")),
    )


def test_one_of_equals_who_passed_leaves_the_other_alone() -> None:
    assert event_placing([LEAGUE, [["A"], ["F"]]])[-2:] == ((6, ("E",)), (7, ("G",)))


def test_three_stages() -> None:
    final = [["B"], ["D"]]
    semi_finals = [["A", "B"], ["C", "D"]]
    assert list(event_placing([LEAGUE, semi_finals, final])) == [
        (1, ("B",)),
        (2, ("D",)),
        (3, ("A",)),
        (4, ("C",)),
        (5, ("E", "F")),
        (7, ("G",)),
    ]


def test_holder_who_comes_in_for_the_title_is_placed_too() -> None:
    assert event_placing([LEAGUE, [["holder"], ["A"]]])[:3] == ((1, ("holder",)), (2, ("A",)), (3, ("B",)))


def test_persons_joined_into_pairs_are_placed_with_their_pair() -> None:
    # Eight persons, the first four play the final as 1+3 v 2+4; the fifth is behind four persons.
    persons: list[list[Key]] = [[number] for number in range(1, 9)]
    members: dict[Key, tuple[Key, ...]] = {"1+3": (1, 3), "2+4": (2, 4)}
    assert event_placing([persons, [["2+4"], ["1+3"]]], members=members) == (
        (1, ("2+4",)),
        (2, ("1+3",)),
        (5, (5,)),
        (6, (6,)),
        (7, (7,)),
        (8, (8,)),
    )


def test_pair_of_two_stages_is_placed_once() -> None:
    members: dict[Key, tuple[Key, ...]] = {"1+3": (1, 3), "2+4": (2, 4), "5+6": (5, 6)}
    groups: list[list[Key]] = [["1+3"], ["2+4"], ["5+6"]]
    persons: list[list[Key]] = [[number] for number in range(1, 8)]
    assert event_placing([persons, groups, [["2+4"], ["1+3"]]], members=members) == (
        (1, ("2+4",)),
        (2, ("1+3",)),
        (5, ("5+6",)),
        (7, (7,)),
    )


def test_no_stage_and_an_empty_one_have_no_places() -> None:
    assert event_placing([]) == ()
    assert event_placing([[], [[]]]) == ()
