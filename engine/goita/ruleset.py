"""Goita behind the front door: texts and stored options in, verdicts out."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import IllegalDeal, RecordRefused
from engine.goita import sheet, total
from engine.goita.consultation import course_of_fives
from engine.goita.masked import read_masked
from engine.goita.notation import normal_form, read_line, write_line
from engine.goita.options import Options
from engine.goita.playout import random_deal, random_plays
from engine.goita.sequence import with_expected_dealers
from engine.goita.state import DealState, play_out, play_through, undeclared
from engine.goita.tiles import TILES, UNSEEN_FACE
from engine.goita.turning import turned
from engine.goita.variant import Seat, Variant
from engine.protocol import TileKind
from engine.verdict import Course, Fault, TotalVerdict, Verdict

RULES_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Goita:
    variant: Variant

    write_sheet = staticmethod(sheet.write_sheet)
    write_special = staticmethod(sheet.write_special)
    write_redeal = staticmethod(sheet.write_redeal)
    write_points = staticmethod(sheet.write_points)
    write_total = staticmethod(total.write_total)

    @property
    def key(self) -> str:
        return self.variant.key

    @property
    def rules_version(self) -> str:
        """Raised whenever the verdict of any record changes."""
        return RULES_VERSION

    @property
    def seats(self) -> tuple[int, ...]:
        return self.variant.seats

    @property
    def sides(self) -> Mapping[int, int]:
        return self.variant.sides

    @property
    def tiles(self) -> tuple[TileKind, ...]:
        return TILES

    @property
    def inventory(self) -> str:
        """The digit of every tile that is dealt, evenly to all seats (G-1.1)."""
        return self.variant.inventory

    def course_of_fives(
        self, holders: Collection[int], *, dealer: int, options: Mapping[str, object]
    ) -> Course:
        """Whom the table asks when these seats show five pawns, and what follows (G-3.1 to G-3.3)."""
        return course_of_fives(self.variant, Options.of(options), holders, Seat(dealer))

    def check_options(self, stored: Mapping[str, object]) -> None:
        Options.of(stored)

    def verify(self, record: str, *, options: Mapping[str, object]) -> Verdict:
        """Judge one deal in any form. A bad record gets a fault, only bad options raise."""
        resolved = Options.of(options)
        text = record.strip()
        if text.startswith(("sheet", "points")):
            return self._verify_slip(resolved, text)
        return self._verify_line(resolved, text)

    def _verify_line(self, options: Options, text: str) -> Verdict:
        try:
            deal, events = read_line(self.variant, options, text)
        except RecordRefused as refusal:
            return self._refused(text, None, refusal)
        record = normal_form(deal, text)
        try:
            outcome = play_out(deal, events)
        except RecordRefused as refusal:
            return self._refused(record, deal.dealer, refusal)
        warnings = undeclared(deal, events)
        return Verdict(self.variant.key, RULES_VERSION, record, deal.dealer, outcome, warnings=warnings)

    def _verify_slip(self, options: Options, text: str) -> Verdict:
        try:
            slip = sheet.read_slip(self.variant, options, text)
        except RecordRefused as refusal:
            return self._refused(text, None, refusal)
        return Verdict(self.key, RULES_VERSION, slip.record, slip.dealer, slip.outcome, None, slip.warnings)

    def _refused(self, record: str, dealer: int | None, refusal: RecordRefused) -> Verdict:
        return Verdict(self.key, RULES_VERSION, record, dealer, fault=Fault.of(refusal))

    def verify_game(self, records: Sequence[str], *, options: Mapping[str, object]) -> tuple[Verdict, ...]:
        """Judge the deals of one game, and warn where an unexpected seat dealt (G-6.4)."""
        return with_expected_dealers([self.verify(r, options=options) for r in records])

    def check_total(self, text: str, *, options: Mapping[str, object], target: int) -> TotalVerdict:
        """Judge the totals of one game of which the deals are not known."""
        resolved = Options.of(options)
        text = text.strip()
        try:
            totals, mark = total.read_total(self.variant, text)
        except RecordRefused as refusal:
            return TotalVerdict(self.key, RULES_VERSION, text, {}, fault=Fault.of(refusal))
        winner, fault = total.leading_side(totals), None
        try:
            total.check_totals(self.variant, resolved, totals, mark, target=target)
        except RecordRefused as refusal:
            fault = Fault.of(refusal)
        return TotalVerdict(self.key, RULES_VERSION, text, totals, mark, winner, fault)

    def check_masked(self, record: str, *, options: Mapping[str, object]) -> Fault | None:
        """Judge what a masked record shows. It may stop anywhere and never scores."""
        try:
            deal, events = read_masked(self.variant, Options.of(options), record.strip())
            play_through(deal, events)
        except RecordRefused as refusal:
            return Fault.of(refusal)
        return None

    def replay(self, record: str, *, options: Mapping[str, object]) -> Iterator[DealState]:
        """Every state from the deal to the last event; masked records too.

        Raises what ``verify`` would report, when it is reached.
        """
        read = read_masked if UNSEEN_FACE in record else read_line
        deal, events = read(self.variant, Options.of(options), record.strip())
        state = DealState.start(deal)
        yield state
        for event in events:
            state = state.after(event)
            yield state

    def legal_plays(self, record: str, *, options: Mapping[str, object]) -> tuple[str, ...]:
        """What the seat to play may do after the record; nothing when the deal is over."""
        if UNSEEN_FACE in record:
            raise IllegalDeal("hidden_tiles", "Records")
        *_, state = self.replay(record, options=options)
        return tuple(state.legal_plays())

    def turned(self, record: str, *, steps: int) -> str:
        """The same deal with everybody so many seats further counter-clockwise."""
        return turned(self.variant, record, steps=steps)

    def random_record(self, rng: random.Random, *, options: Mapping[str, object]) -> str:
        """A lawful deal, played to its end by chance."""
        deal = random_deal(rng, self.variant, Options.of(options))
        return write_line(deal, random_plays(rng, deal))
