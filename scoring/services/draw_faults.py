"""What a draw could not do, as refusals that people can act on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.errors import Refusal
from scoring.errors import DrawFailed, DrawNotPossible, NoRoundFits
from scoring.selectors.basis import Basis
from tournaments.domain.draw import DrawImpossible, NoLawfulDraw

logger = logging.getLogger(__name__)


@contextmanager
def told(number: int, basis: Basis) -> Iterator[None]:
    """What cannot be drawn is told, a fault of the program too: people can always go on by hand (T39).

    Raises NoRoundFits, DrawNotPossible, DrawFailed, and lets refusals pass.
    """
    try:
        yield
    except NoLawfulDraw as error:
        raise _no_round_fits(error, number, basis) from error
    except DrawImpossible as error:
        # A fault may name a round of its own, say that of the missing result.
        raise DrawNotPossible(**{**error.params, "round": number, "fault": error.code}) from error
    except Refusal:
        raise
    except Exception as fault:
        logger.exception("Round %s could not be drawn.", number)
        raise DrawFailed(round=number) from fault


def _no_round_fits(error: NoLawfulDraw, number: int, basis: Basis) -> NoRoundFits:
    names = {entry.number: entry.shown_name for entry in basis.drawn}
    return NoRoundFits(
        round=number,
        entries=[names[int(blocked.key)] for blocked in error.blocked],
        relaxations=[relaxation.value for relaxation in error.relaxations],
    )
