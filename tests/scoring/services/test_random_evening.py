"""Any order of acts at a meeting with free play: whoever sits down had waited, or nobody could sit down."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall.phrases import PHRASES, sentence_for
from ledger.acts import chain_faults
from ledger.errors import Refusal
from scoring.errors import TooFewWait
from scoring.services.events import close_tournament
from scoring.services.free import form_tables, open_play
from scoring.services.outcomes import record_void
from scoring.services.rebuild import rebuild
from scoring.services.rounds import close_round
from tests.busy_event.event import OVER
from tests.busy_event.places import chosen, places_in, units_of
from tests.events import make_member
from tests.lawful_seats import THREES, Field, Pair
from tests.random_acts import Act, forgotten_afterwards, orders_of
from tests.whole_events import entered, finish
from tournaments.domain.draw import Relaxation, Sides
from tournaments.domain.settings import Remainder, Settings
from tournaments.enums import Format
from tournaments.models import Match, Round, Stage
from tournaments.services.entries import enter_floater, enter_person
from tournaments.services.reception import mark_present
from tournaments.services.wishes import keep_apart, set_tables

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """A meeting, and beside it who is here, who is a floater, and who never sits with whom."""

    stage: Stage
    round: Round
    here: set[int] = field(default_factory=set)
    floaters: set[int] = field(default_factory=set)
    opponents: set[Pair] = field(default_factory=set)
    partners: set[Pair] = field(default_factory=set)

    def open_tables(self) -> list[Match]:
        return list(self.round.matches.exclude(state__in=OVER).order_by("number"))

    def seated(self) -> list[int]:
        return units_of((0, sides) for _match, sides in places_in(self.round.matches.exclude(state__in=OVER)))

    def waiting(self) -> set[int]:
        return self.here - set(self.seated())

    def comes(self, pick: int) -> None:
        """Somebody new, or who had gone."""
        gone = sorted(set(self._numbers()) - self.here)
        if gone and pick % 2:
            self._mark(chosen(gone, pick // 2), present=True)
        else:
            person = make_member()
            (enter_floater if pick % 12 == 0 else enter_person)(self.stage.division, person=person)
            number = max(self._numbers())
            self.floaters |= {number} if pick % 12 == 0 else set()
            self._mark(number, present=True)

    def goes(self, pick: int) -> None:
        if self.here:
            self._mark(chosen(sorted(self.here), pick), present=False)

    def sit_down(self, _pick: int) -> None:
        waiting = self.waiting()
        try:
            new = form_tables(self.stage)
        except TooFewWait:
            assert not any(self.can_sit(four) for four in self.fours(waiting))
            raise
        tables = [sides for _match, sides in places_in(Match.objects.filter(pk__in=[m.pk for m in new]))]
        units = units_of((0, sides) for sides in tables)
        assert len(units) == len(set(units))
        assert set(units) <= waiting
        assert not self.field(waiting).broken(tables, ())

    def fours(self, waiting: set[int]) -> list[tuple[int, ...]]:
        """All who could fill a table; a floater only fills up the last one."""
        players = waiting - self.floaters
        sizes = {4, 3} if self.stage.settings.remainder is Remainder.THREE_SEATS else {4}
        lent: list[int] = []
        if self.stage.settings.remainder is Remainder.FLOATER and self._has_room(len(players)):
            ready, gap = sorted(waiting & self.floaters), -len(players) % 4
            lent = ready[:gap] if gap <= len(ready) else []
        return [group for size in sizes for group in combinations(sorted({*players, *lent}), size)]

    def can_sit(self, group: Sequence[int]) -> bool:
        return self.field(set(group)).has_round([THREES if len(group) == 3 else (2, 2)])

    def field(self, units: set[int]) -> Field:
        return Field(
            byes=dict.fromkeys(units, 0),
            partners={Relaxation.FORBIDDEN_PAIR: self.partners},
            opponents={Relaxation.FORBIDDEN_PAIR: self.opponents},
        )

    def ends(self, pick: int) -> None:
        if tables := self.open_tables():
            finish(chosen(tables, pick), Random(pick))

    def is_void(self, pick: int) -> None:
        if tables := self.open_tables():
            record_void(chosen(tables, pick), reason="帰宅", by=None)

    def two_never_meet(self, pick: int) -> None:
        if len(numbers := self._numbers()) > 1:
            one, other = Random(pick).sample(numbers, 2)
            people = [self.stage.division.entries.get(number=number).people[0] for number in (one, other)]
            opponents, partners = pick % 3 != 0, pick % 3 != 1
            keep_apart(
                self.stage.tournament,
                one=people[0],
                other=people[1],
                as_opponents=opponents,
                as_partners=partners,
            )
            pair = frozenset({one, other})
            self.opponents = (self.opponents - {pair}) | ({pair} if opponents else set())
            self.partners = (self.partners - {pair}) | ({pair} if partners else set())

    def hall_changes(self, pick: int) -> None:
        set_tables(self.stage.tournament, tables=pick % 4, out=[1] if pick % 5 == 0 else [])
        self.stage.refresh_from_db()

    def _has_room(self, players: int) -> bool:
        hall = Stage.objects.get(pk=self.stage.pk).tournament
        free = hall.tables - len(hall.tables_out) - len(self.open_tables())
        return not hall.tables or 4 * free > players

    def _numbers(self) -> list[int]:
        return list(self.stage.division.entries.order_by("number").values_list("number", flat=True))

    def _mark(self, number: int, *, present: bool) -> None:
        person = self.stage.division.entries.get(number=number).people[0]
        mark_present(self.stage.tournament, person=person, present=present)
        self.here = self.here | {number} if present else self.here - {number}


ACTS: Sequence[Act[Evening]] = [
    *[Evening.comes] * 4, *[Evening.sit_down] * 3, *[Evening.ends] * 3,
    Evening.goes, Evening.is_void, Evening.two_never_meet, Evening.hall_changes,
]  # fmt: skip


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.sampled_from(Remainder), st.integers(0, 9), orders_of(ACTS, most=25))
def test_whoever_sits_down_had_waited_or_nobody_could(
    remainder: Remainder, people: int, acts: list[tuple[Act[Evening], int]]
) -> None:
    with forgotten_afterwards():
        live(remainder, people, acts)


def live(remainder: Remainder, people: int, acts: list[tuple[Act[Evening], int]]) -> None:
    stage = entered(Format.FREE, 0, settings=Settings(remainder=remainder), preset="monthly_meeting")
    evening = Evening(stage, open_play(stage))
    for _ in range(people):
        evening.comes(2)
    for act, pick in acts:
        before = told(evening.round)
        try:
            act(evening, pick)
        except Refusal as refused:
            check_words(refused)
        seated = evening.seated()
        assert len(seated) == len(set(seated))
        assert told(evening.round)[: len(before)] == before  # who sat down stays
    for match in evening.open_tables():
        finish(match, Random(match.number))
    close_round(evening.round)
    close_tournament(stage.tournament)
    assert not list(chain_faults(stage.tournament.uuid))
    assert rebuild(stage.tournament).agrees


def check_words(refused: Refusal) -> None:
    assert refused.code in PHRASES
    assert sentence_for(refused)


def told(round: Round) -> list[Sides]:
    return [sides for _match, sides in places_in(round.matches.all())]
