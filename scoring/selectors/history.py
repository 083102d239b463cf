"""What was really played in a stage, as draws need it: rounds as they were, and each entry's past."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.domain.facts import OutcomeKind
from scoring.domain.lines import ASKED_BYES
from scoring.models import MatchResult
from scoring.selectors.sittings import everybody_at, sittings_of, with_sittings
from tournaments.domain.draw import ByeDrawn, Key, PlayedRound, PlayedTable, Sides
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, Stage

NOT_PLAYED = {MatchState.VOID.value}


@dataclass(slots=True)
class Past:
    """One entry's past, oldest first; keys are entry numbers. ``games`` are matches with an opponent."""

    met: list[Key] = field(default_factory=list)
    partners: list[Key] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    firsts: int = 0
    games: int = 0


def played_matches(stage: Stage, *, before: int | None = None) -> list[Match]:
    """Every match of an announced round with result, sides and seats, in the order of rounds and draws.

    ``before`` leaves this round and all later ones out.
    """
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT.value)
    if before is not None:
        matches = matches.filter(round__number__lt=before)
    return list(with_sittings(matches.select_related("round", "result").order_by("round__number", "number")))


def pasts_of(
    stage: Stage, numbers: Mapping[str, int], *, without: int | None = None, before: int | None = None
) -> Mapping[int, Past]:
    """The past of each entry by its number, floaters too; ``numbers`` gives the number of an entry's uuid.

    By who really sat there. A void match was not met. Playing a house pair alone stands for a bye.
    ``without`` leaves one round out, ``before`` this one and all later ones.
    """
    pasts: dict[int, Past] = defaultdict(Past)
    for match in played_matches(stage, before=before):
        if match.state not in NOT_PLAYED and match.round.number != without:
            _remember(match, pasts, numbers)
    return pasts


def _remember(match: Match, pasts: Mapping[int, Past], numbers: Mapping[str, int]) -> None:
    sittings = [(numbers[str(sitting.entry)], sitting.side) for _entry, sitting in everybody_at(match)]
    # A bye that was asked for is no reason to give the drawn ones to others (T04).
    alone = len(sittings_of(match)) == 1 and _bye_kind(match) not in ASKED_BYES
    for number, side in sittings:
        past = pasts[number]
        past.met += [other for other, elsewhere in sittings if elsewhere != side]
        past.partners += [other for other, beside in sittings if beside == side and other != number]
        past.tables += [match.table] if match.table else []
        past.byes += [match.round.number] if alone else []
        past.games += not match.is_bye
        past.firsts += side == 1 and not match.is_bye


def _bye_kind(match: Match) -> OutcomeKind | None:
    result: MatchResult | None = getattr(match, "result", None)
    return result.match_score.decided_by if result else None


def played_rounds(stage: Stage, *, before: int | None = None) -> tuple[PlayedRound, ...]:
    """The announced rounds with who won at each table, for formats that draw from results."""
    numbers = numbers_of(stage)
    rounds: dict[int, list[Match]] = defaultdict(list)
    for match in played_matches(stage, before=before):
        rounds[match.round.number].append(match)
    return tuple(_played(rounds[number], numbers) for number in sorted(rounds))


def _played(matches: list[Match], numbers: Mapping[str, int]) -> PlayedRound:
    return PlayedRound(
        tables=tuple(
            PlayedTable(match.number, _sides(match, numbers), _winner(match))
            for match in matches
            if not match.is_bye
        ),
        byes=tuple(
            ByeDrawn(key, number=match.number)
            for match in matches
            if match.is_bye
            for (key,) in _sides(match, numbers)
        ),
    )


def _sides(match: Match, numbers: Mapping[str, int]) -> Sides:
    return tuple(
        tuple(numbers[str(sitting.entry)] for sitting in sittings_of(match) if sitting.side == side.number)
        for side in match.sides.all()
    )


def _winner(match: Match) -> int | None:
    result: MatchResult | None = getattr(match, "result", None)
    return result.match_score.winner if result else None


def numbers_of(stage: Stage) -> dict[str, int]:
    """The number of every entry of the division by its uuid, house pairs too."""
    rows = stage.division.entries.values_list("uuid", "number")
    return {str(uuid): number for uuid, number in rows}
