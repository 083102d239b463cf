"""Drafting a round: standings and presence in, a draw out, matches made; only a draft is thrown away.

These stand in scoring because a draw reads standings. Pressing twice draws once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import (
    AllRoundsPlayed,
    CutAwaited,
    DrawNotPossible,
    OpponentsFixed,
    ResultsMissing,
    RoundNotClosed,
    RoundNotDraft,
)
from scoring.selectors.basis import FROM_RESULTS, Basis, basis_of_round
from scoring.selectors.cuts import awaited_after
from scoring.selectors.desk import open_tables
from scoring.selectors.draws import (
    asked_of,
    bars_rematch,
    circle_of,
    drawn_sides,
    drawn_tables,
    is_drawn_anew,
    kept_apart_once,
    places_of,
)
from scoring.selectors.placing import is_finished
from scoring.selectors.plans import is_planned
from scoring.services.draw_faults import told
from scoring.services.plans import planned_draw
from scoring.services.queue import entries_by_number, hall_plan
from tournaments.domain.all_play_all.groups import Grouping
from tournaments.domain.all_play_all.round_robin import order_of_circles
from tournaments.domain.drafts.by_hand import in_order, units_at
from tournaments.domain.draw import Draw, DrawImpossible, Key, Reason, Relaxation, Sides
from tournaments.domain.gaps import with_asked_byes, with_house
from tournaments.domain.pairing import draw_round
from tournaments.domain.rotation.bounds import least
from tournaments.domain.schedule import rounds_of
from tournaments.enums import Format, RoundState, TournamentState
from tournaments.errors import EventClosed, ReceptionOpen, TooFewEntries
from tournaments.models import Match, Round, Stage
from tournaments.selectors.entrants import groups_of, playing
from tournaments.services.entrants import set_entrants
from tournaments.services.matches import create_matches
from tournaments.services.versions import raise_public_version

Marks: TypeAlias = Sequence[tuple[Key, Mapping[str, Any]]]
"""Units with the stored reason that says who settled something about them."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people ask of this one draw: hard rules given up, tables kept, who sits out, lots from the box.

    ``apart`` holds sets of two who are kept apart this once; ``in_order`` asks for no draw at all.
    """

    relaxed: frozenset[Relaxation] = frozenset()
    pinned: tuple[Sides, ...] = ()
    bye: Key | None = None
    lots: Mapping[Key, int] | None = None
    apart: frozenset[frozenset[Key]] = frozenset()
    in_order: bool = False


def pair_next_round(
    stage: Stage,
    *,
    relaxed: Iterable[Relaxation] = (),
    lots: Mapping[Key, int] | None = None,
    in_order: bool = False,
    by: Account | None = None,
) -> Round:
    """The stage's next round is drafted; a draft that exists already is returned as it is.

    ``lots`` are numbers drawn from the box (手くじ), by entry number. ``in_order`` is the last resort:
    neighbours in the standing meet, for people to change by hand. Raises ReceptionOpen, EventClosed,
    CutAwaited, ResultsMissing (naming the tables of the round before), AllRoundsPlayed, TooFewEntries,
    NoRoundFits (naming who cannot be placed), PartnersMustRepeat, DrawNotPossible, DrawFailed; then
    nothing has changed.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        last = locked.rounds.order_by("-number").first()
        if last and last.state == RoundState.DRAFT.value:
            return last
        _refuse_too_early(locked, last)
        wishes = Wishes(relaxed=frozenset(relaxed), lots=lots, in_order=in_order)
        return _draft(locked, last.number + 1 if last else 1, attempt=1, wishes=wishes, by=by)


def redraw_round(
    round: Round,
    *,
    new_lots: bool = False,
    relaxed: Iterable[Relaxation] = (),
    bye: Key | None = None,
    apart: Iterable[frozenset[Key]] | None = None,
    in_order: bool = False,
    by: Account | None = None,
) -> Round:
    """The draft is thrown away and drawn again round the tables that are pinned.

    By the same lots unless new ones are asked for; ``bye`` is who was chosen to sit out, ``apart`` who
    is kept apart this once: left out, whoever was in the draft before. Raises what ``pair_next_round``
    raises, and the draft stands as it was.
    """
    with writing():
        locked = lock(Round, round.pk)
        refuse_not_draft(locked)
        attempt = int(locked.seed.rpartition("/")[2]) + (1 if new_lots else 0)
        lots: dict[Key, int] = {int(key): lot for key, lot in locked.lots.items() if not new_lots}
        parted = kept_apart_once(locked) if apart is None else frozenset(apart)
        wishes = Wishes(frozenset(relaxed), lots=lots or None, apart=parted, in_order=in_order)
        if not in_order:
            wishes = _with_kept(wishes, locked, bye, basis_of_round(locked.stage, locked.number))
        stage, number, marks = locked.stage, locked.number, _lasting(locked, wishes)
        locked.delete()
        if new_lots and number == 1 and not stage.cut_rule:
            stage.entrants.all().delete()  # the groups are drawn by these lots too
        drawn = _draft(stage, number, attempt=attempt, wishes=wishes, by=by)
        _mark(drawn, marks)
    return drawn


