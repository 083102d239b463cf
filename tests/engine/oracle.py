"""A second opinion on Goita: slow, written from docs/rules/goita.md alone, importing nothing
of the engine. It keeps tiles in lists, looks back over the whole deal at every question, and
tries every pair of tiles there is."""

from collections.abc import Sequence
from typing import NamedTuple

VALUE = {"1": 10, "2": 20, "3": 20, "4": 30, "5": 30, "6": 40, "7": 40, "8": 50, "9": 50}
SET = "1111111111" + "2222" + "3333" + "4444" + "5555" + "66" + "77" + "8" + "9"


def is_king(tile: str) -> bool:
    return tile in "89"


def same(one: str, other: str) -> bool:
    return one == other or (is_king(one) and is_king(other))


class Event(NamedTuple):
    seat: int
    tiles: str  # defence and attack, empty for a pass


class Table:
    """A deal with its history."""

    def __init__(self, hands: Sequence[str], dealer: int, king_pair: str = "dealt") -> None:
        self.dealt = [list(hand) for hand in hands]
        self.seats = len(hands)
        self.dealer = dealer
        self.king_pair = king_pair
        self.history: list[Event] = []

    def mover(self) -> int:
        if not self.history:
            return self.dealer
        return self.history[-1].seat % self.seats + 1

    def hand(self, seat: int) -> list[str]:
        left = list(self.dealt[seat - 1])
        for event in self.history:
            if event.seat == seat:
                for tile in event.tiles:
                    left.remove(tile)
        return left

    def passes_in_a_row(self) -> int:
        count = 0
        for event in reversed(self.history):
            if event.tiles:
                break
            count += 1
        return count

    def last_play(self) -> "Event | None":
        plays = [event for event in self.history if event.tiles]
        return plays[-1] if plays else None

    def leads(self) -> bool:
        return self.last_play() is None or self.passes_in_a_row() == self.seats - 1

    def king_lies_open(self) -> bool:
        seen = False
        lead = True  # of the event looked at
        passes = 0
        for event in self.history:
            if not event.tiles:
                passes += 1
                lead = passes == self.seats - 1
                continue
            defence, attack = event.tiles[0], event.tiles[1]
            seen = seen or is_king(attack) or (is_king(defence) and not lead)
            passes, lead = 0, False
        return seen

    def over(self) -> bool:
        last = self.last_play()
        return last is not None and not self.hand(last.seat)

    def fault(self, event: str) -> str | None:
        """The code of the first rule that forbids the event, None when it is lawful."""
        if not (
            len(event) in (2, 3)
            and event[0] in "1234"[: self.seats]
            and (event[1:] == "p" or (len(event) == 3 and event[1] in VALUE and event[2] in VALUE))
        ):
            return "syntax"
        if self.over():
            return "hand_already_over"
        seat = int(event[0])
        if seat != self.mover():
            return "wrong_turn"
        if event[1:] == "p":
            return "leader_cannot_pass" if self.leads() else None
        return self.play_fault(seat, event[1], event[2])

    def play_fault(self, seat: int, defence: str, attack: str) -> str | None:
        hand = self.hand(seat)
        if defence not in hand:
            return "defence_not_in_hand"
        rest = list(hand)
        rest.remove(defence)
        if attack not in rest:
            return "attack_not_in_hand"
        rest.remove(attack)
        last = self.last_play()
        if last is not None and not self.leads():
            wanted = last.tiles[1]
            if not same(defence, wanted) and not (is_king(defence) and wanted not in "12"):
                return "defence_does_not_match"
        if is_king(attack):
            open_king = self.king_lies_open() or (is_king(defence) and not self.leads())
            owned = self.dealt[seat - 1] if self.king_pair == "dealt" else hand
            pair = "8" in owned and "9" in owned
            if not (open_king or pair or not rest):
                return "king_attack_not_allowed"
        return None

    def legal(self) -> list[str]:
        if self.over():
            return []
        seat = self.mover()
        events = [f"{seat}{d}{a}" for d in VALUE for a in VALUE] + [f"{seat}p"]
        return [event for event in events if self.fault(event) is None]

    def add(self, event: str) -> None:
        self.history.append(Event(int(event[0]), "" if event[1:] == "p" else event[1:]))

    def remove_last(self) -> None:
        self.history.pop()

    def result(self) -> tuple[int, int, bool]:
        """Seat that went out, points, doubled."""
        last = self.history.pop()
        defence, attack = last.tiles[0], last.tiles[1]
        led = self.leads()
        self.history.append(last)
        doubled = led and same(defence, attack)
        return last.seat, VALUE[attack] * (2 if doubled else 1), doubled


def count_leaves(table: Table, depth: int) -> int:
    """Sequences of ``depth`` further events; deals that end sooner count once."""
    if depth == 0 or table.over():
        return 1
    leaves = 0
    for event in table.legal():
        table.add(event)
        leaves += count_leaves(table, depth - 1)
        table.remove_last()
    return leaves


def judge(
    hands: Sequence[str], dealer: int, events: Sequence[str], king_pair: str = "dealt"
) -> tuple[int, str] | tuple[int, int, bool]:
    """(ply, code) of the first fault, or (seat, points, doubled) of a finished deal."""
    table = Table(hands, dealer, king_pair)
    for ply, event in enumerate(events, 1):
        code = table.fault(event)
        if code is not None:
            return ply, code
        table.add(event)
    if not table.over():
        return len(events) + 1, "record_incomplete"
    return table.result()
