"""実際の対戦に直す: results, partners and opponents follow whoever really sat there."""

from typing import Any

import pytest

from clubs.models import Member
from ledger.models import Act
from scoring.errors import (
    OpponentsFixed,
    PersonSeated,
    RoundNotPublished,
    RulesBroken,
    SideOfTwoEntries,
)
from scoring.selectors.entry_matches import entry_matches
from scoring.selectors.history import Past, numbers_of, pasts_of
from scoring.selectors.real_seats import seats_at
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_totals
from scoring.services.real_seats import state_real_seats
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from scoring.services.substitutes import sit_in
from scoring.services.withdrawals import withdraw_entry
from tests.events import make_member
from tests.whole_events import entered
from tournaments.domain.settings import RotationMode, Settings
from tournaments.enums import Format, MatchState
from tournaments.errors import ReasonMissing
from tournaments.models import ForbiddenPair, Match, Round, Seat, Stage
from tournaments.services.entries import enter_person
from tournaments.services.reception import mark_present

pytestmark = pytest.mark.django_db
WHY = "席の取り違え"


def rotation(persons: int, mode: RotationMode = RotationMode.LOT, **facts: Any) -> Stage:
    settings = Settings(mode=mode)
    return entered(Format.ROTATION, persons, preset="society_individual", settings=settings, **facts)


def published(stage: Stage) -> Round:
    round = pair_next_round(stage)
    publish_round(round)
    return round


def table(round: Round, number: int) -> Match:
    return round.matches.get(number=number)


def played(match: Match, *totals: int) -> Match:
    record_totals(match, totals=[(totals[0], totals[1])])
    match.refresh_from_db()
    confirm_match(match, by=None)
    match.refresh_from_db()
    return match


def keys(match: Match) -> dict[int, int]:
    """The entry number at each seat."""
    return {n: person.entry_places.get().entry.number for n, person in seats_at(match).items()}


def exchanged(match: Match, one: int, other: int) -> dict[int, Member]:
    seats = seats_at(match)
    return seats | {one: seats[other], other: seats[one]}


def past(stage: Stage, number: int) -> Past:
    return pasts_of(stage, numbers_of(stage))[number]


def won(stage: Stage) -> set[int]:
    """The numbers of those who have won their match."""
    numbers = numbers_of(stage)
    return {numbers[key] for key, seen in entry_matches(stage).items() for one in seen if one.mark == "win"}


def say(round: Round, stated: dict[Match, dict[int, Member]], **facts: Any) -> Any:
    return state_real_seats(round, stated, **{"replay": False, "reason": WHY, **facts})


def test_partners_who_were_swapped_have_their_own_result() -> None:
    stage = rotation(4)
    round = published(stage)
    match = played(table(round, 1), 150, 80)
    drawn = keys(match)
    assert won(stage) == {drawn[1], drawn[3]}
    say(round, {match: exchanged(match, 2, 3)})
    assert won(stage) == {drawn[1], drawn[2]}
    assert past(stage, drawn[1]).partners == [drawn[2]]
    assert sorted(past(stage, drawn[1]).met) == sorted([drawn[3], drawn[4]])
    match.refresh_from_db()
    assert match.state == MatchState.CONFIRMED.value


def test_people_of_two_tables_are_put_right_at_once() -> None:
    stage = rotation(8)
    round = published(stage)
    one, other = played(table(round, 1), 150, 80), played(table(round, 2), 60, 150)
    a, b = keys(one)[1], keys(other)[4]
    first, second = seats_at(one), seats_at(other)
    say(round, {one: first | {1: second[4]}, other: second | {4: first[1]}})
    assert keys(one)[1] == b
    assert keys(other)[4] == a
    assert {a, b} <= won(stage)  # both sat where the side won
    assert past(stage, a).partners == [keys(other)[2]]


def test_a_pair_at_the_wrong_table_plays_there_as_itself() -> None:
    stage = entered(Format.SWISS, 4)
    round = published(stage)
    one, other = played(table(round, 1), 150, 80), played(table(round, 2), 150, 0)
    first, second = seats_at(one), seats_at(other)
    pairs = [side.entry.number for match in (one, other) for side in match.sides.all() if side.entry]
    say(
        round,
        {
            one: first | {2: second[2], 4: second[4]},
            other: second | {2: first[2], 4: first[4]},
        },
    )
    assert past(stage, pairs[0]).met == [pairs[3]]
    assert past(stage, pairs[2]).met == [pairs[1]]
    assert won(stage) == {pairs[0], pairs[2]}


