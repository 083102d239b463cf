"""What each table of the hall needs of the desk, derived from the match, its acts and the clock."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from statistics import median
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min, Q
from django.utils import timezone

from scoring.enums import DealState, Source
from scoring.selectors.late_acts import matches_with_unseen
from scoring.selectors.matches import MatchCard
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import Game, Round, Tournament
from tournaments.selectors.clocks import ClockFace, clock_face

LEAST_DEALS, LEAST_GAMES = 3, 3
PATIENCE = 2


class Need(StrEnum):
    """The most urgent first; every table has one of them, some have several."""

    DISPUTED = "disputed"
    CALLED = "called"
    LATE = "late"
    TO_CONFIRM = "to_confirm"
    SLOW = "slow"
    PLAYING = "playing"
    WAITING = "waiting"
    DONE = "done"


IN_ORDER = list(Need)
BY_STATE = {
    MatchState.DISPUTED: Need.DISPUTED,
    MatchState.TO_CONFIRM: Need.TO_CONFIRM,
    MatchState.PLAYING: Need.PLAYING,
    MatchState.WAITING: Need.WAITING,
    MatchState.CONFIRMED: Need.DONE,
    MatchState.VOID: Need.DONE,
}


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table as the desk sees it. ``needs`` has the most urgent first and is never empty."""

    card: MatchCard
    needs: tuple[Need, ...]

    @property
    def need(self) -> Need:
        return self.needs[0]


def hall_tables(round: Round, cards: Iterable[MatchCard]) -> list[HallTable]:
    """The tables of the round, those that need a hand before the others, then by number; no byes."""
    tables = [card for card in cards if not card.is_bye]
    codes = dict(round.matches.values_list("uuid", "code"))
    calling = set(round.matches.exclude(referee_called_at=None).values_list("code", flat=True))
    late = {codes[match] for match in matches_with_unseen(round)}
    slow = slow_tables(round, tables)
    needing = ((Need.CALLED, calling), (Need.LATE, late), (Need.SLOW, slow))
    found = [HallTable(card, _needs(card, needing)) for card in tables]
    return sorted(found, key=_urgency)


def _needs(card: MatchCard, needing: Iterable[tuple[Need, Collection[str]]]) -> tuple[Need, ...]:
    found = {BY_STATE[card.state], *(need for need, codes in needing if card.code in codes)}
    return tuple(need for need in IN_ORDER if need in found)


def _urgency(table: HallTable) -> tuple[int, bool, int, int]:
    card = table.card
    return IN_ORDER.index(table.need), card.waits, card.table or 0, card.number


def slow_tables(round: Round, cards: Iterable[MatchCard]) -> set[str]:
    """The codes of open matches behind the clock, or silent for twice the time that a deal takes today.

    A table that plays on paper is measured by the clock alone. While the clock stands still nobody is
    slow, and in a league, whose matches have no common time, nobody ever is.
    """
    if round.state != RoundState.PUBLISHED.value or round.stage.format == Format.LEAGUE.value:
        return set()
    face = clock_face(round)
    if face and face.is_paused:
        return set()
    extra = dict(round.matches.values_list("code", "extra_minutes"))
    pace = deal_pace(round.stage.tournament)
    open_cards = [card for card in cards if card.state in (MatchState.WAITING, MatchState.PLAYING)]
    return {card.code for card in open_cards if _is_behind(card, face, extra) or _is_silent(card, pace)}


def _is_behind(card: MatchCard, face: ClockFace | None, extra: Mapping[str, int]) -> bool:
    if face is None or card.waits:
        return False
    return face.left + timedelta(minutes=extra[card.code]) <= timedelta()


def _is_silent(card: MatchCard, pace: timedelta | None) -> bool:
    if pace is None or not card.deals or card.last_entry_at is None:
        return False
    return timezone.now() - card.last_entry_at > PATIENCE * pace


def deal_pace(tournament: Tournament) -> timedelta | None:
    """What a deal takes today: the median over the day's games of their mean time from deal to deal.

    Only games entered at their tables say it; None before three of them have three deals. The mean of a
    game is not led astray by deals that a phone without network delivers at once.
    """
    start = datetime.combine(tournament.today, time(), tzinfo=ZoneInfo(tournament.venue_timezone))
    at_table = Q(deals__state=DealState.CURRENT.value, deals__source=Source.TABLE.value)
    games = (
        Game.objects.filter(match__round__stage__division__tournament=tournament)
        .annotate(
            deals_at_table=Count("deals", filter=at_table),
            first=Min("deals__entered_at", filter=at_table),
            last=Max("deals__entered_at", filter=at_table),
        )
        .filter(deals_at_table__gte=LEAST_DEALS, first__gte=start)
    )
    spans = games.values_list("deals_at_table", "first", "last")
    means = [(last - first).total_seconds() / (deals - 1) for deals, first, last in spans]
    return timedelta(seconds=median(means)) if len(means) >= LEAST_GAMES else None
