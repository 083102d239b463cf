"""What an entry that withdraws leaves behind: its matches, and whether the rule annuls them."""

from django.db.models import Q, QuerySet

from tournaments.domain.all_play_all.annulment import is_annulled
from tournaments.domain.seating import side_of
from tournaments.enums import Format, MatchState, RoundState
from tournaments.models import Entry, Match, Stage
from tournaments.selectors.entrants import groups_of, with_places

EVERYBODY_MEETS = {Format.ROUND_ROBIN, Format.LEAGUE}
UNFINISHED = [MatchState.WAITING.value, MatchState.PLAYING.value, MatchState.DISPUTED.value]
COMPLETE = [MatchState.TO_CONFIRM.value, MatchState.CONFIRMED.value]


def entry_matches_announced(entry: Entry, stage: Stage) -> QuerySet[Match]:
    """Every announced match and bye of the entry, by its side or by its seat."""
    own = Match.objects.filter(Q(sides__entry=entry) | Q(seats__entry=entry), round__stage=stage)
    announced = own.exclude(round__state=RoundState.DRAFT.value).distinct()
    return announced.select_related("round").prefetch_related("sides", "seats")


def unfinished_matches(entry: Entry, stage: Stage) -> QuerySet[Match]:
    """The announced matches of the entry that have no complete result."""
    return entry_matches_announced(entry, stage).filter(state__in=UNFINISHED)


def is_annulled_by_rule(entry: Entry, stage: Stage) -> bool:
    """Whether it has played so little of its plan that nothing of it counts, for anybody."""
    met = [match for match in entry_matches_announced(entry, stage) if not match.is_bye]
    played = sum(match.state in COMPLETE for match in met)
    planned = len(met) if stage.format == Format.LEAGUE.value else _opponents(entry, stage)
    return is_annulled(played, planned, annul_below=stage.settings.annul_below)


def _opponents(entry: Entry, stage: Stage) -> int:
    """Matches of a round robin against everybody whose own matches count."""
    group = groups_of(stage)
    annulled = annulled_numbers(stage)
    others = [
        other
        for other in with_places(stage)
        if other.pk != entry.pk
        and other.number not in annulled
        and group.get(other.pk) == group.get(entry.pk)
    ]
    return len(others) * stage.settings.cycles


def annulled_numbers(stage: Stage) -> set[int]:
    """Where everybody meets everybody: who withdrew and has no match that counts, by number."""
    return {entry.number for entry in _annulled(stage)}


def annulled_entries(stage: Stage) -> set[str]:
    """The same by uuid."""
    return {str(entry.uuid) for entry in _annulled(stage)}


def _annulled(stage: Stage) -> list[Entry]:
    if Format(stage.format) not in EVERYBODY_MEETS:
        return []
    gone = [entry for entry in with_places(stage) if entry.withdrawn_at]
    counted = Match.objects.filter(round__stage=stage, sides__entry__in=gone).exclude(
        state=MatchState.VOID.value
    )
    counted = counted.exclude(round__state=RoundState.DRAFT.value)
    kept = set(counted.values_list("sides__entry", flat=True))
    return [entry for entry in gone if entry.pk not in kept]


def byes_against(entry: Entry, stage: Stage) -> list[Match]:
    """Byes that somebody had because this entry was away."""
    byes = Match.objects.filter(round__stage=stage, table=None).exclude(round__state=RoundState.DRAFT.value)
    return [bye for bye in byes.prefetch_related("sides") if bye.is_bye and absent_in(bye) == entry.number]


def absent_in(bye: Match) -> int | None:
    """The number of the entry that should have been met."""
    named = [reason["params"]["unit"] for reason in bye.reasons if reason["code"] == "opponent_absent"]
    return int(named[0]) if named else None


def side_of_entry(match: Match, entry: Entry) -> int:
    """The side for which the entry sits at this table."""
    sides = list(match.sides.all())
    own = [side.number for side in sides if side.entry_id == entry.pk]
    seats = [
        side_of(seat.number, sides=len(sides)) for seat in match.seats.all() if seat.entry_id == entry.pk
    ]
    return [*own, *seats][0]


def sits_in(match: Match, entry: Entry) -> bool:
    """Whether somebody who is no member of the entry sits there for it."""
    side = side_of_entry(match, entry)
    members = {person.pk for person in entry.people}
    own = {
        seat.number: seat.person_id
        for seat in match.seats.all()  # in order of games: the last one is who sits there now
        if seat.entry_id in (None, entry.pk) and side_of(seat.number, sides=match.sides.count()) == side
    }
    return bool(set(own.values()) - members)