def test_what_was_announced_stays_and_what_happened_is_announced_next() -> None:
    stage = rotation(4)
    round = published(stage)
    first = round.announcements.get()
    before = first.content
    match = table(round, 1)
    announcement = say(round, {match: exchanged(match, 2, 3)})
    assert (announcement.version, announcement.reason) == (2, WHY)
    first.refresh_from_db()
    assert (first.version, first.content) == (1, before)
    (told,) = announcement.content["tables"]
    assert [seat for seat, _person in told["seats"]] == [1, 2, 3, 4]
    assert told["seats"] != before["tables"][0]["seats"]
    act = Act.objects.get(kind="real_seats_stated")
    changed = act.payload.content["tables"][0]["changed"]
    assert [seat for seat, *_people in changed] == [2, 3]


def test_what_is_as_drawn_changes_nothing() -> None:
    round = published(rotation(4))
    match = table(round, 1)
    assert say(round, {match: seats_at(match)}) is None
    assert round.announcements.count() == 1


def test_a_reason_is_asked_for() -> None:
    round = published(rotation(4))
    match = table(round, 1)
    with pytest.raises(ReasonMissing):
        say(round, {match: exchanged(match, 2, 3)}, reason=" ")


def test_nobody_sits_twice_in_a_round() -> None:
    round = published(rotation(8))
    one, other = table(round, 1), table(round, 2)
    with pytest.raises(PersonSeated) as refused:
        say(round, {one: seats_at(one) | {1: seats_at(other)[1]}})
    assert refused.value.params["person"] == seats_at(other)[1].name


def test_broken_rules_are_named_and_accepted_by_name() -> None:
    """With four, round two has new partners; put back as in round one, both pairs are partners again."""
    stage = rotation(4)
    first = published(stage)
    match = played(table(first, 1), 150, 80)
    close_round(first)
    of_round_one = seats_at(match)
    ForbiddenPair.objects.create(
        tournament=stage.tournament, one=of_round_one[1], other=of_round_one[2], as_partners=False
    )
    second = pair_next_round(stage, in_order=True)
    publish_round(second)
    again = table(second, 1)
    with pytest.raises(RulesBroken) as refused:
        say(second, {again: of_round_one})
    codes = {reason["code"] for reason in refused.value.params["broken"]}  # type: ignore[attr-defined]
    assert codes == {"partner_again", "forbidden_pair"}
    with pytest.raises(RulesBroken):
        say(second, {again: of_round_one}, accept={"partner_again"})
    say(second, {again: of_round_one}, accept=codes)
    assert seats_at(again) == of_round_one


def test_whoever_took_a_seat_gives_the_bye_to_whom_it_was_taken_from() -> None:
    stage = rotation(5)
    round = published(stage)
    match, bye = table(round, 1), round.matches.get(seats=None)
    resting = bye.sides.get().entry
    assert resting
    drawn = keys(match)
    say(round, {match: seats_at(match) | {1: resting.people[0]}})
    assert bye.sides.get().entry.number == drawn[1]  # type: ignore[union-attr]
    assert past(stage, drawn[1]).byes == [1]
    assert past(stage, resting.number).byes == []
    assert past(stage, resting.number).partners == [drawn[3]]


def test_a_seat_taken_by_a_floater_leaves_its_person_without_a_place() -> None:
    stage = rotation(4)
    round = published(stage)
    match = table(round, 1)
    drawn = keys(match)
    floater = make_member("飛入 太郎")
    mark_present(stage.tournament, person=floater)
    say(round, {match: seats_at(match) | {1: floater}})
    assert match.seats.get(number=1).entry is None
    (missed,) = entry_matches(stage)[str(stage.division.entries.get(number=drawn[1]).uuid)]
    assert missed.mark == "missed"


@pytest.mark.parametrize("is_stated", [True, False])
def test_whoever_sat_in_for_one_who_sat_at_another_table_played_for_nobody(is_stated: bool) -> None:
    stage = rotation(8)
    round = published(stage)
    one, other = table(round, 1), table(round, 2)
    a, b = keys(one)[1], keys(other)[4]
    person = seats_at(one)[1]
    sit_in(one, seat=1, person=make_member(), from_game=1)
    stated = {other: seats_at(other) | {4: person}}
    say(round, stated | ({one: seats_at(one)} if is_stated else {}))
    seats = Seat.objects.filter(match__round=round)
    assert {seat.number for seat in seats if seat.entry is None} == {1}
    places = [seat.entry.number for seat in seats if seat.entry]
    assert sorted(places) == sorted({*range(1, 9)} - {b})
    assert seats.get(entry__number=a).match == other


