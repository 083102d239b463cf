"""裁定: the rulings on a match, and those on entries in the standings alone; which of them stand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.domain.facts import RulingEffect, RulingFacts
from scoring.domain.lines import Entry as Key
from scoring.enums import DealState
from scoring.models import Deal, Ruling
from scoring.selectors.viewer import Viewer, sees_results
from tournaments.enums import GameState
from tournaments.models import Entry, Match, Stage


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One ruling as a page shows it. ``game`` and ``deal`` are numbers, None where it is on more than that.

    ``who`` is the side or the entry that it is for or against. Why, and by whom, is told to the staff alone.
    """

    uuid: UUID
    effect: RulingEffect
    game: int | None
    deal: int | None
    who: str
    in_standings: bool
    points: int
    reason: str
    by: str
    at: datetime
    stands: bool


def standing_rulings(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Those that no row cancels, or whose cancelling row is itself cancelled; in order of creation."""
    rows = sorted(rulings, key=lambda ruling: ruling.pk)
    by_cancelled = {row.cancels_id: row for row in rows if row.cancels_id}

    def stands(row: Ruling) -> bool:
        cancel = by_cancelled.get(row.pk)
        return cancel is None or not stands(cancel)

    return [row for row in rows if row.cancels_id is None and stands(row)]


def ruling_facts(match: Match) -> list[RulingFacts]:
    """What stands on the match, as the plain values that the domain computes with."""
    if not match.rulings.exists():
        return []  # as nearly always, and it is asked after every deal
    rulings = match.rulings.select_related("game", "deal__game")
    return list(_facts(standing_rulings(rulings)))


def _facts(rulings: Iterable[Ruling]) -> Iterator[RulingFacts]:
    for ruling in rulings:
        deal = _deal_in_its_place(ruling.deal) if ruling.deal else None
        is_gone = bool(ruling.deal) and deal is None
        if is_gone or (ruling.game and ruling.game.state != GameState.LIVE.value):
            continue  # taken back, or played anew: nothing is left to rule on
        yield RulingFacts(
            effect=RulingEffect(ruling.effect),
            game=ruling.game.leg if ruling.game else None,
            deal=deal.number if deal else None,
            side=ruling.side,
            points=ruling.points,
            after=ruling.after_deals,
        )


def _deal_in_its_place(deal: Deal) -> Deal | None:
    """The deal, or the one that has corrected it; None while neither counts."""
    standing: Deal = deal
    while standing.superseded_by:
        standing = standing.superseded_by
    return standing if standing.state == DealState.CURRENT.value else None


def deals_ruled_out(stage: Stage) -> set[int]:
    """The deals of the stage, by database id, that are void or lost by a ruling."""
    rulings = Ruling.objects.filter(stage=stage, deal__isnull=False).select_related("deal__superseded_by")
    deals = (_deal_in_its_place(row.deal) for row in standing_rulings(rulings) if row.deal)
    return {deal.pk for deal in deals if deal}


def points_by_ruling(stage: Stage) -> Mapping[Key, int]:
    """What referees gave or took in the standings of the stage alone, by uuid of the entry."""
    rulings = Ruling.objects.filter(stage=stage, entry__isnull=False).select_related("entry")
    points: dict[Key, int] = {}
    for ruling in standing_rulings(rulings):
        key = str(ruling.entry.uuid) if ruling.entry else ""
        points[key] = points.get(key, 0) + ruling.points
    return points


def rulings_on(match: Match, viewer: Viewer) -> list[RulingRow]:
    """The rulings on the match, and on those who meet there in the standings alone, oldest first.

    Those that were cancelled are told to the staff, marked; nothing is told of hidden results.
    """
    if not sees_results(viewer, match.tournament):
        return []
    rows = list(rulings_at(match).select_related("game", "deal", "entry", "made_by").order_by("pk"))
    if not rows:
        return []
    sides = {side.number: side.shown_name for side in match.sides.select_related("entry")}
    standing = {row.pk for row in standing_rulings(rows)}
    shown = [row for row in rows if row.cancels_id is None]
    return [
        _row(row, sides, stands=row.pk in standing, viewer=viewer)
        for row in shown
        if viewer is Viewer.STAFF or row.pk in standing
    ]


def entries_at(match: Match) -> QuerySet[Entry]:
    """The entries that meet there, whole sides or seat by seat."""
    sides = match.sides.filter(entry__isnull=False).values("entry")
    seats = match.seats.filter(entry__isnull=False).values("entry")
    return Entry.objects.filter(Q(pk__in=sides) | Q(pk__in=seats)).order_by("number")


def rulings_at(match: Match) -> QuerySet[Ruling]:
    """Every ruling that the page of the match shows: on it, and in the standings on those who meet there."""
    on_entries = Q(stage=match.round.stage_id, entry__in=entries_at(match))
    return Ruling.objects.filter(Q(match=match) | on_entries)


def _row(ruling: Ruling, sides: Mapping[int, str], *, stands: bool, viewer: Viewer) -> RulingRow:
    is_staff = viewer is Viewer.STAFF
    return RulingRow(
        uuid=ruling.uuid,
        effect=RulingEffect(ruling.effect),
        game=ruling.game.leg if ruling.game else None,
        deal=ruling.deal.number if ruling.deal else None,
        who=ruling.entry.shown_name if ruling.entry else sides.get(ruling.side or 0, ""),
        in_standings=ruling.entry_id is not None,
        points=ruling.points,
        reason=ruling.reason if is_staff else "",
        by=ruling.made_by.username if is_staff and ruling.made_by else "",
        at=ruling.made_at,
        stands=stands,
    )
