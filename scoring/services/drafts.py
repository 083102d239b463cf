"""Drafting a round: standings and presence in, a draw out, matches made; only a draft is thrown away.

These stand in scoring because a draw reads standings. Pressing twice draws once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from clubs.models import Account
from ledger.acts import append_act
from ledger.transactions import writing
from scoring.errors import AllRoundsPlayed, NoRoundFits, ResultsMissing, RoundNotDraft
from scoring.selectors.basis import Basis, basis_of_round
from scoring.selectors.desk import open_tables
from scoring.selectors.draws import drawn_sides, drawn_tables
from scoring.services.plans import planned_draw
from tournaments.domain.draw import Draw, Key, NoLawfulDraw, Relaxation, Sides
from tournaments.domain.gaps import with_asked_byes, with_house
from tournaments.domain.pairing import draw_round
from tournaments.domain.schedule import rounds_of
from tournaments.domain.seating import tables_for
from tournaments.domain.settings import RotationMode
from tournaments.enums import Format, RoundState, TournamentState
from tournaments.errors import EventClosed, ReceptionOpen, TooFewEntries
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entrants import fixed_tables
from tournaments.services.matches import create_matches
from tournaments.services.versions import raise_public_version


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people ask of this one draw: hard rules given up, tables kept, who sits out, lots from the box."""

    relaxed: frozenset[Relaxation] = frozenset()
    pinned: tuple[Sides, ...] = ()
    bye: Key | None = None
    lots: Mapping[Key, int] | None = None


def pair_next_round(
    stage: Stage,
    *,
    relaxed: Iterable[Relaxation] = (),
    lots: Mapping[Key, int] | None = None,
    by: Account | None = None,
) -> Round:
    """The stage's next round is drafted; a draft that exists already is returned as it is.

    ``lots`` are numbers drawn from the box (手くじ), by entry number. Raises ReceptionOpen, EventClosed,
    ResultsMissing (naming the tables of the round before), AllRoundsPlayed, TooFewEntries, NoRoundFits
    (naming who cannot be placed).
    """
    with writing():
        locked = Stage.objects.select_for_update(of=("self",)).get(pk=stage.pk)
        last = locked.rounds.order_by("-number").first()
        if last and last.state == RoundState.DRAFT.value:
            return last
        _refuse_too_early(locked, last)
        wishes = Wishes(relaxed=frozenset(relaxed), lots=lots)
        return _draft(locked, last.number + 1 if last else 1, attempt=1, wishes=wishes, by=by)


def redraw_round(
    round: Round,
    *,
    new_lots: bool = False,
    relaxed: Iterable[Relaxation] = (),
    bye: Key | None = None,
    by: Account | None = None,
) -> Round:
    """The draft is thrown away and drawn again round the tables that are pinned.

    By the same lots unless new ones are asked for; ``bye`` is who was chosen to sit out.
    """
    with writing():
        locked = Round.objects.select_for_update(of=("self",)).get(pk=round.pk)
        refuse_not_draft(locked)
        attempt = int(locked.seed.rpartition("/")[2]) + (1 if new_lots else 0)
        lots: dict[Key, int] = {int(key): lot for key, lot in locked.lots.items() if not new_lots}
        pinned = tuple(sides for match, sides in drawn_sides(locked) if match.pinned)
        wishes = Wishes(frozenset(relaxed), pinned, bye, lots or None)
        stage, number = locked.stage, locked.number
        locked.delete()
        return _draft(stage, number, attempt=attempt, wishes=wishes, by=by)


def refuse_not_draft(round: Round) -> None:
    if round.state != RoundState.DRAFT.value:
        raise RoundNotDraft(round=round.number)


def _draft(stage: Stage, number: int, *, attempt: int, wishes: Wishes, by: Account | None) -> Round:
    basis = basis_of_round(stage, number)
    needed = sum(stage.settings.shape) // stage.entry_size
    there = sum(seed.present for seed in basis.seeds)
    if there < needed:
        raise TooFewEntries(count=there, round=number, needed=needed)
    if number == 1:
        _set_length(stage, basis)
    purpose = _purpose(stage, number, attempt=attempt)
    draw = _filled(_draw(stage, number, basis, purpose=purpose, wishes=wishes), basis)
    round = Round.objects.create(
        stage=stage,
        number=number,
        seed=purpose,
        basis=basis.digest,
        lots={str(key): lot for key, lot in (wishes.lots or {}).items()},
    )
    entries = _entries(stage)
    create_matches(round, draw=draw, entries=entries, tables=_tables(stage, draw, entries))
    _pin(round, wishes.pinned)
    append_act(
        "round_drawn",
        subject=round.uuid,
        scope=stage.tournament.uuid,
        by=by,
        payload={
            "seed": purpose,
            "by_hand": bool(wishes.lots),
            "relaxed": sorted(wishes.relaxed),
            "draw": drawn_tables(round),
        },
    )
    return round