def _with_kept(wishes: Wishes, round: Round, bye: Key | None, basis: Basis) -> Wishes:
    """The pinned bye stays unless another is chosen, and each pinned table of which everybody is there."""
    pinned_bye = round.matches.filter(pinned=True, seats=None).values_list("sides__entry__number", flat=True)
    bye = bye or pinned_bye.first()
    here = {unit.key for unit in basis.seeds if unit.key != bye}
    pinned = (sides for match, sides in drawn_sides(round) if match.pinned)
    return replace(wishes, bye=bye, pinned=tuple(sides for sides in pinned if units_at(sides) <= here))


def _lasting(round: Round, wishes: Wishes) -> Marks:
    """What the draft says of people's hands, as far as it holds after it is drawn again."""
    holds: Mapping[str, set[Key | None]] = {
        "by_hand": set(chain(*map(units_at, wishes.pinned))),
        "apart_by_hand": set(chain(*wishes.apart)),
        "bye_by_hand": {wishes.bye},
    }
    return [
        (key, reason)
        for match, sides in places_of(round)
        for reason in match.reasons
        for key in units_at(sides) & holds.get(reason["code"], set())
    ]


def _mark(round: Round, marks: Marks) -> None:
    for match, sides in places_of(round):
        told = {reason["code"]: reason for key, reason in marks if key in units_at(sides)}
        if told:
            match.reasons = [*told.values(), *match.reasons]
            match.save(update_fields=["reasons"])


def drawn_again(round: Round, basis: Basis) -> Draw:
    """What this round's own lots and the wishes kept with it make of this basis.

    Nothing is written, but where all rounds are planned ahead. Raises what a draw raises.
    """
    wishes = _wishes_of(round, basis)
    with told(round.number, basis):
        draw = _draw(round.stage, round.number, basis, purpose=round.seed, wishes=wishes)
        return _filled(draw, basis)


def _wishes_of(round: Round, basis: Basis) -> Wishes:
    asked = asked_of(round)
    lots: dict[Key, int] = {int(key): lot for key, lot in round.lots.items()}
    wishes = Wishes(
        relaxed=frozenset(Relaxation(rule) for rule in asked.get("relaxed", [])),
        lots=lots or None,
        apart=kept_apart_once(round),
        in_order=bool(asked.get("by_hand")) and not lots,
    )
    return wishes if wishes.in_order else _with_kept(wishes, round, None, basis)


def refuse_not_draft(round: Round) -> None:
    if round.state != RoundState.DRAFT.value:
        raise RoundNotDraft(round=round.number)


def _draft(stage: Stage, number: int, *, attempt: int, wishes: Wishes, by: Account | None) -> Round:
    if number == 1:
        _form_groups(stage, attempt=attempt)
    basis = basis_of_round(stage, number)
    needed = least(stage.settings.shape, stage.settings.remainder) // stage.entry_size
    there = sum(seed.present for seed in basis.seeds)
    # A bracket goes on without those who left: each of their tables is won by whoever is there.
    if there < needed and not (number > 1 and Format(stage.format) in FROM_RESULTS):
        raise TooFewEntries(count=there, round=number, needed=needed)
    purpose = _purpose(stage, number, attempt=attempt)
    with told(number, basis):
        if number == 1:
            _set_length(stage, basis)
        draw = _filled(_draw(stage, number, basis, purpose=purpose, wishes=wishes), basis)
    entries = entries_by_number(stage)
    plan = hall_plan(stage, {table.number: units_at(table.sides) for table in draw.tables}, entries)
    round = Round.objects.create(
        stage=stage,
        number=number,
        seed=purpose,
        basis=basis.digest,
        lots={str(key): lot for key, lot in (wishes.lots or {}).items()},
        warnings=[asdict(warning) for warning in (*draw.warnings, *plan.warnings)],
    )
    waiting: dict[int, int | None] = {table.number: None for table in draw.tables}
    called = {number: int(table) for number, table in plan.tables.items()}
    create_matches(round, draw=draw, entries=entries, tables=waiting | called)
    _pin(round, wishes)
    append_act(
        "round_drawn",
        subject=round.uuid,
        scope=stage.tournament.uuid,
        by=by,
        payload={
            "seed": purpose,
            "by_hand": bool(wishes.lots) or wishes.in_order,
            "relaxed": sorted(wishes.relaxed),
            "apart": [sorted(map(int, pair)) for pair in wishes.apart],
            "draw": drawn_tables(round),
            **_circle(round, basis, wishes),
        },
    )
    return round


