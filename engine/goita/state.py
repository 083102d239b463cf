"""One deal of Goita as a value: apply an event, get the next state (G-4, G-5).

``step`` alone decides what is lawful. Verification runs it over a record, ``DealState`` shows
its results one by one, and ``legal_plays`` asks it about every pair of tiles that a seat holds.

An *event* is a pass ``Pp``, a play ``P`` + defence + attack, or ``R``, the redeal that a five
allows. A seat *leads* when it attacked last itself, or deals: the turn has come back to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self, TypeAlias

from engine.errors import IllegalPlay
from engine.goita.deal import Deal
from engine.goita.hand import of_seat
from engine.goita.scoring import went_out
from engine.goita.tiles import KING, LANCE, PAWN, UNSEEN
from engine.goita.variant import NOBODY, UNREADABLE, Seat, Table
from engine.verdict import Outcome

REDEAL = "R"

# hands, seat to play, who attacked last, kind of that attack, does a king lie face up,
# was the attack led over its own kind, hands that count for G-5 (b) (0: those of the moment)
Position: TypeAlias = tuple[int, Seat, Seat, int, bool, bool, int]


def opening(deal: Deal) -> Position:
    """The dealer leads, as if the attack before had been the dealer's (G-4.2)."""
    hands = deal.packed + deal.variant.table.guards
    dealt_pairs_count = deal.options.king_pair == "dealt" or deal.unseen_kings != 0
    pairs = hands | deal.unseen_kings if dealt_pairs_count else 0
    return hands, deal.dealer, deal.dealer, UNSEEN, False, False, pairs


def first_step(deal: Deal, event: str) -> Position:
    """Judge the only event in which a dealt combination has a say (G-3)."""
    position = opening(deal)
    if deal.combination is not None:
        if event == REDEAL and deal.combination.by_word:
            hands, _, attacker, wanted, king_shown, doubled, pairs = position
            return hands, NOBODY, attacker, wanted, king_shown, doubled, pairs
        if deal.combination.refusal is not None:
            raise IllegalPlay(*deal.combination.refusal)
    return step(deal.variant.table, position, event)


def step(table: Table, position: Position, event: str) -> Position:
    """The position after one event. Raise IllegalPlay naming the first rule that forbids it."""
    hands, seat, attacker, wanted, king_shown, doubled, pairs = position
    if event == table.passes[seat]:
        if seat == attacker:
            raise IllegalPlay("leader_cannot_pass", "G-4.2")
        return hands, table.following[seat], attacker, wanted, king_shown, doubled, pairs

    player, cost, defence, attack = table.rows.get(event, UNREADABLE)
    if player != seat:
        raise _misplaced(player, seat, event)
    rest, guards = hands - cost, table.guards
    if rest & guards != guards:
        raise _not_in_hand(hands, seat, event)
    if seat == attacker:
        doubled = defence == attack  # counts when nothing follows (G-6.2)
    else:
        if defence != wanted and (defence != KING or wanted in (PAWN, LANCE)):
            raise IllegalPlay("defence_does_not_match", "G-4.4" if defence == KING else "G-4.3")
        doubled = False
        if defence == KING:
            king_shown = True  # face up, unlike a leader's (G-5 a)
    is_last = not rest & table.counts[seat]
    if attack == KING:
        kings = table.kings[seat]
        if not (king_shown or is_last or (pairs or hands) & kings == kings):
            raise IllegalPlay("king_attack_not_allowed", "G-5")
        king_shown = True
    return rest, NOBODY if is_last else table.following[seat], seat, attack, king_shown, doubled, pairs


def _misplaced(player: Seat, seat: Seat, event: str) -> IllegalPlay:
    if player == UNREADABLE[0] and event != REDEAL:
        return IllegalPlay("syntax", "Records")
    if seat == NOBODY:
        return IllegalPlay("hand_already_over", "G-4.6")
    if event == REDEAL:
        return IllegalPlay("redeal_not_allowed", "G-3.1")
    return IllegalPlay("wrong_turn", "G-4.1")


