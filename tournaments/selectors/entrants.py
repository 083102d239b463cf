"""Who plays in a stage, and who of them is drawn in a round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet

from tournaments.domain.draw import Key
from tournaments.enums import MatchState, RoundState
from tournaments.models import (
    Absence,
    Division,
    Entrant,
    Entry,
    FixedTable,
    ForbiddenPair,
    Match,
    Seat,
    Side,
    Stage,
)


def entrants(stage: Stage) -> QuerySet[Entry]:
    """The entries of the stage with people and branches at hand, withdrawn ones too, house pairs not.

    Behind a cut whoever passed it or waited for it, in order of seeding, and nobody before that list is
    announced; else everybody entered at the reception who does not wait for another stage.
    """
    entries = stage.division.entries.filter(is_house=False)
    entries = entries.prefetch_related("members__member__memberships__branch").select_related("team")
    if stage.cut_rule:
        return entries.filter(stages__stage=stage).order_by("stages__number")
    return entries.filter(Q(waits_for=None) | Q(waits_for=stage), made_for=None)


def playing(stage: Stage) -> QuerySet[Entry]:
    """The entrants that have not withdrawn."""
    return entrants(stage).filter(withdrawn_at=None)


def waiting_for(stage: Stage) -> list[Entry]:
    """Who goes straight into the stage, without those that withdrew: the holder of a title, seeds."""
    waiting = stage.entries_waiting.filter(withdrawn_at=None)
    return list(waiting.prefetch_related("members__member__memberships__branch"))


def not_begun(division: Division) -> QuerySet[Entry]:
    """The entries made at the reception that have been drawn nowhere and wait for no later stage."""
    stages = division.stages.all()
    drawn = {entry for stage in stages for entry in drawn_in(stage)}
    entries = division.entries.filter(is_house=False, made_for=None, waits_for=None, withdrawn_at=None)
    return entries.exclude(pk__in=drawn)


def with_places(stage: Stage) -> list[Entry]:
    """Who has a place where places are fixed: all entrants but those that were gone before the first draw."""
    started = stage.started_at
    return [
        entry
        for entry in entrants(stage)
        if entry.withdrawn_at is None or (started is not None and entry.withdrawn_at > started)
    ]


def absences_in(stage: Stage, round_number: int) -> QuerySet[Absence]:
    """Who is not drawn in this round, and why."""
    return stage.absences.filter(first_round__lte=round_number).filter(
        Q(last_round=None) | Q(last_round__gte=round_number)
    )


def present(stage: Stage, round_number: int) -> QuerySet[Entry]:
    """The entries to be drawn in this round."""
    away = absences_in(stage, round_number).values("entry")
    return playing(stage).exclude(pk__in=away)


def coming_round(stage: Stage) -> int:
    """The number of the first round that is not announced: in it presence may still change."""
    announced = stage.rounds.exclude(state=RoundState.DRAFT.value).order_by("number").last()
    return announced.number + 1 if announced else 1


def drawn_in(stage: Stage) -> set[int]:
    """Database ids of every entry that has had a place in an announced round of the stage."""
    announced = stage.rounds.exclude(state=RoundState.DRAFT.value)
    sides = Side.objects.filter(match__round__in=announced, entry__isnull=False)
    seats = Seat.objects.filter(match__round__in=announced, entry__isnull=False)
    return {*sides.values_list("entry", flat=True), *seats.values_list("entry", flat=True)}


def played_matches_of(entry: Entry) -> QuerySet[Match]:
    """Every match of the entry of which something was entered, byes and void ones aside."""
    own = Match.objects.filter(Q(sides__entry=entry) | Q(seats__entry=entry))
    begun = own.filter(first_played_at__isnull=False).exclude(state=MatchState.VOID.value)
    return begun.distinct()


def house_entries(stage: Stage, round_number: int) -> QuerySet[Entry]:
    """House pairs (in a rotation single floaters) ready to fill a gap in this round, in order of number."""
    away = absences_in(stage, round_number).values("entry")
    return (
        stage.division.entries.filter(is_house=True, withdrawn_at=None)
        .exclude(pk__in=away)
        .prefetch_related("members__member__memberships__branch")
    )


def groups_of(stage: Stage) -> dict[int, int]:
    """The group of each entry by database id; empty where there are none."""
    rows = Entrant.objects.filter(stage=stage).exclude(group=0)
    return dict(rows.values_list("entry", "group"))


def group_by_uuid(stage: Stage) -> Mapping[str, int]:
    """The group of every entry by uuid; 0 for all where there are no groups."""
    if stage.settings.groups == 1:
        return defaultdict(int)
    rows = Entrant.objects.filter(stage=stage).values_list("entry__uuid", "group")
    return defaultdict(int, {str(uuid): group for uuid, group in rows})


def forbidden_sets(
    stage: Stage, entries: Sequence[Entry]
) -> tuple[frozenset[frozenset[Key]], frozenset[frozenset[Key]]]:
    """Pairs of entry numbers that are never opponents, and such that are never partners."""
    numbers = {person.pk: entry.number for entry in entries for person in entry.people}
    rows = list(ForbiddenPair.objects.filter(tournament=stage.tournament))
    return (
        _as_numbers([row for row in rows if row.as_opponents], numbers),
        _as_numbers([row for row in rows if row.as_partners], numbers),
    )


def _as_numbers(pairs: Sequence[ForbiddenPair], numbers: dict[int, int]) -> frozenset[frozenset[Key]]:
    sets = (
        frozenset[Key]({numbers[row.one_id], numbers[row.other_id]})
        for row in pairs
        if row.one_id in numbers and row.other_id in numbers
    )
    return frozenset(keys for keys in sets if len(keys) == 2)


def fixed_tables(stage: Stage) -> dict[int, int]:
    """The table of each person who cannot move, by database id."""
    rows = FixedTable.objects.filter(tournament=stage.tournament)
    return dict(rows.values_list("member", "table"))
