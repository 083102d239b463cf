"""What dealt hands mean before anybody plays (G-3, and G-7 for three seats)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.goita.hand import Hand
from engine.goita.options import Options
from engine.goita.scoring import PAWNS, dealt_again, won_by_fives, won_by_pawns
from engine.goita.variant import Seat, Variant
from engine.verdict import Outcome

DECIDED = ("hand_already_decided", "G-3.9")


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination:
    outcome: Outcome  # of the deal, unless it is played
    decides: bool  # the outcome stands without a further word
    by_word: bool = False  # the event R brings the outcome about
    refusal: tuple[str, str] | None = None  # code and rule against playing on


def combination_of(
    variant: Variant, options: Options, hands: Sequence[Hand], dealer: Seat
) -> Combination | None:
    if variant.partners:
        return _of_partners(variant, options, hands, dealer)
    return four_of_a_kind(hands, dealer) or _of_three(variant, options, hands)


def combinations_in_use(variant: Variant, options: Options) -> bool:
    """Six to eight pawns decide a deal here."""
    return options.combinations if variant.partners else options.combinations3 == "six_to_eight"


def redeals_in_use(variant: Variant, options: Options) -> bool:
    """A five may be dealt again here, or four of a kind must be."""
    return not variant.partners or (options.combinations and options.five)


def _of_partners(
    variant: Variant, options: Options, hands: Sequence[Hand], dealer: Seat
) -> Combination | None:
    pawns = [hand.pawns for hand in hands]
    if max(pawns) < 5 or not combinations_in_use(variant, options):
        return None
    if max(pawns) > 5:
        return _pawns(variant, options, hands)
    fives = [seat for seat, count in zip(variant.seats, pawns, strict=True) if count == 5]
    sides = {variant.sides[seat] for seat in fives}
    if len(fives) == 1:
        return _five(options, fives[0], dealer)
    if len(sides) == 1:
        outcome = won_by_fives(variant, options, sides.pop())
        return Combination(outcome=outcome, decides=True, refusal=DECIDED)
    return _opposed(variant, options, fives, dealer)


def _of_three(variant: Variant, options: Options, hands: Sequence[Hand]) -> Combination | None:
    if combinations_in_use(variant, options) and max(hand.pawns for hand in hands) > 5:
        return _pawns(variant, options, hands)
    return None


def _pawns(variant: Variant, options: Options, hands: Sequence[Hand]) -> Combination:
    """Six to eight. No second seat can have them: there are ten pawns (G-3.7)."""
    hand = max(hands, key=lambda hand: hand.pawns)
    seat = variant.seats[hands.index(hand)]
    special = next(name for name, pawns in PAWNS.items() if pawns == hand.pawns)
    outcome = won_by_pawns(variant, special, seat, hand)
    refusal = None if options.undeclared == "lost" else DECIDED
    return Combination(outcome=outcome, decides=True, refusal=refusal)


def _five(options: Options, holder: Seat, dealer: Seat) -> Combination | None:
    """G-3.1: played, or dealt again by word."""
    if not options.five:
        return None
    outcome = dealt_again(dealer, reason="five", seat=holder)
    return Combination(outcome=outcome, decides=False, by_word=True)


def _opposed(variant: Variant, options: Options, fives: Sequence[Seat], dealer: Seat) -> Combination | None:
    """G-3.2: five on both sides. The dealer's side is asked first."""
    if not options.five or options.five_opposed == "always_play":
        return None
    holder = next(seat for seat in fives if variant.sides[seat] == variant.sides[dealer])
    asked = holder if options.five_decider == "holder" else _partner(variant, holder)
    outcome = dealt_again(dealer, reason="five_opposed", seat=asked)
    if options.five_opposed == "always_redeal":
        refusal = ("redeal_required", "G-3.2")
        return Combination(outcome=outcome, decides=True, by_word=True, refusal=refusal)
    return Combination(outcome=outcome, decides=False, by_word=True)


def _partner(variant: Variant, seat: Seat) -> Seat:
    return next(s for s in variant.seats if variant.sides[s] == variant.sides[seat] and s != seat)


def four_of_a_kind(hands: Sequence[Hand], dealer: Seat) -> Combination | None:
    """G-7."""
    for seat, hand in enumerate(hands, 1):
        if hand.has_four_of_a_kind:
            outcome = dealt_again(dealer, reason="four_of_a_kind", seat=Seat(seat))
            return Combination(outcome=outcome, decides=True, refusal=("redeal_required", "G-7"))
    return None
