"""A league over weeks or months: everybody against everybody, and the sides arrange their own dates.

Its draw is one long round that holds every match; the matchdays only propose an order. What was not
played by the deadline goes by the rule that was announced (tournaments.md §2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import chain

from tournaments.domain.all_play_all.round_robin import (
    Turn,
    circles_of,
    rounds_of,
    tables_of,
    turns_of,
    unavoidable,
)
from tournaments.domain.draw import Draw, DrawImpossible, PlayedRound, Reason, Rules, Seed
from tournaments.domain.settings import Settings, Unplayed


def draw_league(
    seeds: Sequence[Seed], *, round_number: int, rules: Rules, history: Sequence[PlayedRound] = (), seed: int
) -> Draw:
    """All matches of all groups and cycles, numbered matchday by matchday; nobody has a bye.

    Whoever is absent has no match. Raises DrawImpossible for any round but the first.
    """
    circles = circles_of(seeds, rules, seed)
    days = rounds_of(map(len, circles.values()), rules.settings.cycles)
    if round_number != 1 or not days:
        raise DrawImpossible("no_such_round", {"round": round_number, "rounds": min(days, 1)})
    turns = chain.from_iterable(turns_of(circles, day, rules.settings.cycles) for day in range(1, days + 1))
    tables = tables_of(turns, rules, matchday)
    return Draw(tables=tables, byes=(), seed=seed, warnings=tuple(unavoidable(tables)))


def matchday(turn: Turn) -> Reason:
    return Reason("matchday", {"turn": turn.number, "cycle": turn.cycle, "group": turn.group})


def is_ranked(played: int, settings: Settings) -> bool:
    """Whether so many matches are enough to stand in the table."""
    return played >= settings.least_matches


class AtDeadline(StrEnum):
    """What becomes of a match that nobody played; a person decides, or the rule does."""

    NEEDS_RULING = "needs_ruling"
    VOID = "void"
    DOUBLE_LOSS = "double_loss"


@dataclass(frozen=True, slots=True)
class DeadlineRuling:
    """What the rule says, and beside it which dates each side (from 1) had offered, earliest first."""

    proposed: AtDeadline
    offers: Mapping[int, tuple[date, ...]]


RULINGS: Mapping[Unplayed, AtDeadline] = {
    Unplayed.RULING: AtDeadline.NEEDS_RULING,
    Unplayed.NOTHING: AtDeadline.VOID,
    Unplayed.BOTH_LOSE: AtDeadline.DOUBLE_LOSS,
}


def deadline_ruling(offers: Mapping[int, Sequence[date]], rule: Unplayed) -> DeadlineRuling:
    """What is proposed for a match left unplayed at its deadline; who was willing is for people to judge."""
    return DeadlineRuling(RULINGS[rule], {side: tuple(sorted(offers[side])) for side in sorted(offers)})