def _set_length(stage: Stage, basis: Basis) -> None:
    """The field says how many rounds there are, where the format has it so; the conditions tell it."""
    rounds = rounds_of(Format(stage.format), basis.seeds, stage.settings, planned=stage.rounds_planned)
    if rounds != stage.rounds_planned:
        stage.rounds_planned = rounds
        stage.save()
        raise_public_version(stage.tournament)


def _purpose(stage: Stage, number: int, *, attempt: int) -> str:
    """What the lot is for: this round, or the one order that a round robin turns by throughout."""
    if stage.format != Format.ROUND_ROBIN.value:
        return f"round-{number}/{attempt}"
    return f"order/{attempt}" if number == 1 else stage.rounds.get(number=1).seed


def _draw(stage: Stage, number: int, basis: Basis, *, purpose: str, wishes: Wishes) -> Draw:
    rules = replace(
        basis.rules,
        rounds_planned=stage.rounds_planned,
        relaxed=wishes.relaxed,
        pinned=wishes.pinned,
        bye=wishes.bye,
        lots=wishes.lots,
    )
    try:
        if _is_planned(stage) and wishes == Wishes(relaxed=wishes.relaxed):
            attempt = int(purpose.rpartition("/")[2])
            return planned_draw(stage, number, basis, attempt=attempt, rules=rules)
        return draw_round(
            Format(stage.format),
            basis.seeds,
            round_number=number,
            rules=rules,
            history=basis.history,
            seed=stage.lot(purpose),
        )
    except NoLawfulDraw as error:
        raise _no_round_fits(error, number, basis) from error


def _is_planned(stage: Stage) -> bool:
    return stage.format == Format.ROTATION.value and stage.settings.mode is RotationMode.DESIGN


def _no_round_fits(error: NoLawfulDraw, number: int, basis: Basis) -> NoRoundFits:
    names = {entry.number: entry.shown_name for entry in basis.present}
    return NoRoundFits(
        round=number,
        entries=[names[int(blocked.key)] for blocked in error.blocked],
        relaxations=[relaxation.value for relaxation in error.relaxations],
    )


def _filled(draw: Draw, basis: Basis) -> Draw:
    """The draw with house pairs in its gaps, and with the byes that were asked for."""
    return with_asked_byes(with_house(draw, basis.house), basis.asked)


def _entries(stage: Stage) -> dict[Key, Entry]:
    return {entry.number: entry for entry in stage.division.entries.prefetch_related("members__member")}


def _tables(stage: Stage, draw: Draw, entries: Mapping[Key, Entry]) -> Mapping[int, int | None]:
    """The hall's table for each table of the draw; None where it waits, and in a league nobody is called."""
    if stage.format == Format.LEAGUE.value:
        return {table.number: None for table in draw.tables}
    event = stage.tournament
    fixed = fixed_tables(stage)
    kept = {
        key: fixed[person.pk]
        for key, entry in entries.items()
        for person in entry.people
        if person.pk in fixed
    }
    sitting = {table.number: [key for side in table.sides for key in side] for table in draw.tables}
    hall = range(1, 1 + (event.tables or len(sitting) + len(event.tables_out)))
    plan = tables_for(sitting, list(hall), out_of_service=event.tables_out, fixed=kept)
    return {number: _number(plan.tables.get(number)) for number in sitting}


def _number(table: int | str | None) -> int | None:
    return None if table is None else int(table)


def _pin(round: Round, pinned: Iterable[Sides]) -> None:
    """Tables that were kept stay kept."""
    kept = set(pinned)
    for match, sides in drawn_sides(round):
        if sides in kept:
            match.pinned = True
            match.save(update_fields=["pinned"])


def _refuse_too_early(stage: Stage, last: Round | None) -> None:
    if stage.tournament.state == TournamentState.RECEPTION.value:
        raise ReceptionOpen(event=stage.tournament.name)
    if stage.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=stage.tournament.name)
    if last and last.state != RoundState.CLOSED.value:
        raise ResultsMissing(round=last.number, tables=open_tables(last))
    if last and last.number >= stage.rounds_planned:
        raise AllRoundsPlayed(rounds=stage.rounds_planned)