def _not_in_hand(hands: int, seat: Seat, event: str) -> IllegalPlay:
    held = of_seat(hands, seat)
    return IllegalPlay("attack_not_in_hand" if event[1] in held else "defence_not_in_hand", "G-4.3")


def play_through(deal: Deal, events: Sequence[str]) -> Position:
    """The position after all events. Raise IllegalPlay at the ply that is not lawful."""
    if not events:
        return opening(deal)
    table, ply = deal.variant.table, 1
    try:
        position = first_step(deal, events[0])
        for event in events[1:]:
            ply += 1
            position = step(table, position, event)
    except IllegalPlay as refusal:
        raise refusal.at(ply) from None
    return position


def play_out(deal: Deal, events: Sequence[str]) -> Outcome:
    """How the deal ended. Raise IllegalPlay where it is not lawful, or stops too early."""
    outcome = outcome_of(deal, play_through(deal, events), events)
    if outcome is None:
        raise IllegalPlay("record_incomplete", "G-4.6", ply=len(events) + 1)
    return outcome


def outcome_of(deal: Deal, position: Position, events: Sequence[str]) -> Outcome | None:
    """None while the deal goes on (G-4.6)."""
    _, to_play, attacker, _, _, doubled, _ = position
    if deal.combination is not None and (events[0] == REDEAL if events else deal.combination.decides):
        return replace(deal.combination.outcome, plies=len(events))
    if to_play != NOBODY:
        return None
    return went_out(
        deal.variant,
        deal.options,
        dealer=deal.dealer,
        seat=attacker,
        tile=events[-1][2],
        doubled=doubled,
        plies=len(events),
    )


def undeclared(deal: Deal, events: Sequence[str]) -> tuple[str, ...]:
    """Six to eight pawns that were overlooked and stand as lost (G-3.9, option ``lost``)."""
    if deal.combination is None or not events or not deal.combination.decides:
        return ()
    return (f"undeclared_{deal.combination.outcome.special}",) if events[0] != REDEAL else ()


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal between two events."""

    deal: Deal
    plays: tuple[str, ...]
    position: Position

    @classmethod
    def start(cls, deal: Deal) -> Self:
        return cls(deal, (), opening(deal))

    @property
    def hands(self) -> tuple[str, ...]:
        """What each seat still holds."""
        hands, *_ = self.position
        return tuple(of_seat(hands, seat) for seat in self.deal.variant.seats)

    @property
    def to_play(self) -> Seat | None:
        _, seat, *_ = self.position
        return seat or None

    @property
    def leads(self) -> bool:
        """The seat to play lays its defence face down and may not pass (G-4.2)."""
        _, seat, attacker, *_ = self.position
        return seat == attacker

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.deal, self.position, self.plays)

    def legal_plays(self) -> Iterator[str]:
        """Both faces of the king apart. The redeal ``R`` is agreed, not played: never here."""
        hands, seat, *_ = self.position
        if seat == NOBODY:
            return
        held = sorted(set(of_seat(hands, seat)))
        plays = [f"{seat}{defence}{attack}" for defence, attack in product(held, repeat=2)]
        for event in (*plays, self.deal.variant.table.passes[seat]):
            try:
                self._step(event)
            except IllegalPlay:
                continue
            yield event

    def after(self, play: str) -> Self:
        """Raise IllegalPlay and leave this state untouched when the rules forbid it."""
        try:
            position = self._step(play)
        except IllegalPlay as refusal:
            raise refusal.at(len(self.plays) + 1) from None
        return replace(self, plays=(*self.plays, play), position=position)

    def _step(self, event: str) -> Position:
        if not self.plays:
            return first_step(self.deal, event)
        return step(self.deal.variant.table, self.position, event)
