"""The stages of an event at the desk: one more, who passes into each, and acts that no longer agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from hall.cut_words import Expected, cut_sentences, expected_here, field_of
from hall.forms.act import Act
from hall.forms.cuts import AgreeCut, AgreePlaces, PublishCut
from hall.forms.stages import (
    AddStage,
    ChangeCut,
    ChangeRanking,
    DropStage,
    PlayFromFirst,
    WaitFor,
    next_play,
)
from hall.views.desk_page import LOOK, EventPage
from hall.views.setup import SettingsPage, chosen_way, ways_of_stage
from hall.ways import USUAL, Way
from scoring.selectors.brackets import has_bracket
from scoring.selectors.cuts import CutState, cut_announcements, cut_rows, cut_state
from scoring.selectors.placing import disagreeing_places, is_finished
from scoring.selectors.standings import stage_entries
from tournaments.domain.draw import Key
from tournaments.enums import Format
from tournaments.models import Division, Stage
from tournaments.selectors.entrants import groups_of, playing, waiting_for
from tournaments.selectors.events import ranking_changes
from tournaments.selectors.names import EntryName, named_entries
from tournaments.selectors.roles import can_read, can_run


@dataclass(frozen=True, slots=True)
class StageLine:
    """One stage in the list, with the sentences that say who comes in."""

    stage: Stage
    is_finished: bool
    comes_in: list[str]
    expected: Expected | None
    cut: CutState | None


def stage_line(stage: Stage) -> StageLine:
    return StageLine(stage, is_finished(stage), cut_sentences(stage), expected_here(stage), cut_state(stage))


class StagesPage(EventPage):
    """All stages of the division that the desk works on."""

    template_name = "hall/desk/stages.html"
    acts = {"agree_places": AgreePlaces}
    may = {LOOK: can_read} | dict.fromkeys(acts, can_run)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        division = self.tournament.divisions.earliest("number")
        return super().get_context_data(
            lines=[stage_line(stage) for stage in division.stages.order_by("number")],
            misplaced=misplaced(division),
            **kwargs,
        )


def misplaced(division: Division) -> list[tuple[EntryName, int]]:
    """Who would be placed otherwise by the tables as they are now, with the place that was awarded."""
    names = {name.key: name for name in named_entries(division).values()}
    return [(names[str(award.key)], award.place) for award in disagreeing_places(division)]


class NewStage(EventPage):
    """First the way to play is chosen, then who comes in and everything else about it."""

    template_name = "hall/desk/stages_new.html"
    acts = {"add_stage": AddStage}
    may = {LOOK: can_run} | dict.fromkeys(acts, can_run)

    @cached_property
    def division(self) -> Division:
        return self.tournament.divisions.earliest("number")

    @property
    def way(self) -> Way | None:
        return chosen_way(self.request)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.way is None:
            return redirect("desk-new-stage", slug=self.tournament.slug)
        return super().post(request, *args, **kwargs)

    def subject(self) -> object:
        return next_play(self.way or USUAL[0], self.division)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        before = get_object_or_404(self.division.stages.order_by("-number")[:1])
        return super().get_context_data(
            way=self.way,
            ways=ways_of_stage(),
            before=before,
            field=field_of(before),
            **kwargs,
        )


OF_CUT: Mapping[str, type[Act[Any]]] = {
    "publish": PublishCut,
    "agree": AgreeCut,
    "drop": DropStage,
}
OF_WAITING: Mapping[str, type[Act[Any]]] = {"wait": WaitFor, "from_first": PlayFromFirst}
OF_RULE: Mapping[str, type[Act[Any]]] = {"cut": ChangeCut}
OF_RANKING: Mapping[str, type[Act[Any]]] = {"rank": ChangeRanking}


class StagePage(EventPage):
    """One stage: the order that ranks it unless a bracket does, and the cut into it."""

    template_name = "hall/desk/stages_one.html"
    may = {LOOK: can_read} | dict.fromkeys([*OF_RANKING, *OF_CUT, *OF_RULE, *OF_WAITING], can_run)

    @property
    def acts(self) -> Mapping[str, type[Act[Any]]]:  # type: ignore[override]
        return {
            **({} if has_bracket(self.stage) else OF_RANKING),
            **(OF_CUT if self.cut else {}),
            **(OF_RULE if self.is_open else {}),
            **(OF_WAITING if self.takes_waiting else {}),
        }

    @cached_property
    def stage(self) -> Stage:
        stages = Stage.objects.filter(division=self.tournament.divisions.earliest("number"))
        return get_object_or_404(stages, number=self.kwargs["number"])

    @cached_property
    def cut(self) -> CutState | None:
        return cut_state(self.stage)

    @property
    def is_open(self) -> bool:
        """Whether it can still be changed who passes; a title is played by two."""
        return self.cut is not None and self.stage.format != Format.TITLE.value

    @property
    def takes_waiting(self) -> bool:
        """Whether an entry can go straight into it: behind a cut, and as the holder of a title."""
        return self.cut is not None or self.stage.format == Format.TITLE.value

    def subject(self) -> object:
        self.stage.refresh_from_db()
        return self.stage

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        cut, names = self.cut, named_entries(self.stage.division)
        return super().get_context_data(
            stage=self.stage,
            comes_in=cut_sentences(self.stage),
            expected=expected_here(self.stage),
            cut=cut,
            rows=cut_rows(cut) if cut else [],
            entrants=entrants_by_group(self.stage) if cut and cut.announced else [],
            coming=names_of(cut.coming, cut) if cut else [],
            going=names_of(cut.going, cut) if cut else [],
            waiting=[names[entry.pk] for entry in waiting_for(self.stage)],
            lists=cut_announcements(self.stage),
            changes=ranking_changes(self.stage),
            **kwargs,
        )


def names_of(keys: tuple[Key, ...], cut: CutState) -> list[EntryName]:
    names = {name.key: name for name in named_entries(cut.stage.division).values()}
    return [names[str(key)] for key in keys]


def entrants_by_group(stage: Stage) -> list[tuple[int, list[EntryName]]]:
    """Who plays in the stage, in order of seeding, by groups where it has some."""
    groups, names = groups_of(stage), stage_entries(stage)
    by_group: dict[int, list[EntryName]] = {}
    for entry in playing(stage):
        by_group.setdefault(groups.get(entry.pk, 0), []).append(names[str(entry.uuid)])
    return sorted(by_group.items())


class StageSettings(SettingsPage):
    """How one stage is played, chosen by its number."""

    @property
    def stage(self) -> Stage | None:
        division = self.tournament.divisions.earliest("number")
        return division.stages.filter(number=self.kwargs["number"]).first()
