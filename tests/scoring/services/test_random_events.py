"""Any order of acts on an event: every round seats or rests everybody by the rules, or none could.

Who comes late, stays away, asks for a bye, leaves in mid-round or sits in; results, corrections, real seats;
drafts changed by hand. What should be so is known from plain notes (``BusyEvent``) and from trying every
round there could be (``lawful_seats``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import Refusal
from scoring.errors import DrawNotPossible
from scoring.selectors.placing import is_finished
from scoring.services.events import close_tournament
from tests.busy_event import door, drafts, results
from tests.busy_event.checks import check_draft, check_end, check_refusal, check_words
from tests.busy_event.event import BusyEvent
from tests.lawful_seats import THREES
from tests.random_acts import Act, forgotten_afterwards, orders_of
from tests.whole_events import entered
from tournaments.domain.settings import Remainder, RotationMode, Settings, ThirdRound, ThreeBlock
from tournaments.domain.table_game import ruleset_of
from tournaments.enums import Format, RoundState
from tournaments.errors import TooFewEntries

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class Kind:
    """A format as it is played here, and how many enter at first."""

    format: Format
    settings: Settings = field(default_factory=Settings)
    preset: str = "society_pairs"
    rounds: int = 4
    entrants: tuple[int, int] = (2, 9)


FAMILIES = {
    "swiss": [
        Kind(Format.SWISS),
        Kind(Format.SWISS, Settings(shape=(1, 1))),
        Kind(Format.SWISS, Settings(shape=(3, 3))),
        Kind(Format.SWISS, Settings(shape=THREES), "three_seats", entrants=(3, 10)),
    ],
    "rotation": [
        Kind(
            Format.ROTATION, Settings(mode=mode, remainder=remainder), "society_individual", entrants=(3, 10)
        )
        for mode in RotationMode
        for remainder in Remainder
    ],
    "all against all": [
        Kind(Format.ROUND_ROBIN),
        Kind(Format.ROUND_ROBIN, Settings(cycles=2), entrants=(2, 5)),
        Kind(Format.ROUND_ROBIN, Settings(groups=2)),
        Kind(Format.LEAGUE, entrants=(2, 6)),
    ],
    "elimination": [
        Kind(Format.KNOCKOUT),
        Kind(Format.KNOCKOUT, Settings(second_game=True), entrants=(5, 13)),
        *(
            Kind(Format.TWO_WINS_TWO_LOSSES, Settings(third_round=how, three_block=three), entrants=(3, 12))
            for how, three in zip(ThirdRound, ThreeBlock, strict=True)
        ),
    ],
}

ACTS: Sequence[Act[BusyEvent]] = [
    *[BusyEvent.go_on] * 15,
    BusyEvent.draw_from_box, BusyEvent.publish, BusyEvent.redraw,
    door.enters_late, door.enters_late, door.leaves, door.comes_back, door.comes_back, door.misses_one,
    door.asks_for_bye, door.takes_bye_back, door.withdraws, door.member_changes, door.sits_in,
    door.house_comes, door.joins_team,
    results.result_comes, results.ends_without_play, results.is_corrected, results.real_seats_come_out,
    drafts.two_are_exchanged, drafts.bye_is_chosen, drafts.is_pinned, drafts.two_are_parted,
    drafts.two_never_meet, drafts.two_never_meet, drafts.two_may_meet_again,
]  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(data=st.data())
def test_everybody_is_seated_by_the_rules_whatever_happens(family: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(FAMILIES[family]))
    entrants = data.draw(st.integers(*kind.entrants))
    acts = data.draw(orders_of(ACTS, most=25))
    with forgotten_afterwards():
        live(kind, entrants, acts)


def live(kind: Kind, entrants: int, acts: Iterable[tuple[Act[BusyEvent], int]]) -> None:
    stage = entered(
        kind.format,
        entrants,
        settings=kind.settings,
        preset=kind.preset,
        rounds_planned=kind.rounds,
        ruleset_key=ruleset_of(kind.settings.shape),
    )
    event = BusyEvent(stage, refused=check_refusal, drawn=check_draft)
    for act, pick in acts:
        take(event, act, pick)
    finish(event)
    check_end(event)


def take(event: BusyEvent, act: Act[BusyEvent], pick: int) -> Refusal | None:
    refused = None
    try:
        act(event, pick)
    except Refusal as refusal:
        refused = refusal
        check_words(event, refusal)
    assert event.announced_now() == event.announced
    return refused


NO_ROUND = (TooFewEntries, DrawNotPossible)


def finish(event: BusyEvent) -> None:
    """Played on until all is played, or until those who are left have no round any more."""
    for _ in range(60):
        if is_finished(event.fresh) or isinstance(take(event, BusyEvent.go_on, 1), NO_ROUND):
            break
    else:
        raise AssertionError("It goes on for ever.")
    while event.fresh.rounds.filter(state=RoundState.PUBLISHED.value):
        event.go_on(1)
    close_tournament(event.stage.tournament)
