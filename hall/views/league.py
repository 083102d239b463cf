"""A league at the desk: its matches by matchday, their days, the unplayed; and groups before play begins."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404

from hall.forms.league import (
    AgreeMeeting,
    ApplyRule,
    MoveToGroup,
    OfferDate,
    Postpone,
    RuleMatch,
    SetDeadline,
    TakeOfferBack,
    sides_of,
)
from hall.forms.links import RenewLink, UnlockLink
from hall.forms.settings import UNPLAYED
from hall.slips import Slip, slips_for
from hall.views.desk_page import LOOK, EventPage
from scoring.selectors.desk import desk_stage, open_matches
from scoring.selectors.league import LeagueMatch, Matchday, league_round, matchdays
from scoring.selectors.standings import stage_entries
from scoring.selectors.viewer import Viewer
from scoring.services.league import BY_RULE
from tournaments.domain.all_play_all.league import RULINGS
from tournaments.enums import RoundState
from tournaments.models import Match, Stage
from tournaments.selectors.entrants import groups_of, playing
from tournaments.selectors.names import EntryName
from tournaments.selectors.phones import links_of
from tournaments.selectors.roles import can_read, can_referee, can_run


class LeaguePage(EventPage):
    template_name = "hall/desk/league.html"
    acts = {"deadline": SetDeadline, "apply_rule": ApplyRule, "move_group": MoveToGroup}
    may = {LOOK: can_read, "deadline": can_run, "apply_rule": can_referee, "move_group": can_run}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        stage = desk_stage(self.tournament)
        if stage is None:
            raise Http404
        round = league_round(stage)
        days = matchdays(round, Viewer.STAFF, today=self.tournament.today) if round else []
        return super().get_context_data(
            stage=stage,
            round=round,
            days=days,
            overdue=[match for match in every(days) if match.ruling],
            open=open_matches(round).count() if round else 0,
            total=len(every(days)),
            rule=UNPLAYED[stage.settings.unplayed],
            is_automatic=RULINGS[stage.settings.unplayed] in BY_RULE,
            in_play=round is not None and round.state == RoundState.PUBLISHED.value,
            groups=entries_by_group(stage),
            may_move=stage.started_at is None,
            **kwargs,
        )


def every(days: Iterable[Matchday]) -> list[LeagueMatch]:
    return [match for day in days for match in day.matches]


def entries_by_group(stage: Stage) -> list[tuple[int, list[tuple[str, EntryName]]]]:
    """Who plays in which group, by number; nothing where there are no groups, or none are drawn yet."""
    groups, names = groups_of(stage), stage_entries(stage)
    found: dict[int, list[tuple[str, EntryName]]] = {}
    for entry in playing(stage):
        if entry.pk in groups:
            found.setdefault(groups[entry.pk], []).append((str(entry.uuid), names[str(entry.uuid)]))
    return sorted(found.items())


class LeagueMatchPage(EventPage):
    """One match of a league: which days were offered, until when it is played, how it is ruled upon."""

    template_name = "hall/desk/league_match.html"
    acts = {
        "agree": AgreeMeeting,
        "offer": OfferDate,
        "take_back": TakeOfferBack,
        "postpone": Postpone,
        "rule": RuleMatch,
        "renew": RenewLink,
        "unlock": UnlockLink,
    }
    may = {LOOK: can_read} | dict.fromkeys(acts, can_referee)

    def subject(self) -> Match:
        matches = Match.objects.filter(round__stage__division__tournament=self.tournament)
        return get_object_or_404(matches.select_related("round__stage"), code=self.kwargs["code"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        match = self.subject()
        if league_round(match.round.stage) != match.round:
            raise Http404
        days = matchdays(match.round, Viewer.STAFF, today=self.tournament.today)
        (shown,) = [one for one in every(days) if one.card.code == match.code]
        return super().get_context_data(
            shown=shown, round=match.round, slips_of_sides=self.slips(match), **kwargs
        )

    def slips(self, match: Match) -> list[tuple[Slip, str]]:
        """The link of each side with the side's name; for those alone who may hand them out."""
        if "renew" not in self.allowed:
            return []
        names = dict(sides_of(match))
        links = (link for link in links_of(match.round) if link.link.match == match)
        return [(slip, names[slip.link.side or 0]) for slip in slips_for(links, self.request)]