def test_whoever_withdrew_and_entered_anew_had_played_as_who_they_were() -> None:
    stage = rotation(4)
    round = published(stage)
    match = played(table(round, 1), 150, 80)
    close_round(round)
    drawn, gone = keys(match), stage.division.entries.get(number=keys(match)[1])
    person = gone.people[0]
    withdraw_entry(gone, reason="体調")
    enter_person(stage.division, person=person)
    say(round, {match: exchanged(match, 2, 3)})
    assert match.seats.get(person=person).entry == gone
    assert past(stage, gone.number).partners == [drawn[2]]
    assert past(stage, 5) == Past()


def test_single_player_who_sat_elsewhere_leaves_no_side_to_whoever_sat_in() -> None:
    stage = entered(Format.SWISS, 4, settings=Settings(shape=(1, 1)))
    round = published(stage)
    one, other = table(round, 1), table(round, 2)
    person = seats_at(one)[1]
    sit_in(one, seat=1, person=make_member(), from_game=1)
    with pytest.raises(SideOfTwoEntries) as refused:
        say(round, {other: seats_at(other) | {1: person}})
    assert refused.value.params == {"table": one.place, "side": 1, "entries": []}


def test_played_again_keeps_what_was_played_and_counts_it_no_more() -> None:
    stage = rotation(4)
    round = published(stage)
    match = played(table(round, 1), 150, 80)
    say(round, {match: exchanged(match, 2, 3)}, replay=True)
    match.refresh_from_db()
    assert match.state == MatchState.WAITING.value
    assert won(stage) == set()
    assert match.outcomes.order_by("version").first().points == [[150, 80]]  # type: ignore[union-attr]
    played(match, 150, 20)
    assert won(stage) == {keys(match)[1], keys(match)[3]}


def test_a_closed_round_is_put_right_and_never_played_again() -> None:
    stage = rotation(4)
    round = published(stage)
    match = played(table(round, 1), 150, 80)
    close_round(round)
    with pytest.raises(RoundNotPublished):
        say(round, {match: exchanged(match, 2, 3)}, replay=True)
    say(round, {match: exchanged(match, 2, 3)})
    assert won(stage) == {keys(match)[1], keys(match)[3]}


def test_a_pair_does_not_come_apart() -> None:
    round = published(entered(Format.SWISS, 4))
    one, other = table(round, 1), table(round, 2)
    first, second = seats_at(one), seats_at(other)
    with pytest.raises(SideOfTwoEntries) as refused:
        say(round, {one: first | {1: second[1]}, other: second | {1: first[1]}})
    assert refused.value.params["side"] == 1


def test_a_bracket_says_itself_who_meets() -> None:
    round = published(entered(Format.KNOCKOUT, 4))
    match = table(round, 1)
    with pytest.raises(OpponentsFixed):
        say(round, {match: exchanged(match, 1, 3)})


def test_a_draft_is_changed_as_a_draft() -> None:
    round = pair_next_round(rotation(4))
    match = table(round, 1)
    with pytest.raises(OpponentsFixed):
        say(round, {match: exchanged(match, 2, 3)})


def test_the_plan_gives_way_where_a_pair_has_played_out_of_turn() -> None:
    """Two who were to be partners in round two already were: the rest is planned without them."""
    stage = rotation(8, RotationMode.DESIGN, rounds_planned=3)
    round = published(stage)
    plan = stage.plans.get()
    one, other = plan.rounds[1]["tables"][0]["sides"][0]
    at = {key: (match, seat) for match in round.matches.all() for seat, key in keys(match).items()}
    (match, seat), (elsewhere, place) = at[one], at[other]
    beside = (seat + 1) % 4 + 1  # the seat opposite
    stated = {each: dict(seats_at(each)) for each in {match, elsewhere}}
    stated[match][beside], stated[elsewhere][place] = stated[elsewhere][place], stated[match][beside]
    say(round, stated)
    for each in round.matches.all():
        played(each, 150, 80)
    close_round(round)
    second = pair_next_round(stage)
    partners = [
        {keys(each)[number], keys(each)[number + 2]} for each in second.matches.all() for number in (1, 2)
    ]
    assert {one, other} not in partners
    assert stage.plans.count() == 2
