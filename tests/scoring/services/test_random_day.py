"""Any order of acts on a match: what is stored is what a child would add up from the deals that count."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings

from ledger.acts import chain_faults
from ledger.errors import Refusal
from scoring.enums import DealState
from scoring.errors import ActConflict
from scoring.models import Deal
from scoring.selectors.deals import deal_sheet
from scoring.selectors.lines import lines_of
from scoring.selectors.matches import match_card, public_match
from scoring.selectors.viewer import Viewer
from scoring.services.deals import correct_deal, record_deal, resolve_dispute, retract_deal
from scoring.services.outcomes import record_forfeit, record_totals, withdraw_outcome
from scoring.services.rebuild import rebuild
from scoring.services.results import confirm_match, reopen_match
from tests.events import make_match, seen
from tests.random_acts import Act, forgotten_afterwards, orders_of
from tournaments.models import Match
from tournaments.selectors.names import named_entries

pytestmark = pytest.mark.django_db

# Each record with the points that its side gains, by hand from the table of tiles (G-1, G-6.2, G-3.4).
POINTS = {
    "sheet,s1,1,6,led": (40, 0),
    "sheet,s2,2,5,received": (0, 30),
    "sheet,s3,3,7,doubled": (80, 0),
    "sheet,s4,4,six,89": (0, 100),
    "sheet,s1,R": (0, 0),
    "points,2,60": (0, 60),
    "points,1,10": (10, 0),
}
RECORDS = sorted(POINTS)
TYPED = [((150, 60), ""), ((90, 40), "time_up"), ((0, 160), ""), ((50, 50), "time_up")]


@dataclass
class Day:
    """One table, and beside it the plain list of the records that should count."""

    match: Match
    counting: list[str] = field(default_factory=list)
    sent: list[tuple[UUID, UUID | None, str]] = field(default_factory=list)
    length_after: dict[UUID | None, int] = field(default_factory=lambda: {None: 0})
    place_of_held: dict[UUID, int] = field(default_factory=dict)

    def deal(self, pick: int, after: UUID | None) -> None:
        uuid, record = uuid4(), RECORDS[pick % len(RECORDS)]
        self.sent.append((uuid, after, record))
        self.send(uuid, after, record)

    def send(self, uuid: UUID, after: UUID | None, record: str) -> None:
        """Counts once what is stored now; a repeat and what is there already are no new row."""
        rows = Deal.objects.count()
        try:
            record_deal(self.match, uuid=uuid, after=after, record=record)
        except ActConflict:
            self.place_of_held.setdefault(uuid, self.length_after[after])
            raise
        if Deal.objects.count() > rows:
            self.counting.append(record)
            self.length_after[uuid] = len(self.counting)

    def next_deal(self, pick: int) -> None:
        self.deal(pick, seen(self.match))

    def late_deal(self, pick: int) -> None:
        acts = list(self.length_after)
        self.deal(pick, acts[pick % len(acts)])

    def send_again(self, pick: int) -> None:
        """What was refused at first, say because the game was over, may find its place now."""
        if self.sent:
            self.send(*self.sent[pick % len(self.sent)])

    def take_back(self, pick: int) -> None:
        retract_deal(self.match, uuid=(uuid := uuid4()), after=seen(self.match))
        self.counting.pop()
        self.length_after[uuid] = len(self.counting)

    def take_back_late(self, pick: int) -> None:
        retract_deal(self.match, uuid=uuid4(), after=uuid4())

    def correct(self, pick: int) -> None:
        current = Deal.objects.filter(state=DealState.CURRENT.value).order_by("number")
        if deals := list(current):
            place = pick % len(deals)
            record = RECORDS[pick % 7]
            correct_deal(deals[place], record=record, reason="slip", by=None)
            self.counting[place] = record

    def resolve(self, pick: int) -> None:
        held = [None, *Deal.objects.filter(state=DealState.HELD.value).order_by("pk")]
        chosen = held[pick % len(held)]
        resolve_dispute(self.match, held=chosen, by=None)
        if chosen:
            place = min(self.place_of_held[chosen.uuid], len(self.counting))
            self.counting[place : place + 1] = [chosen.record]

    def totals(self, pick: int) -> None:
        pair, ended_by = TYPED[pick % len(TYPED)]
        record_totals(self.match, totals=[pair], ended_by=ended_by, by=None)

    def forfeit(self, pick: int) -> None:
        record_forfeit(self.match, winner=1 + pick % 2, reason="late", by=None)

    def withdraw(self, pick: int) -> None:
        withdraw_outcome(self.match, reason="wrong slip", by=None)

    def confirm(self, pick: int) -> None:
        confirm_match(self.match, by=None)

    def reopen(self, pick: int) -> None:
        reopen_match(self.match, reason="look again", by=None)


ACTS: Sequence[Act[Day]] = [
    Day.next_deal, Day.next_deal, Day.next_deal, Day.late_deal, Day.send_again, Day.take_back,
    Day.take_back_late, Day.correct, Day.resolve, Day.totals, Day.forfeit, Day.withdraw, Day.confirm,
    Day.reopen,
]  # fmt: skip


@settings(max_examples=25, deadline=None, derandomize=True)
@given(orders_of(ACTS, most=25))
def test_stored_results_follow_from_what_counts(acts: list[tuple[Act[Day], int]]) -> None:
    with forgotten_afterwards():
        day = Day(make_match())
        for act, pick in acts:
            with suppress(Refusal):
                act(day, pick)
            check(day)
        assert not list(chain_faults(day.match.tournament.uuid))
        assert rebuild(day.match.tournament).agrees


def check(day: Day) -> None:
    deals = Deal.objects.filter(state=DealState.CURRENT.value).order_by("number")
    assert [(deal.number, deal.record) for deal in deals] == list(enumerate(day.counting, 1))
    match = Match.objects.get(pk=day.match.pk)
    running = list(accumulate((POINTS[record] for record in day.counting), added, initial=(0, 0)))[1:]
    scored = [totals for totals in running if totals != (0, 0)]
    if scored:  # else what was typed without deals stands
        [game] = match.result.match_score.games
        assert [(totals[1], totals[2]) for totals in game.running] == running
        assert game.awarded or (game.raw[1], game.raw[2]) == running[-1]
    shown = public_match(match.code, Viewer.PUBLIC)
    assert shown is not None
    card = match_card(shown, named_entries(match.round.stage.division), Viewer.PUBLIC)
    if match.state == "disputed":
        assert not card.scored
        assert not deal_sheet(match, Viewer.PUBLIC).games
        assert not lines_of(match.round.stage)
    elif scored and not game.awarded:
        assert [side.total for side in card.sides] == list(running[-1])


def added(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    return one[0] + two[0], one[1] + two[1]
