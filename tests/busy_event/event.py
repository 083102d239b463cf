"""An event at which anything may happen, through the services, with plain notes of what should be so.

The notes are what a helper at the door would write down: who is away in which round, who has left, which
rules people gave up for the draft at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from scoring.errors import NoRoundFits, PartnersMustRepeat
from scoring.selectors.basis import is_stale
from scoring.services.drafts import pair_next_round, redraw_round
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.busy_event.places import Place, places_in, told, units_of
from tests.lawful_seats import Pair
from tournaments.domain.draw import Key, Relaxation
from tournaments.enums import AbsenceKind, Format, MatchState, RoundState
from tournaments.models import Entry, Match, Round, Stage

ALL_RULES = frozenset(Relaxation)
ENDINGS = [((150, 60), ""), ((0, 160), ""), ((150, 140), ""), ((50, 90), "time_up"), ((70, 70), "time_up")]
THREE_ENDINGS = [((150, 60, 90), ""), ((0, 160, 20), ""), ((10, 10, 150), "")]
OVER = (MatchState.CONFIRMED.value, MatchState.VOID.value)


@dataclass
class BusyEvent:
    """``away`` has the kind of each absence by entry and round, ``announced`` the rounds as people read them.

    ``entered`` is who had entered when round one was announced, ``lines`` who was in it. ``given_up`` are
    the rules that people gave up in the draft at hand, ``apart`` who is kept apart in it alone. ``refused``
    and ``drawn`` look at what a draw said and at what came of it.
    """

    stage: Stage
    away: dict[tuple[int, int], AbsenceKind] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    house: set[int] = field(default_factory=set)
    entered: set[int] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)
    announced: dict[int, list[Place]] = field(default_factory=dict)
    given_up: frozenset[Relaxation] = frozenset()
    apart: frozenset[Pair] = frozenset()
    refused: "Refused" = lambda _event, _refused, _draft, _given_up: None
    drawn: "Drawn" = lambda _event, _round: None

    # What is so

    @property
    def fresh(self) -> Stage:
        """As it is now: the conditions tell how many rounds there are, and when it began."""
        return Stage.objects.get(pk=self.stage.pk)

    @property
    def draft(self) -> Round | None:
        return self.fresh.rounds.filter(state=RoundState.DRAFT.value).first()

    def round(self, number: int) -> Round:
        return self.fresh.rounds.get(number=number)

    @property
    def coming(self) -> int:
        return 1 + len(self.announced)

    def entries(self) -> list[Entry]:
        return list(self.stage.division.entries.filter(is_house=False).order_by("number"))

    def playing(self) -> set[int]:
        return {entry.number for entry in self.entries()} - self.gone

    def here(self, number: int) -> set[int]:
        """Who is to be drawn in this round."""
        return {unit for unit in self.playing() if (unit, number) not in self.away}

    def asked(self, number: int) -> set[int]:
        """Who has a bye of its own wish in this round."""
        kinds = {unit: self.away.get((unit, number), AbsenceKind.AWAY) for unit in self.playing()}
        return {unit for unit, kind in kinds.items() if kind is not AbsenceKind.AWAY}

    def everybody(self) -> list[Entry]:
        return list(self.stage.division.entries.prefetch_related("members__member"))

    # The course of the event

    def go_on(self, pick: int) -> None:
        """The next step that the desk would take."""
        rounds = self.fresh.rounds.order_by("number")
        if open := rounds.filter(state=RoundState.PUBLISHED.value).first():
            self.play_rest(open, Random(pick))
            close_round(open)
            self.read_again(behind=open.number)
        elif self.draft is None:
            self.draw_next(Random(pick))
        elif is_stale(self.draft):
            self.redraw(pick)
        else:
            self.publish(pick)

    def draw_next(self, chance: Random) -> None:
        self.try_hard(
            lambda rules, in_order: pair_next_round(self.fresh, relaxed=rules, in_order=in_order),
            chance,
            None,
        )

    def draw_from_box(self, pick: int) -> None:
        """The next round by numbers that people drew."""
        if not self.fresh.rounds.exclude(state=RoundState.CLOSED.value).exists():
            units = sorted(self.here(self.coming))
            numbers = Random(pick).sample(range(1, len(units) + 1), len(units))
            lots: dict[Key, int] = dict(zip(units, numbers, strict=True))
            self.try_hard(
                lambda rules, in_order: pair_next_round(
                    self.fresh, relaxed=rules, lots=lots, in_order=in_order
                ),
                Random(pick),
                None,
            )

    def follows_box(self, draft: Round) -> bool:
        """Where persons fill tables, numbers from a box are followed whatever they break."""
        fills_tables = self.stage.format == Format.ROTATION.value or len(self.stage.settings.shape) == 3
        return fills_tables and bool(draft.lots)

    def try_hard(
        self, draw: Callable[[frozenset[Relaxation], bool], Round], chance: Random, draft: Round | None
    ) -> None:
        """What is refused is drawn with one of the rules that are offered given up, and at last in order."""
        rules: frozenset[Relaxation] = frozenset()
        in_order, drawn = False, None
        while drawn is None:
            try:
                drawn = draw(rules, in_order)
            except (NoRoundFits, PartnersMustRepeat) as refused:
                self.refused(self, refused, draft, rules)
                more = sorted(set(offered_by(refused)) - rules)
                in_order = not more
                rules |= {chance.choice(more)} if more else set()
        self.given_up = ALL_RULES if in_order or self.follows_box(drawn) else rules
        self.drawn(self, drawn)
        places = told(drawn)
        assert told(redraw_round(drawn, relaxed=rules, in_order=in_order)) == places  # by the same lots

    def publish(self, _pick: int) -> None:
        if draft := self.draft:
            if not is_stale(draft):
                self.drawn(self, draft)
            publish_round(draft)
            if draft.number == 1:
                self.entered, self.lines = self.playing(), set(units_of(told(draft)))
            self.announced[draft.number] = told(draft)
            self.given_up, self.apart = frozenset(), frozenset()

    def redraw(self, pick: int) -> None:
        if draft := self.draft:
            self.try_hard(
                lambda rules, in_order: redraw_round(
                    draft, relaxed=rules, new_lots=pick % 3 == 0, in_order=in_order
                ),
                Random(pick),
                draft,
            )

    def play_rest(self, round: Round, chance: Random) -> None:
        for match in round.matches.exclude(state__in=OVER):
            if not match.is_bye:
                self.type_result(match, chance, must_end=True)
                confirm_match(match, by=None)

    def type_result(self, match: Match, chance: Random, *, must_end: bool = False) -> None:
        sides = match.sides.count()
        endings = THREE_ENDINGS if sides == 3 else ENDINGS[: 3 if must_end else None]
        totals, ended_by = chance.choice(endings)
        record_totals(match, totals=[totals], ended_by=ended_by)

    def announced_now(self) -> dict[int, list[Place]]:
        """The announced rounds as they are stored."""
        now: dict[int, list[Place]] = {number: [] for number in self.announced}
        announced = Match.objects.filter(round__stage=self.stage, round__number__in=self.announced)
        for match, sides in places_in(announced):
            now[match.round.number].append((match.number, sides))
        return now

    def read_again(self, *, behind: int) -> None:
        """A corrected result takes along what hangs on it: those rounds are announced anew."""
        now = self.announced_now()
        self.announced |= {number: now[number] for number in now if number > behind}

    def open_matches(self) -> list[Match]:
        matches = Match.objects.filter(round__stage=self.stage, round__state=RoundState.PUBLISHED.value)
        rows = matches.exclude(state__in=OVER).order_by("pk")
        return [match for match in rows if not match.is_bye]


Refused: TypeAlias = Callable[
    [BusyEvent, NoRoundFits | PartnersMustRepeat, Round | None, frozenset[Relaxation]], None
]
"""Looks at what was refused, over which draft, with which rules given up."""

Drawn: TypeAlias = Callable[[BusyEvent, Round], None]


def offered_by(refused: NoRoundFits | PartnersMustRepeat) -> list[Relaxation]:
    return [Relaxation(str(rule)) for rule in refused.params["relaxations"]]  # type: ignore[attr-defined]
