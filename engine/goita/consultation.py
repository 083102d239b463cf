"""相談: who is asked about five pawns, in which order, and what follows (G-3.1 to G-3.3).

Before a deal is played nobody knows all hands, so the table says who shows five pawns and is told
whom to ask. What is played afterwards is judged by the hands (combination.py).
"""

from collections.abc import Collection, Mapping

from engine.goita.combination import redeals_in_use
from engine.goita.options import Options
from engine.goita.variant import Seat, Variant
from engine.verdict import Course, Question

PLAY, REDEAL, FIVE_FIVE = "play", "redeal", "five_five"

# For five_opposed: what the first asked may say that ends it, both ways.
ENDS_AT_ONCE: Mapping[str, str] = {"both_must_play": REDEAL, "both_must_redeal": PLAY}


def course_of_fives(variant: Variant, options: Options, holders: Collection[int], dealer: Seat) -> Course:
    """The first question, or ``play``, ``redeal``, ``five_five`` where nobody has to be asked.

    ``holders`` are the seats that show five pawns; with three seats those with four of a kind (G-7).
    """
    if not variant.partners:
        return REDEAL
    sides = {variant.sides[seat] for seat in holders}
    if len(holders) > len(sides):
        return FIVE_FIVE if options.combinations else PLAY
    if not redeals_in_use(variant, options):
        return PLAY
    asked = [_asked(variant, options, seat) for seat in holders]
    if len(asked) == 1:
        return Question(asked[0], redeal=REDEAL, play=PLAY)
    return _opposed(variant, options, asked, dealer)


def _opposed(variant: Variant, options: Options, asked: Collection[Seat], dealer: Seat) -> Course:
    """G-3.2: the dealer's side is asked first, the other only where the first answer leaves it open."""
    if options.five_opposed not in ENDS_AT_ONCE:
        return REDEAL if options.five_opposed == "always_redeal" else PLAY
    first, second = sorted(asked, key=lambda seat: variant.sides[seat] != variant.sides[dealer])
    then = Question(second, redeal=REDEAL, play=PLAY)
    if ENDS_AT_ONCE[options.five_opposed] == REDEAL:
        return Question(first, redeal=REDEAL, play=then)
    return Question(first, redeal=then, play=PLAY)


def _asked(variant: Variant, options: Options, holder: int) -> Seat:
    """G-3.1: the partner alone decides, unless the option gives it to the holder."""
    if options.five_decider == "holder":
        return Seat(holder)
    return next(s for s in variant.seats if variant.sides[s] == variant.sides[holder] and s != holder)
