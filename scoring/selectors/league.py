"""The matches of a league, matchday by matchday: how far each is, until when, and which days were offered."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Q, QuerySet

from scoring.selectors.matches import MatchCard, SideCard, match_card, with_scores
from scoring.selectors.viewer import Viewer, sees_draws
from tournaments.domain.all_play_all.league import DeadlineRuling, deadline_ruling
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import DateOffer, Match, Round, Stage
from tournaments.selectors.entrants import group_by_uuid
from tournaments.selectors.names import named_entries


@dataclass(frozen=True, slots=True)
class Offers:
    """The days that one side has offered, earliest first."""

    side: SideCard
    offers: tuple[DateOffer, ...]


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """One match of a league, to be played until ``due_on``; None: whenever it suits the sides.

    ``meeting_at`` and ``meeting_place`` are what the sides have agreed. ``ruling`` is what is proposed
    where nothing was entered until then.
    """

    card: MatchCard
    due_on: date | None
    is_postponed: bool
    meeting_at: datetime | None
    meeting_place: str
    offers: tuple[Offers, ...]
    ruling: DeadlineRuling | None = None


@dataclass(frozen=True, slots=True)
class Matchday:
    """The matches of one group that are proposed for one time; ``group`` 0: there are no groups."""

    group: int
    cycle: int
    turn: int
    matches: tuple[LeagueMatch, ...]


def league_round(stage: Stage) -> Round | None:
    """The one long round of a league, once it is drawn; None in every other format."""
    return stage.rounds.first() if stage.format == Format.LEAGUE.value else None


def overdue_matches(round: Round, today: date) -> QuerySet[Match]:
    """The matches of which nothing was entered by their own day, or by the deadline of all."""
    late = Q(due_on__lt=today)
    if round.deadline and round.deadline < today:
        late |= Q(due_on=None)
    return round.matches.filter(late, state=MatchState.WAITING.value).order_by("number")


def matchdays(round: Round, viewer: Viewer, *, today: date) -> list[Matchday]:
    """All matches of the round by groups and matchdays; none that a gate hides.

    Which days were offered is for the desk alone.
    """
    is_draft = round.state == RoundState.DRAFT.value
    if not sees_draws(viewer, round.stage.tournament) or (is_draft and viewer is Viewer.PUBLIC):
        return []
    late = set(overdue_matches(round, today))
    offers = _offers(round) if viewer is Viewer.STAFF else {}
    names = named_entries(round.stage.division)
    days: dict[tuple[int, int, int], list[LeagueMatch]] = defaultdict(list)
    for match in with_scores(Match.objects.filter(round=round)).order_by("number"):
        shown = _league_match(match, match_card(match, names, viewer), offers.get(match.pk, []))
        days[_day(match)].append(_ruled(shown, match) if match in late else shown)
    return [Matchday(*day, tuple(matches)) for day, matches in sorted(days.items())]


def _offers(round: Round) -> dict[int, list[DateOffer]]:
    offers: dict[int, list[DateOffer]] = defaultdict(list)
    for offer in DateOffer.objects.filter(match__round=round).order_by("day"):
        offers[offer.match_id].append(offer)
    return offers


def _league_match(match: Match, card: MatchCard, offers: Sequence[DateOffer]) -> LeagueMatch:
    return LeagueMatch(
        card=card,
        due_on=match.due_on or match.round.deadline,
        is_postponed=match.due_on is not None,
        meeting_at=match.meeting_at,
        meeting_place=match.meeting_place,
        offers=tuple(
            Offers(side, tuple(offer for offer in offers if offer.side == side.number)) for side in card.sides
        ),
    )


def _ruled(shown: LeagueMatch, match: Match) -> LeagueMatch:
    days = {by.side.number: [offer.day for offer in by.offers] for by in shown.offers}
    return replace(shown, ruling=deadline_ruling(days, match.round.stage.settings.unplayed))


def _day(match: Match) -> tuple[int, int, int]:
    """Group, cycle and turn, as the draw says them."""
    (params,) = [reason["params"] for reason in match.reasons if reason["code"] == "matchday"]
    return params["group"], params["cycle"], params["turn"]


def cards_by_group(stage: Stage, cards: Sequence[MatchCard]) -> list[tuple[int, list[MatchCard]]]:
    """The same cards in their order, those of one group together; all under 0 where there are no groups."""
    groups = group_by_uuid(stage)
    found: dict[int, list[MatchCard]] = defaultdict(list)
    for card in cards:
        entry = card.sides[0].entry
        found[groups[entry.key] if entry else 0].append(card)
    return sorted(found.items())
