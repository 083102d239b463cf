"""What must hold whatever happens, found apart from the product."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from hall.phrases import PHRASES, sentence_for
from ledger.acts import chain_faults
from ledger.errors import Refusal
from scoring.domain.facts import OutcomeKind
from scoring.errors import DrawFailed, NoRoundFits, PartnersMustRepeat
from scoring.models import Outcome
from scoring.selectors.draws import is_drawn_anew
from scoring.selectors.lines import ranking_of
from scoring.services.rebuild import rebuild
from tests.busy_event.event import ALL_RULES, BusyEvent, offered_by
from tests.busy_event.places import Place, places_in, told, units_of
from tests.lawful_seats import NOTHING, THREES, Field, Pair, times_together
from tournaments.domain.draw import Relaxation, Sides
from tournaments.domain.profile import ByeResult
from tournaments.domain.settings import Remainder, Shape, ThreeBlock
from tournaments.enums import Format, MatchState
from tournaments.errors import TooFewEntries
from tournaments.models import ForbiddenPair, Match, Round

# What is refused


def check_words(event: BusyEvent, refusal: Refusal) -> None:
    assert not isinstance(refusal, DrawFailed)
    assert refusal.code in PHRASES
    assert sentence_for(refusal)
    if isinstance(refusal, TooFewEntries) and is_drawn_anew(event.stage):
        assert not shapes_for(len(drawn_units(event)), event)


def check_refusal(
    event: BusyEvent,
    refused: NoRoundFits | PartnersMustRepeat,
    draft: Round | None,
    given_up: frozenset[Relaxation],
) -> None:
    """Nobody could have drawn this round, and what is offered helps."""
    assert is_drawn_anew(event.stage)
    units = drawn_units(event) - kept_units(draft, drawn_units(event))
    field, shapes = field_of(event, units), shapes_for(len(units), event)
    assert not field.has_round(shapes, given_up)
    enough = {rule for rule in ALL_RULES - given_up if field.has_round(shapes, given_up | {rule})}
    offered = set(offered_by(refused))
    assert offered
    if isinstance(refused, PartnersMustRepeat):
        assert offered <= enough
    else:
        assert offered == enough or not enough


def kept_units(draft: Round | None, here: set[int]) -> set[int]:
    """Who stays at a pinned table, or sits out by choice, when the draft is drawn again."""
    pinned = draft.matches.filter(pinned=True).values_list("number", flat=True) if draft else ()
    places = [set(units_of([place])) for place in (told(draft) if draft else ()) if place[0] in pinned]
    return set(chain.from_iterable(place for place in places if place <= here))


# What is drawn


def check_draft(event: BusyEvent, round: Round) -> None:
    places = told(round)
    units = units_of(places)
    assert event.stage.format == Format.LEAGUE.value or len(units) == len(set(units))
    if is_drawn_anew(event.stage):
        check_anew(event, round, places)
    else:
        FIXED[Format(event.stage.format)](event, round, places)


def check_anew(event: BusyEvent, round: Round, places: Sequence[Place]) -> None:
    here, asked = event.here(round.number), event.asked(round.number)
    assert set(units_of(places)) - event.house == here | asked
    alone = {int(sides[0][0]) for _number, sides in places if len(sides) == 1}
    assert asked <= alone
    pinned = set(round.matches.filter(pinned=True).values_list("number", flat=True))
    tables, resting = [], set(alone - asked)
    for number, sides in places:
        ranked = [unit for side in sides for unit in side if unit not in event.house]
        if len(sides) == 2 and event.stage.format == Format.SWISS.value and len(ranked) == 1:
            resting.update(map(int, ranked))
        elif len(sides) > 1 and number not in pinned:
            tables.append(sides)
    drawn = {int(unit) for sides in tables for side in sides for unit in side} | resting
    field = field_of(event, drawn)
    given_up = event.given_up | ({Relaxation.SECOND_BYE} if pinned else NOTHING)
    assert field.broken(tables, resting) <= given_up
    if not pinned:
        shapes = [tuple(map(len, sides)) for sides in tables]
        assert sorted(shapes) == sorted(shapes_for(len(drawn), event))


def shapes_for(size: int, event: BusyEvent) -> list[Shape]:
    """The tables that so many units fill, each side counted in units."""
    settings = event.stage.settings
    shape = tuple(seats // event.stage.entry_size for seats in settings.shape)
    threes = -size % 4 if settings.remainder is Remainder.THREE_SEATS and shape == (2, 2) else 0
    threes = threes if 3 * threes <= size else 0
    return [shape] * ((size - 3 * threes) // sum(shape)) + [THREES] * threes


def drawn_units(event: BusyEvent) -> set[int]:
    """Who is to be drawn in the coming round: whoever is here, and floaters where they make tables full."""
    here = event.here(event.coming)
    if event.stage.format != Format.ROTATION.value and len(event.stage.settings.shape) == 2:
        return here
    gap = -len(here) % sum(event.stage.settings.shape)
    return here | set(sorted(event.house)[:gap] if gap <= len(event.house) else ())


def field_of(event: BusyEvent, units: set[int]) -> Field:
    """These units with what they were to each other in the rounds announced so far."""
    tables: list[Sides] = []
    byes = Counter[int]()
    for match, sides in played_places(event):
        ranked = [int(unit) for side in sides for unit in side if unit not in event.house]
        if len(ranked) == 1 and last_word(match).kind not in ASKED_BYES:
            byes[ranked[0]] += 1
        tables.append(sides)
    partners, opponents = times_together(tables)
    is_swiss = event.stage.format == Format.SWISS.value
    return Field(
        byes={unit: byes[unit] for unit in units},
        partners={
            Relaxation.PARTNER_AGAIN: set(partners),
            Relaxation.FORBIDDEN_PAIR: forbidden(event, units, "as_partners") | event.apart,
        },
        opponents={
            Relaxation.REMATCH: set(opponents) if is_swiss else set(),
            Relaxation.FORBIDDEN_PAIR: forbidden(event, units, "as_opponents") | event.apart,
            Relaxation.TEAM_MATES: team_mates(event, units),
        },
    )


def forbidden(event: BusyEvent, units: set[int], how: str) -> set[Pair]:
    entry = {
        person.pk: entry.number
        for entry in event.everybody()
        if entry.number in units
        for person in entry.people
    }
    rows = ForbiddenPair.objects.filter(tournament=event.stage.tournament, **{how: True})
    known = [(row.one_id, row.other_id) for row in rows if {row.one_id, row.other_id} <= entry.keys()]
    return {frozenset((entry[one], entry[other])) for one, other in known}


def team_mates(event: BusyEvent, units: set[int]) -> set[Pair]:
    teams = {entry.number: entry.team_id for entry in event.everybody() if entry.team_id}
    pairs = combinations(units & teams.keys(), 2)
    return {frozenset(two) for two in pairs if teams[two[0]] == teams[two[1]]}


def played_places(event: BusyEvent) -> list[tuple[Match, Sides]]:
    """Every place of the announced rounds that was not void."""
    announced = Match.objects.filter(round__stage=event.stage, round__number__in=event.announced)
    return places_in(announced.exclude(state=MatchState.VOID.value))


# Where places follow from places and results


def check_round_robin(event: BusyEvent, round: Round, places: Sequence[Place]) -> None:
    """Everybody who is here has a place, but in a group that is through; two meet once in each cycle."""
    cycles, groups = event.stage.settings.cycles, event.stage.settings.groups
    assert set(units_of(places)) - event.house <= event.here(round.number)
    if groups == 1:
        there = event.entered if round.number > 1 else event.playing()
        assert set(units_of(places)) - event.house == event.here(round.number) & there
    tables = [sides for _match, sides in played_places(event)] + [sides for _number, sides in places]
    _partners, met = times_together(tables)
    assert max((times for two, times in met.items() if not two & event.house), default=0) <= cycles


def check_league(event: BusyEvent, round: Round, places: Sequence[Place]) -> None:
    """Everybody who is here meets everybody, in one long round; nobody has a bye."""
    assert all(len(sides) == 2 for _number, sides in places)
    _partners, met = times_together(sides for _number, sides in places)
    every = {frozenset(two) for two in combinations(event.here(round.number), 2)}
    assert met == dict.fromkeys(every, 1)


def check_knockout(event: BusyEvent, round: Round, places: Sequence[Place]) -> None:
    """Whoever has not lost goes on; nobody else but for third place and second games."""
    if round.number == 1:
        assert set(units_of(places)) == event.here(1)
        return
    lines = 2 * len(list(event.round(1).matches.all()))
    main = [place for place in places if place[0] <= lines >> round.number]
    before = places_in(event.round(round.number - 1).matches.all())
    came_through = [
        winner_of(match, sides) for match, sides in before if match.number <= lines >> round.number - 1
    ]
    assert sorted(units_of(main)) == sorted(filter(None, came_through))
    others = [place for place in places if place not in main]
    lost = set(units_of((0, sides) for _match, sides in before)) - set(came_through)
    assert set(units_of(others)) <= lost


def check_two_wins(event: BusyEvent, round: Round, places: Sequence[Place]) -> None:
    """Whoever has neither two wins nor two losses has one place; a table that nobody won puts both out."""
    if round.number == 1:
        assert set(units_of(places)) == event.here(1)
        return
    wins, losses = Counter[int](), Counter[int]()
    for number in range(1, round.number):
        for match, sides in places_in(event.round(number).matches.all()):
            winner = winner_of(match, sides)
            for unit in units_of([(0, sides)]):
                waits = len(sides) == 1 and match.state == MatchState.VOID.value
                wins[unit] += unit == winner
                losses[unit] += 0 if unit == winner or waits else 1 if winner else 2
    undecided = {unit for unit in event.lines if max(wins[unit], losses[unit]) < 2}
    if event.stage.settings.three_block is ThreeBlock.GHOST:
        assert set(units_of(places)) == undecided
    assert set(units_of(places)) <= undecided


Check: TypeAlias = Callable[[BusyEvent, Round, Sequence[Place]], None]
FIXED: Mapping[Format, Check] = {
    Format.ROUND_ROBIN: check_round_robin,
    Format.LEAGUE: check_league,
    Format.KNOCKOUT: check_knockout,
    Format.TWO_WINS_TWO_LOSSES: check_two_wins,
}


# What was played, read from what people entered


WON = {OutcomeKind.FORFEIT.value, OutcomeKind.BYE.value, OutcomeKind.FULL_BYE.value}
ASKED_BYES = {OutcomeKind.FULL_BYE.value, OutcomeKind.HALF_BYE.value, OutcomeKind.ZERO_BYE.value}


def last_word(match: Match) -> Outcome:
    said = match.outcomes.order_by("version").last()
    assert said is not None
    return said


def winning_side(match: Match) -> int | None:
    said = last_word(match)
    if said.kind == OutcomeKind.TOTALS.value:
        (points,) = said.points
        return 1 + points.index(max(points)) if points.count(max(points)) == 1 else None
    return said.winner if said.kind in WON else None


def winner_of(match: Match, sides: Sides) -> int | None:
    side = winning_side(match)
    return int(sides[side - 1][0]) if side else None


def check_end(event: BusyEvent) -> None:
    """What is stored and shown follows from what people entered, however often it is derived."""
    assert not list(chain_faults(event.stage.tournament.uuid))
    assert rebuild(event.stage.tournament).agrees
    if event.stage.format not in {Format.KNOCKOUT.value, Format.TWO_WINS_TWO_LOSSES.value}:
        table = ranking_of(event.stage, entries=event.entries())
        numbers = {str(entry.uuid): entry.number for entry in event.entries()}
        assert {numbers[str(row.entry)]: row.wins for row in table} == wins_entered(event)


def wins_entered(event: BusyEvent) -> dict[int, int]:
    """Matches won, and byes as far as the profile or the agreement makes them wins."""
    counts_byes = event.stage.profile.bye.result is ByeResult.WIN
    won = Counter[int]()
    for match, sides in played_places(event):
        side = winning_side(match)
        if side and (counts_byes or last_word(match).kind != OutcomeKind.BYE.value):
            won.update(map(int, sides[side - 1]))
    return {entry.number: won[entry.number] for entry in event.entries()}
