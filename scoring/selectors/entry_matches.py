"""Every match of a stage seen from each entry in it: against whom, and how it ended."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.domain.lines import LineKind, MatchLine, Sitting, match_lines
from scoring.domain.match_score import Result
from scoring.models import MatchResult
from scoring.selectors.lines import missed_lines
from scoring.selectors.sittings import everybody_at, sittings_of, with_sittings
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, Stage


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """``line`` is None while nothing counts: not begun, void, or disputed.

    ``partners`` and ``opponents`` are entries, unranked ones too; only where partners change are there any
    of the former.
    """

    round_number: int
    code: str
    table: int | None
    state: MatchState
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    line: MatchLine | None
    totals: tuple[int, ...] = ()

    @property
    def mark(self) -> str:
        """How it ended for this entry, as the code of a sign; who met nobody sat out, whatever it counts."""
        if self.state is MatchState.VOID and not self.opponents:
            return "bye"
        if self.state in (MatchState.DISPUTED, MatchState.VOID, MatchState.WAITING):
            return self.state.value
        return mark_of(self.line) if self.line else "unfinished"

    @property
    def points(self) -> tuple[int, ...] | None:
        """Own points as played, over all games, then those of each other side; None where nothing was."""
        line = self.line
        if line is None or not line.games or line.kind is not LineKind.PLAYED:
            return None
        return self.totals


def entry_matches(stage: Stage, *, through: int | None = None) -> dict[str, list[EntryMatch]]:
    """Matches of announced rounds by entry uuid, in order of rounds and tables: three queries."""
    matches = with_sittings(
        Match.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAFT.value)
        .select_related("round", "result")
        .order_by("round__number", "number")
    )
    if through is not None:
        matches = matches.filter(round__number__lte=through)
    found: dict[str, list[EntryMatch]] = defaultdict(list)
    for match in matches:
        for key, seen in _seen_by_entries(match):
            found[key].append(seen)
    for line in missed_lines(stage, through=through):
        found[str(line.entry)].append(_missed(line))
    return {key: sorted(seen, key=lambda match: match.round_number) for key, seen in found.items()}


def _missed(line: MatchLine) -> EntryMatch:
    return EntryMatch(
        round_number=line.round_number,
        code="",
        table=None,
        state=MatchState.CONFIRMED,
        partners=(),
        opponents=(),
        line=line,
    )


def mark_of(line: MatchLine) -> str:
    """The sign of a line in the cross table, as a code."""
    if line.kind in (LineKind.BYE, LineKind.ASKED_BYE, LineKind.SIT_OUT):
        return "bye"
    if line.kind is LineKind.MISSED:
        return "missed"
    if line.result is None:
        return "unfinished"
    forfeited = line.kind is LineKind.FORFEIT and line.result is not Result.DRAW
    return f"forfeit_{line.result.value}" if forfeited else line.result.value


def _seen_by_entries(match: Match) -> Iterator[tuple[str, EntryMatch]]:
    sittings = sittings_of(match)
    everybody = [sitting for _entry, sitting in everybody_at(match)]
    lines = _lines(match, sittings)
    for sitting in sittings:
        key = str(sitting.entry)
        yield (
            key,
            EntryMatch(
                round_number=match.round.number,
                code=match.code,
                table=match.table,
                state=MatchState(match.state),
                partners=tuple(
                    str(s.entry) for s in everybody if s.side == sitting.side and s.entry != sitting.entry
                ),
                opponents=tuple(str(s.entry) for s in everybody if s.side != sitting.side),
                line=lines.get(key),
                totals=_totals(match, sitting.side),
            ),
        )


def _totals(match: Match, own: int) -> tuple[int, ...]:
    """Of this side, then of the others in their order."""
    result: MatchResult | None = getattr(match, "result", None)
    if result is None:
        return ()
    score = result.match_score
    sides = sorted(score.games_won, key=lambda side: (side != own, side))
    return tuple(sum(game.standing[side] for game in score.games if not game.is_void) for side in sides)


def _lines(match: Match, sittings: list[Sitting]) -> dict[str, MatchLine]:
    result: MatchResult | None = getattr(match, "result", None)
    if result is None or match.state == MatchState.DISPUTED.value:
        return {}
    lines = match_lines(result.match_score, sittings, round_number=match.round.number)
    return {str(line.entry): line for line in lines}
