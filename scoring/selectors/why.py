"""Why a draft has no table of these two: asked of what it was drawn from."""

from dataclasses import replace

from scoring.selectors.basis import Basis, basis_of_round
from scoring.selectors.draws import asked_of, bars_rematch, kept_apart_once, places_of
from tournaments.domain.drafts.by_hand import broken_at, units_at
from tournaments.domain.draw import ByeDrawn, Draw, Key, Relaxation, Rules, Sides, TablePairing
from tournaments.domain.explain import Answer, WhyNot, why_not
from tournaments.enums import Format
from tournaments.models import Round


def why_not_together(round: Round, *, one: Key, other: Key) -> Answer | None:
    """The answer for a draft that is not stale; None when one of them is not drawn in it.

    Where persons are drawn or places are fixed, only the rules can be told: there is no one table less.
    """
    basis = basis_of_round(round.stage, round.number)
    units = {unit.key: unit for unit in basis.seeds if unit.present}
    if one == other or not {one, other} <= units.keys():
        return None
    rules = _rules(round, basis)
    draw = _draw(round, set(units))
    if round.stage.format == Format.SWISS.value and len(rules.settings.shape) == 2:
        seed = draw.seed
        return why_not(
            draw, basis.seeds, one=one, other=other, round_number=round.number, rules=rules, seed=seed
        )
    if any({one, other} <= units_at(table.sides) for table in draw.tables):
        return Answer(WhyNot.ARE_PAIRED)
    sides: Sides = ((one,), (other,))
    broken = broken_at(sides, units, rules, bars_rematch=bars_rematch(round.stage))
    kept = [reason for reason in broken if reason.code not in rules.relaxed]
    return Answer(WhyNot.HARD_RULE, {"rule": kept[0].code}) if kept else Answer(WhyNot.LOT)


def _draw(round: Round, drawn: set[Key]) -> Draw:
    """The draft as the engine knows it: whoever meets a house pair has the bye, and none was asked for."""
    places = [
        (match.number, tuple(tuple(key for key in side if key in drawn) for side in sides))
        for match, sides in places_of(round)
    ]
    alone = [key for _number, sides in places if sum(map(bool, sides)) == 1 for key in units_at(sides)]
    return Draw(
        tables=tuple(
            TablePairing(number, sides) for number, sides in places if len(sides) > 1 and all(sides)
        ),
        byes=tuple(ByeDrawn(key) for key in alone),
        seed=round.stage.lot(round.seed),
    )


def _rules(round: Round, basis: Basis) -> Rules:
    """The rules with what people asked of this one draw."""
    apart = kept_apart_once(round)
    kept = [(match, sides) for match, sides in places_of(round) if match.pinned]
    return replace(
        basis.rules,
        relaxed=frozenset(Relaxation(rule) for rule in asked_of(round).get("relaxed", [])),
        forbidden=basis.rules.forbidden | apart,
        apart=basis.rules.apart | apart,
        pinned=tuple(sides for _match, sides in kept if len(sides) > 1),
        bye=next((key for _match, sides in kept if len(sides) == 1 for key in units_at(sides)), None),
        lots={int(key): lot for key, lot in round.lots.items()} or None,
    )
