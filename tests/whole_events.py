"""Whole events played to their end through the services, with results drawn by a seeded number."""

from random import Random
from typing import Any

from scoring.selectors.placing import is_finished
from scoring.services.drafts import pair_next_round
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round, publish_round
from tests.events import make_member, make_pair, make_stage
from tournaments.domain.settings import Settings
from tournaments.enums import Format, TournamentState
from tournaments.models import Entry, EntryMember, Match, Round, Stage, Tournament
from tournaments.services.entries import enter_together


def entered(format: Format, entrants: int, *, settings: Settings | None = None, **facts: Any) -> Stage:
    """A stage with so many entries, the reception closed."""
    stage = make_stage(format=format, settings=settings, **facts)
    for _ in range(entrants):
        if stage.ranks_persons:
            enter_single(stage)
        elif stage.entry_size == 2:
            make_pair(stage)
        else:
            enter_together(stage.division, people=[make_member() for _ in range(stage.entry_size)])
    Tournament.objects.filter(pk=stage.tournament.pk).update(state=TournamentState.RUNNING.value)
    return Stage.objects.get(pk=stage.pk)


def enter_single(stage: Stage, name: str = "") -> Entry:
    entry = Entry.objects.create(division=stage.division, number=stage.division.entries.count() + 1)
    EntryMember.objects.create(entry=entry, member=make_member(name), number=1)
    return entry


def play_stage(stage: Stage, *, seed: int = 1) -> list[Round]:
    """Every round drawn, published, played and closed, until all is decided."""
    rounds: list[Round] = []
    while not is_finished(Stage.objects.get(pk=stage.pk)):
        round = pair_next_round(stage)
        publish_round(round)
        for match in round.matches.all():
            if not match.is_bye:
                finish(match, Random(f"{seed}/{round.number}/{match.number}"))
        close_round(round)
        rounds.append(round)
    return rounds


def finish(match: Match, chance: Random) -> None:
    """Somebody wins, by points that the engine takes."""
    match.refresh_from_db()
    totals = [10 * chance.randrange(15) for _side in match.sides.all()]
    totals[chance.randrange(len(totals))] = 150
    record_totals(match, totals=[totals])
    match.refresh_from_db()
    confirm_match(match, by=None)