def _circle(round: Round, basis: Basis, wishes: Wishes) -> dict[str, list[Key]]:
    """The order by which a round robin turns to its end, whatever lots and teams there are later."""
    stage = round.stage
    if stage.format != Format.ROUND_ROBIN.value or round.number > 1:
        return {}
    rules = replace(basis.rules, lots=wishes.lots)
    return {"circle": order_of_circles(basis.seeds, rules=rules, seed=stage.lot(round.seed))}


def _lots(stage: Stage, number: int, wishes: Wishes) -> Mapping[Key, int] | None:
    if stage.format != Format.ROUND_ROBIN.value or number == 1:
        return wishes.lots
    return circle_of(stage.rounds.get(number=1)) or None


def _form_groups(stage: Stage, *, attempt: int) -> None:
    """Who plays is spread over the groups: by lot, behind a cut by seeding.

    Groups in which everybody stands already stay: somebody may have been moved by hand.
    """
    if stage.settings.groups == 1 and not stage.cut_rule:
        stage.entrants.all().delete()
        return
    standing, here = groups_of(stage), {entry.pk for entry in playing(stage)}
    if standing.keys() == here and max(standing.values(), default=0) == stage.settings.groups:
        return
    by = Grouping.SNAKE if stage.cut_rule else Grouping.LOT
    try:
        set_entrants(stage, list(playing(stage)), by=by, seed=stage.lot(f"groups/{attempt}"))
    except DrawImpossible as error:
        raise DrawNotPossible(round=1, fault=error.code, **error.params) from error


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
        forbidden=basis.rules.forbidden | wishes.apart,
        apart=basis.rules.apart | wishes.apart,
        relaxed=wishes.relaxed,
        pinned=wishes.pinned,
        bye=wishes.bye,
        lots=_lots(stage, number, wishes),
    )
    if wishes.in_order:
        if not is_drawn_anew(stage):
            raise OpponentsFixed(round=number)
        return in_order(
            basis.seeds,
            rules=rules,
            per_side=rules.settings.shape[0] // stage.entry_size,
            bars_rematch=bars_rematch(stage),
            seed=stage.lot(purpose),
        )
    if is_planned(stage):
        attempt, asked = int(purpose.rpartition("/")[2]), wishes != Wishes(relaxed=wishes.relaxed)
        return planned_draw(stage, number, basis, attempt=attempt, rules=rules, asked=asked)
    return draw_round(
        Format(stage.format),
        basis.seeds,
        round_number=number,
        rules=rules,
        history=basis.history,
        seed=stage.lot(purpose),
    )


def _filled(draw: Draw, basis: Basis) -> Draw:
    """The draw with house pairs in its gaps, and with the byes that were asked for."""
    missing = basis.floaters_missing
    warned = (Reason("floaters_missing", {"missing": missing}),) if missing else ()
    filled = with_asked_byes(with_house(draw, basis.house), basis.asked)
    return replace(filled, warnings=(*warned, *filled.warnings))


def _pin(round: Round, wishes: Wishes) -> None:
    """Tables that were kept stay kept, and so does the bye that was chosen."""
    kept = set(wishes.pinned)
    pinned = [match.pk for match, sides in drawn_sides(round) if sides in kept]
    if wishes.bye is not None:
        pinned += round.matches.filter(seats=None, sides__entry__number=wishes.bye).values_list(
            "pk", flat=True
        )
    Match.objects.filter(pk__in=pinned).update(pinned=True)


def _refuse_too_early(stage: Stage, last: Round | None) -> None:
    if stage.tournament.state == TournamentState.RECEPTION.value:
        raise ReceptionOpen(event=stage.tournament.name)
    if stage.tournament.state == TournamentState.CLOSED.value:
        raise EventClosed(event=stage.tournament.name)
    if stage.cut_rule and not stage.entrants.exists():
        raise CutAwaited(stage=stage.number, before=stage.number - 1)
    refuse_open_round(stage)
    if after := awaited_after(stage):
        raise CutAwaited(stage=after.number, before=stage.number)
    if last and is_finished(stage):
        raise AllRoundsPlayed(rounds=last.number)


def refuse_open_round(stage: Stage) -> None:
    """Raises ResultsMissing naming the tables still open, RoundNotClosed where only the closing is left."""
    if still_open := stage.rounds.exclude(state=RoundState.CLOSED.value).order_by("number").first():
        if tables := open_tables(still_open):
            raise ResultsMissing(round=still_open.number, tables=tables)
        raise RoundNotClosed(round=still_open.number)
