"""Results in any order: typed, without play, corrected; and who really sat where. Each is an ``Act``."""

from random import Random

from scoring.selectors.draws import drawn_sides
from scoring.selectors.real_seats import seats_at
from scoring.services.brackets import reopen_result
from scoring.services.outcomes import record_double_loss, record_forfeit, record_void
from scoring.services.real_seats import state_real_seats
from scoring.services.results import confirm_match
from tests.busy_event.event import BusyEvent
from tests.busy_event.places import chosen, told
from tournaments.domain.draw import Relaxation
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match


def result_comes(event: BusyEvent, pick: int) -> None:
    if matches := event.open_matches():
        match = chosen(matches, pick)
        event.type_result(match, Random(pick))
        match.refresh_from_db()
        confirm_match(match, by=None)


def ends_without_play(event: BusyEvent, pick: int) -> None:
    if matches := event.open_matches():
        match = chosen(matches, pick)
        if pick % 3 == 0:
            record_forfeit(match, winner=1 + pick % 2, reason="遅刻", by=None)
        elif pick % 3 == 1:
            record_double_loss(match, reason="両者不在", by=None)
        else:
            record_void(match, reason="中止", by=None)


def is_corrected(event: BusyEvent, pick: int) -> None:
    """An earlier result is looked at again, and what it was or another one is typed."""
    confirmed = Match.objects.filter(round__stage=event.stage, state=MatchState.CONFIRMED.value)
    if matches := [match for match in confirmed.order_by("pk") if not match.is_bye]:
        match = chosen(matches, pick)
        reopen_result(match, reason="記入の誤り", with_later=pick % 4 > 0)
        event.type_result(Match.objects.get(pk=match.pk), Random(pick // 2), must_end=True)
        confirm_match(Match.objects.get(pk=match.pk), by=None)
        event.read_again(behind=match.round.number)


def real_seats_come_out(event: BusyEvent, pick: int) -> None:
    """Two sides, or two persons, had changed places, and nobody had told the desk."""
    chance = Random(pick)
    rounds = list(event.fresh.rounds.exclude(state=RoundState.DRAFT.value).order_by("number"))
    if not rounds:
        return
    round = chance.choice(rounds)
    sitting = [(match, side) for match, sides in drawn_sides(round) for side in sides]
    if len(sitting) < 2:
        return
    (one, a), (other, b) = chance.sample(sitting, 2)
    people = {entry.number: entry.people for entry in event.everybody()}
    first, second = people[int(a[0])], people[int(b[0])]
    places = dict(zip([*first, *second], [*second, *first], strict=True))
    stated = {
        match: {seat: places.get(person, person) for seat, person in seats_at(match).items()}
        for match in {one, other}
    }
    every_rule = [rule.value for rule in Relaxation]
    state_real_seats(round, stated, replay=pick % 5 == 0, reason="着席の誤り", accept=every_rule)
    event.announced[round.number] = told(round)
