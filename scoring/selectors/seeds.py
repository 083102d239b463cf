"""Entries as the seeds of a draw: rank, score, branches, whom they met, byes they had."""

from collections.abc import Collection, Iterable, Mapping

from scoring.domain.lines import LineKind, MatchLine
from scoring.domain.standings import Standing
from scoring.domain.tiebreaks import line_wins
from scoring.selectors.history import Past, numbers_of, pasts_of
from scoring.selectors.lines import ranking_of
from tournaments.domain.draw import Number, Seed
from tournaments.domain.pairing import KEEPS_PLACES
from tournaments.domain.profile import Profile
from tournaments.enums import Format
from tournaments.models import Entry, Stage
from tournaments.selectors.entrants import groups_of, waiting_for


def seeds_for(
    stage: Stage, entries: Iterable[Entry], *, absent: Collection[int] = (), before: int | None = None
) -> list[Seed]:
    """One seed per entry, best first, from everything played so far in the stage, or ``before`` a round.

    Keys are entry numbers, as everybody sees them: whoever has the lots' seed can draw again.
    ``absent`` are database ids of entries that keep their place and are away. Where everybody has a
    fixed place, whoever came through a cut ranks as on its list.
    """
    field = {str(entry.uuid): entry for entry in entries}
    numbers = numbers_of(stage)
    pasts = pasts_of(stage, numbers, before=before)
    groups, listed, holders = groups_of(stage), _listed(stage), _holders(stage)
    standings = ranking_of(stage, entries=field.values(), through=None if before is None else before - 1)
    floats = floats_of(standings, stage.profile)
    return [
        _seed(
            standing,
            field[str(standing.entry)],
            past=pasts[numbers[str(standing.entry)]],
            floats=floats[str(standing.entry)],
            group=groups.get(field[str(standing.entry)].pk, 0),
            rank=listed.get(str(standing.entry), standing.rank),
            present=field[str(standing.entry)].pk not in absent,
            holds=field[str(standing.entry)] in holders,
        )
        for standing in standings
    ]


def _listed(stage: Stage) -> dict[str, int]:
    """The place of each entry in the list that passed the cut, where places are fixed by it."""
    if Format(stage.format) not in KEEPS_PLACES:
        return {}
    return {str(uuid): number for uuid, number in stage.entrants.values_list("entry__uuid", "number")}


def _holders(stage: Stage) -> list[Entry]:
    """Who goes straight into a title match holds the title."""
    return waiting_for(stage) if stage.format == Format.TITLE.value else []


def _seed(
    standing: Standing,
    entry: Entry,
    *,
    past: Past,
    floats: int,
    group: int,
    rank: int,
    present: bool,
    holds: bool,
) -> Seed:
    return Seed(
        key=entry.number,
        rank=rank,
        score=_score(standing),
        branches=frozenset(entry.branch_names),
        team=str(entry.team_id) if entry.team_id else None,
        group=group,
        met=tuple(past.met),
        partners=tuple(past.partners),
        byes=len(past.byes),
        rested=max(past.byes, default=0),
        floats=floats,
        firsts=past.firsts,
        tables=tuple(past.tables),
        present=present,
        holds=holds,
    )


def _score(standing: Standing) -> int:
    """Half points won, so that score groups are whole numbers."""
    return 2 * int(standing.wins) + standing.draws


def floats_of(standings: Iterable[Standing], profile: Profile) -> Mapping[str, int]:
    """How many rounds each entry has played against somebody of another score."""
    lines = {str(standing.entry): standing.lines for standing in standings}
    before = {entry: _scores_before(own, profile) for entry, own in lines.items()}
    return {
        entry: sum(
            line.kind is LineKind.PLAYED
            and any(
                before[str(other)].get(line.round_number, 0) != before[entry][line.round_number]
                for other in line.opponents
                if str(other) in before
            )
            for line in own
        )
        for entry, own in lines.items()
    }


def _scores_before(lines: Iterable[MatchLine], profile: Profile) -> dict[int, Number]:
    """The score with which an entry went into each of its rounds."""
    score: Number = 0
    before: dict[int, Number] = {}
    for line in sorted(lines, key=lambda line: line.round_number):
        before[line.round_number] = score
        score += line_wins(line, profile)
    return before
