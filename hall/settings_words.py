"""How a format is played, in sentences: who is ranked, what is drawn, and every setting that counts."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from hall.words import Words
from tournaments.domain.ranked import PARTNERS_CHANGE, ranks_persons
from tournaments.domain.settings import (
    FirstRound,
    Remainder,
    RotationMode,
    Settings,
    Shape,
    Soft,
    Split,
    ThirdPlace,
    ThirdRound,
    ThreeBlock,
    Unplayed,
)
from tournaments.enums import Format

PAIRS: Shape = (2, 2)
ROUND_NAMES: Mapping[int, Words] = {
    2: gettext_lazy("the final"),
    4: gettext_lazy("the semi-finals"),
    8: gettext_lazy("the quarter-finals"),
}
"""Rounds of a knockout by how many are still in."""
SOFT_WISHES: Mapping[Soft, Words] = {
    Soft.SCORE: gettext_lazy("equal scores meet"),
    Soft.FLOAT: gettext_lazy("nobody meets other scores again and again"),
    Soft.BRANCH: gettext_lazy("branches are kept apart"),
    Soft.SEAT: gettext_lazy("everybody is on each side as often"),
    Soft.FOLD: gettext_lazy("among equals the upper half meets the lower"),
}


def ranked_and_drawn(stage_format: Format, settings: Settings) -> str:
    """Who stands in the table, and what is drawn (T18): people do not guess."""
    if stage_format in PARTNERS_CHANGE and settings.shape != (1, 1, 1):
        drawn = {PAIRS: _("the pairs of each round")}.get(settings.shape, _("the teams of each round"))
        return _("Ranked: each person. Drawn: %(drawn)s.") % {"drawn": drawn}
    if ranks_persons(stage_format, settings):
        return _("Ranked: each person. Drawn: who sits with whom.")
    if settings.shape == PAIRS:
        return _("Ranked: each pair, which stays together. Drawn: its opponents.")
    return _("Ranked: each team of three, which stays together. Drawn: its opponents.")


def settings_sentences(stage_format: Format, settings: Settings) -> Iterator[str]:
    """Every setting that counts in this format, in the order in which a reader asks."""
    yield _at_a_table(settings.shape)
    yield from SENTENCES.get(stage_format, nothing)(settings)


def _at_a_table(shape: Shape) -> str:
    seats = {
        (2, 2): _("At a table sit two pairs."),
        (1, 1, 1): _("At a table sit three, each for himself."),
        (1, 1): _("At a table sit two, each for himself."),
        (3, 3): _("At a table sit two teams of three."),
    }
    return seats[shape]


def nothing(settings: Settings) -> Iterator[str]:
    yield from ()


def _swiss(settings: Settings) -> Iterator[str]:
    yield _("Those with equal scores meet; nobody meets the same opponent twice.")
    yield _first_round(settings)
    yield from _branches(settings)
    order = [
        str(SOFT_WISHES[rule]) for rule in settings.soft if rule is not Soft.BRANCH or settings.branch_rounds
    ]
    if order:
        yield _("What cannot all be had gives way from the end: %(wishes)s.") % {
            "wishes": _(", then ").join(order)
        }


def _rotation(settings: Settings) -> Iterator[str]:
    ways = {
        RotationMode.DESIGN: _(
            "All rounds are planned ahead: nobody has a partner twice while it can be avoided."
        ),
        RotationMode.LOT: _(
            "Each round is drawn by lot: nobody has a partner twice while it can be avoided."
        ),
        RotationMode.STANDING: _(
            "People of like score share a table; nobody has a partner twice while it can be avoided."
        ),
    }
    yield ways[settings.mode]
    if settings.mode is RotationMode.STANDING:
        yield _first_round(settings)
        splits = {
            Split.OUTER: _(
                "Of four neighbours, the first and the fourth play against the second and the third."
            ),
            Split.ALTERNATE: _(
                "Of four neighbours, the first and the third play against the second and the fourth."
            ),
        }
        yield splits[settings.split]
    yield from _branches(settings)
    yield _remainder(settings)


def _free(settings: Settings) -> Iterator[str]:
    yield _("No rounds: whoever waits forms the next table, fewest games first, then the longest wait.")
    yield _("New partners come before new opponents, and those before other branches.")
    yield _remainder(settings)


def _round_robin(settings: Settings) -> Iterator[str]:
    yield from _cycles(settings)


def _league(settings: Settings) -> Iterator[str]:
    yield from _cycles(settings)
    yield _("The two sides find a day of their own until the deadline.")
    rulings = {
        Unplayed.RULING: _("What is not played by then is ruled upon, by who offered which days."),
        Unplayed.NOTHING: _("What is not played by then counts nothing."),
        Unplayed.BOTH_LOSE: _("What is not played by then is lost for both."),
    }
    yield rulings[settings.unplayed]
    if settings.least_matches:
        yield ngettext(
            "Who has played less than %(count)s match is not ranked.",
            "Who has played less than %(count)s matches is not ranked.",
            settings.least_matches,
        ) % {"count": settings.least_matches}


def _knockout(settings: Settings) -> Iterator[str]:
    yield _("Who loses is out. Who has no opponent in round 1 is through to round 2.")
    yield _first_round(settings, bracket=True)
    yield from _branches(settings)
    yield (
        _("The losers of the semi-finals play for third place.")
        if settings.third_place is ThirdPlace.MATCH
        else _("Both losers of the semi-finals are third.")
    )
    if settings.second_game:
        yield _("The losers of round 1 have a second game, which moves nobody on.")
    for units, best_of in sorted(settings.best_of_from, reverse=True):
        yield _("From %(round)s on a match is best of %(games)s.") % {
            "round": round_of(units),
            "games": best_of,
        }


def _two_wins(settings: Settings) -> Iterator[str]:
    yield _("Blocks of four by lot, some of three: two wins are through, two losses are out.")
    yield from _branches(settings)
    rounds = {
        ThirdRound.SHUFFLE: _("With one win and one loss, opponents are drawn across all blocks."),
        ThirdRound.RING: _("With one win and one loss, the next block gives the opponent."),
        ThirdRound.BLOCK: _("With one win and one loss, the two of one block meet."),
    }
    yield rounds[settings.third_round]
    blocks = {
        ThreeBlock.GHOST: _("In a block of three the empty place is a bye."),
        ThreeBlock.LOSER_STAYS: _("In a block of three the loser plays whoever waited, until one is out."),
        ThreeBlock.FIRST_WINNER: _("In a block of three the first winner plays whoever waited."),
    }
    yield blocks[settings.three_block]


def _title(settings: Settings) -> Iterator[str]:
    yield _("The holder plays the challenger; where there is no holder, two play for the vacant title.")


SENTENCES: Mapping[Format, Callable[[Settings], Iterator[str]]] = {
    Format.SWISS: _swiss,
    Format.ROTATION: _rotation,
    Format.FREE: _free,
    Format.ROUND_ROBIN: _round_robin,
    Format.LEAGUE: _league,
    Format.KNOCKOUT: _knockout,
    Format.TWO_WINS_TWO_LOSSES: _two_wins,
    Format.TITLE: _title,
}


def _first_round(settings: Settings, *, bracket: bool = False) -> str:
    if settings.first_round is FirstRound.LOT:
        return _("Round 1 is drawn by lot.")
    if bracket:
        return _("Places follow the order of seeding: the first two can only meet in the final.")
    return _("In round 1 the upper half of the list meets the lower half.")


def _branches(settings: Settings) -> Iterator[str]:
    if rounds := settings.branch_rounds:
        yield ngettext(
            "In the first round the same branch is avoided as far as possible.",
            "In the first %(count)s rounds the same branch is avoided as far as possible.",
            rounds,
        ) % {"count": rounds}
    if settings.exempt_branch:
        yield _("Only those of %(branch)s may meet each other.") % {"branch": settings.exempt_branch}


def _remainder(settings: Settings) -> str:
    remainders = {
        Remainder.SIT_OUT: _("Who fills no table sits out, each time somebody else."),
        Remainder.FLOATER: _("Floaters fill the last table, so that nobody sits out."),
        Remainder.THREE_SEATS: _("Who fills no table of four plays at tables of three."),
    }
    return remainders[settings.remainder]


def _cycles(settings: Settings) -> Iterator[str]:
    if settings.groups > 1:
        yield _("%(groups)s groups by lot; in each, everybody meets everybody.") % {"groups": settings.groups}
    else:
        yield _("Everybody meets everybody.")
    if settings.cycles > 1:
        yield _("They meet %(times)s times.") % {"times": settings.cycles}


def round_of(units: int) -> str:
    """A round of a knockout by how many are still in."""
    return str(ROUND_NAMES.get(units, _("the last %(units)s") % {"units": units}))
