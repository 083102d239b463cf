"""A whole match judged: every deal, and whether scores and dealers follow from each other.

Deals decided by a combination are missing from match files, so a jump of the score is no fault.
It is reported as ``score_differs``, and no dealer is expected across it; nor is one where a new
game begins at 0–0.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from engine.goita.kifu import MatchRecord
from engine.goita.ruleset import Goita
from engine.goita.sequence import warned, with_expected_dealers
from engine.goita.variant import FOUR_SEATS
from engine.verdict import Verdict

Score = tuple[int, int]


def verify_match(match: MatchRecord, *, options: Mapping[str, object]) -> tuple[Verdict, ...]:
    """One verdict a deal; the notes of the file are among its warnings."""
    goita = Goita(FOUR_SEATS)
    verdicts = [warned(goita.verify(d.record, options=options), *d.notes) for d in match.deals]
    scores = [deal.score for deal in match.deals]
    runs = _unbroken(scores, verdicts, lag=_lag(scores, verdicts))
    return tuple(chain.from_iterable(map(with_expected_dealers, runs)))


def _lag(scores: Sequence[Score | None], verdicts: Sequence[Verdict]) -> int:
    """1 when scores were typed before the deal, 0 when after it: whichever explains more."""
    return min(
        (1, 0),
        key=lambda lag: sum(_jumps(scores, verdicts, n, lag) for n in range(1, len(scores))),
    )


def _unbroken(
    scores: Sequence[Score | None], verdicts: Sequence[Verdict], *, lag: int
) -> Iterator[list[Verdict]]:
    """The deals that follow each other in one game."""
    run: list[Verdict] = []
    for number, verdict in enumerate(verdicts):
        if number and _jumps(scores, verdicts, number, lag):
            yield run
            run = []
            begins = scores[number] == ((0, 0) if lag else _gain(verdict))
            run.append(verdict if begins else warned(verdict, "score_differs"))
        else:
            run.append(verdict)
    yield run


def _jumps(scores: Sequence[Score | None], verdicts: Sequence[Verdict], number: int, lag: int) -> bool:
    """The score of this deal does not follow from the one before; unknown ones always do."""
    before, score, gain = scores[number - 1], scores[number], _gain(verdicts[number - lag])
    if before is None or score is None or gain is None:
        return False
    return score != (before[0] + gain[0], before[1] + gain[1])


def _gain(verdict: Verdict) -> Score | None:
    if verdict.outcome is None or verdict.outcome.sets_total:
        return None
    return verdict.outcome.points.get(1, 0), verdict.outcome.points.get(2, 0)
