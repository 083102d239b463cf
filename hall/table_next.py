"""Where those of a finished match play next, as soon as it is announced."""

from collections import defaultdict

from django.utils.translation import gettext

from hall.round_names import round_name
from scoring.selectors.viewer import Viewer, sees_draws
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, Seat

OVER = (MatchState.CONFIRMED.value, MatchState.VOID.value)


def next_places(match: Match) -> list[str]:
    """One line for each table of another round in play; nothing while the draw is hidden or not made."""
    if match.state not in OVER or not sees_draws(Viewer.PUBLIC, match.tournament):
        return []
    people: dict[Match, list[str]] = defaultdict(list)
    for seat in _seats_of_the_same_people(match):
        people[seat.match].append(seat.person.short_name)
    return [_line(there, names) for there, names in people.items()]


def _seats_of_the_same_people(match: Match) -> list[Seat]:
    seats = Seat.objects.filter(
        person__in=[seat.person_id for seat in match.seats.all()],
        match__round__stage__division__tournament=match.tournament,
        match__round__state=RoundState.PUBLISHED.value,
        from_game=1,
    )
    others = seats.exclude(match__round=match.round).exclude(match__state__in=OVER)
    return list(
        others.select_related("person", "match__round__stage")
        .prefetch_related("match__sides")
        .order_by("match__table", "match", "number")
    )


def _line(match: Match, names: list[str]) -> str:
    facts = {
        "round": round_name(match.round.stage, match.round.number),
        "people": "・".join(names),
        "table": match.place,
    }
    if match.is_bye:
        return gettext("%(round)s: %(people)s sit out") % facts
    return gettext("%(round)s: %(people)s to table %(table)s") % facts
