"""A file of one match, entered at the desk into a match that exists: judged first, then every deal kept.

An unlawful deal stays as a rejected row in its place. Games follow the target, and the file's blank
lines where it has some. The seats of the file can be turned: its first player may sit anywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID, uuid5

from clubs.models import Account
from engine import (
    RULESETS,
    MatchDeal,
    MatchFile,
    MatchRecord,
    Ruleset,
    Verdict,
    read_match_file,
    verify_match,
)
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.enums import Source
from scoring.errors import Overtaken
from scoring.models import Deal
from scoring.selectors.acts import last_act
from scoring.selectors.deals import deal_sheet
from scoring.selectors.keying import game_in_play
from scoring.selectors.viewer import Viewer
from scoring.services.deals import record_deal
from scoring.services.imports import FileReport, RecordFile, read_file, score_differences
from tournaments.models import Match
from tournaments.services.matches import lock_match


@dataclass(frozen=True, slots=True)
class JudgedFile:
    """What a file would be in a match, turned to its seats; ``players`` by seat, empty where not named."""

    report: FileReport
    digest: str
    players: tuple[str, ...]
    games: tuple[tuple[MatchDeal, ...], ...]


def judge_file(match: Match, file: RecordFile, *, first_seat: int) -> JudgedFile:
    """The file by the rules of this table; ``first_seat`` is where its first player sits. Writes nothing.

    Raises RecordUnreadable.
    """
    read = _turned(match, read_file(file, read_match_file), steps=first_seat - 1)
    verdicts = _verdicts(match, read)
    differences = tuple(score_differences(read.deals, verdicts))
    return JudgedFile(
        FileReport(file.name, verdicts, differences, match), file.digest, read.players, read.games
    )


def enter_file(
    match: Match, judged: JudgedFile, *, uuid: UUID, after: UUID | None, by: Account | None
) -> list[Deal]:
    """Every deal of the file has its row, or none has. Under the same ``uuid`` it is done once.

    Raises Overtaken, MatchClosed, RoundNotPublished, GameUnknown where the file has more games.
    """
    with writing():
        locked = lock_match(match)
        uuids = [uuid5(uuid, str(number)) for number in range(1, 1 + len(judged.report.verdicts))]
        if earlier := list(Deal.objects.filter(uuid__in=uuids).order_by("pk")):
            return earlier
        if after != last_act(locked):
            raise Overtaken(table=locked.place, code=locked.code)
        deals = _enter(locked, judged, uuids=uuids, after=after, by=by)
        append_act(
            "records_imported",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"sha256": judged.digest},
            act_uuid=uuid,
        )
        return deals


def _enter(
    match: Match, judged: JudgedFile, *, uuids: Sequence[UUID], after: UUID | None, by: Account | None
) -> list[Deal]:
    rows: list[Deal] = []
    first = _leg(match)
    places = [(first + place, deal) for place, game in enumerate(judged.games) for deal in game]
    for (leg, deal), verdict, uuid in zip(places, judged.report.verdicts, uuids, strict=True):
        row = record_deal(
            match,
            uuid=uuid,
            after=after,
            record=deal.record,
            game=max(leg, _leg(match)),
            source=Source.IMPORT,
            keep_rejected=True,
            typed_score=deal.score,
            notes=verdict.warnings,
            by=by,
        )
        rows.append(row)
        after = row.uuid
    return rows


def _leg(match: Match) -> int:
    fresh = Match.objects.get(pk=match.pk)
    return game_in_play(fresh, deal_sheet(fresh, Viewer.STAFF)).leg


def _turned(match: Match, file: MatchFile, *, steps: int) -> MatchFile:
    turn = partial(_turned_deal, RULESETS[match.ruleset_key], steps=steps)
    count = len(file.players)
    players = tuple(file.players[(place - steps) % count] for place in range(count))
    return MatchFile(players, tuple(tuple(map(turn, game)) for game in file.games))


def _turned_deal(ruleset: Ruleset, deal: MatchDeal, *, steps: int) -> MatchDeal:
    """A score is by side, and by an odd number of seats the sides change places."""
    score = (deal.score[1], deal.score[0]) if deal.score and steps % 2 else deal.score
    return replace(deal, record=ruleset.turned(deal.record, steps=steps), score=score)


def _verdicts(match: Match, file: MatchFile) -> tuple[Verdict, ...]:
    options = match.round.stage.options
    if file.players:
        return verify_match(MatchRecord(file.players, file.deals), options=options)
    ruleset = RULESETS[match.ruleset_key]
    games = [ruleset.verify_game([deal.record for deal in game], options=options) for game in file.games]
    return tuple(verdict for game in games for verdict in game)
