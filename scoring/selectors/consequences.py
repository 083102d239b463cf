"""What a correction makes differ: the event as it is and as it would be, compared as plain values."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from ledger.models import Act
from scoring.domain.correction import Ranks, anew, moved
from scoring.domain.facts import OutcomeKind
from scoring.domain.match_score import MatchScore
from scoring.enums import Later
from scoring.models import MatchResult
from scoring.selectors.basis import FROM_RESULTS
from scoring.selectors.brackets import is_played
from scoring.selectors.cuts import disagreeing_cuts
from scoring.selectors.draws import is_by_score
from scoring.selectors.placing import awards_announced, disagreeing_places, division_placing
from scoring.selectors.standings import standings_for
from scoring.selectors.viewer import Viewer
from tournaments.domain.stages.award import awards_of
from tournaments.enums import Format, RoundState
from tournaments.models import Division, Match, Round, Stage
from tournaments.selectors.names import EntryName, named_entries


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result as people read it: the totals of each game by side, the side that won, else how it ended."""

    totals: tuple[tuple[int, ...], ...]
    winner: int | None
    ended: str


@dataclass(frozen=True, slots=True)
class OtherTables:
    """Tables of one later round at which others would meet, as people say where they are played."""

    round: int
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankMove:
    """One entry of the latest standings; ``group`` is 0 where there are none."""

    number: int
    name: str
    group: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OtherCut:
    """An announced list with which the tables would no longer agree, by names."""

    stage: int
    coming: tuple[str, ...]
    going: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """A place awarded with which the tables would no longer agree; ``now`` is what they would say."""

    number: int
    name: str
    awarded: int
    now: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """The list before saving. ``after`` names it: it is saved only while it is still the same list.

    ``played`` are tables of a bracket (round/table) that hang on the result and have been played,
    ``begun`` is the first later round in which something has been entered.
    """

    result: ToldResult
    was: ToldResult
    tables: tuple[OtherTables, ...]
    ranks: tuple[RankMove, ...]
    cuts: tuple[OtherCut, ...]
    places: tuple[OtherPlace, ...]
    played: tuple[str, ...]
    begun: int | None
    choices: tuple[Later, ...]
    after: str = ""

    @property
    def is_nothing(self) -> bool:
        """Beyond the match itself nothing differs."""
        return not (self.tables or self.ranks or self.cuts or self.places)


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything of an event that a result of one stage may move, besides draws."""

    result: ToldResult
    ranks: Ranks
    cuts: tuple[OtherCut, ...]
    places: tuple[OtherPlace, ...]


def picture_of(match: Match) -> Picture:
    """The event as it is now, looked at from this match."""
    stage = match.round.stage
    names = {name.key: name for name in named_entries(stage.division).values()}
    return Picture(
        result=told_result(match),
        ranks=_ranks(stage, through=_latest(match.round)),
        cuts=_cuts(stage, names),
        places=_places(stage.division, names),
    )


def moves_between(before: Picture, after: Picture, division: Division) -> tuple[RankMove, ...]:
    """Whose rank differs, best new rank first."""
    names = {name.key: name for name in named_entries(division).values()}
    return tuple(
        RankMove(
            names[key].number, names[key].name, after.ranks[key][0], before.ranks[key][1], after.ranks[key][1]
        )
        for key in moved(before.ranks, after.ranks)
    )


def new_cuts(before: Picture, after: Picture) -> tuple[OtherCut, ...]:
    return tuple(anew(before.cuts, after.cuts))


def new_places(before: Picture, after: Picture) -> tuple[OtherPlace, ...]:
    return tuple(anew(before.places, after.places))


def told_result(match: Match) -> ToldResult:
    stored = MatchResult.objects.filter(match=match).first()
    score = stored.match_score if stored else MatchScore((), {}, {})
    return ToldResult(
        totals=tuple(tuple(game.raw[side] for side in sorted(game.raw)) for game in score.games),
        winner=score.winner,
        ended=_ended(score),
    )


def _ended(score: MatchScore) -> str:
    """How it ended where no play says it; empty where play does."""
    if score.decided_by:
        return score.decided_by.value
    if not any(game.awarded for game in score.games):
        return ""
    return (OutcomeKind.DOUBLE_LOSS if score.winner is None else OutcomeKind.FORFEIT).value


def later_rounds(round: Round) -> list[Round]:
    """The rounds of the stage behind this one, in order, the draft too."""
    return list(round.stage.rounds.filter(number__gt=round.number).order_by("number"))


def hangs_on_results(round: Round) -> bool:
    """Whether results say who meets whom in this round."""
    return Format(round.stage.format) in FROM_RESULTS or is_by_score(round.stage, round.number)


def has_begun(round: Round) -> bool:
    """Whether people have entered anything in this round that still counts."""
    return any(is_played(match) for match in round.matches.order_by("number"))


def begun_tables(round: Round) -> list[str]:
    return [match.place for match in round.matches.order_by("number") if is_played(match)]


def name_of_list(match: Match, consequences: Consequences) -> str:
    """The same while nobody has acted on the match and the list says the same."""
    acts = Act.objects.filter(subject=match.uuid).order_by("-number")
    seen = [acts.values_list("number", flat=True).first(), asdict(consequences)]
    return hashlib.sha256(json.dumps(seen, ensure_ascii=False).encode()).hexdigest()[:32]


def _latest(round: Round) -> int:
    """The standings people look at: after the last closed round, or the match's own."""
    closed = round.stage.rounds.filter(state=RoundState.CLOSED.value).order_by("number").last()
    return max(round.number, closed.number if closed else 0)


def _ranks(stage: Stage, *, through: int) -> Ranks:
    table = standings_for(stage, through=through, viewer=Viewer.STAFF)
    return {row.entry.key: (row.group, row.rank) for row in table.rows}


def _cuts(stage: Stage, names: Mapping[str, EntryName]) -> tuple[OtherCut, ...]:
    later = stage.division.stages.filter(number__gt=stage.number).order_by("number")
    return tuple(
        OtherCut(cut.stage.number, _named(cut.coming, names), _named(cut.going, names))
        for cut in disagreeing_cuts(later)
    )


def _named(keys: Iterable[object], names: Mapping[str, EntryName]) -> tuple[str, ...]:
    return tuple(names[str(key)].name for key in keys)


def _places(division: Division, names: Mapping[str, EntryName]) -> tuple[OtherPlace, ...]:
    if awards_announced(division) is None:
        return ()
    now = {award.key: award.place for award in awards_of(division_placing(division))}
    return tuple(
        OtherPlace(names[str(key)].number, names[str(key)].name, place, now.get(key, place))
        for key, place, _derived in disagreeing_places(division)
    )
