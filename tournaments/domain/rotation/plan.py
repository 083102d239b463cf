"""Rotation by design: all rounds to come are planned together, everybody with a new partner in each.

``portion`` finds who sits where; this module says which rounds are planned together. Once partners are
used up, rounds are planned one by one, each with the partners of longest ago. A first round for which
people settled tables or who sits out is planned by itself. Floaters are persons like all others.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from tournaments.domain.by_place.given import order_by_hand, settled
from tournaments.domain.by_place.tables import Table
from tournaments.domain.draw import Draw, DrawImpossible, Key, NoLawfulDraw, Relaxation, Rules, Seed, Sides
from tournaments.domain.field import drawn_lots
from tournaments.domain.rotation.bounds import least, tables_for
from tournaments.domain.rotation.company import Company
from tournaments.domain.rotation.fit import REPEATS, repeated
from tournaments.domain.rotation.lot import draw_lot
from tournaments.domain.rotation.portion import Portion, partnerships, rows_of
from tournaments.domain.rotation.worksheet import Row
from tournaments.domain.rotation.written import refusal_of, written
from tournaments.domain.settings import Shape


def plan_rounds(
    persons: Sequence[Seed], *, rounds: int, rules: Rules, seed: int, first_round: int = 1
) -> tuple[Draw, ...]:
    """All rounds from ``first_round`` on; what the persons bring with them counts as played.

    Nobody has a partner again while that can be avoided (``partner_must_repeat`` warns where it cannot) nor,
    where nobody has a partner at all, an opponent (``rematch`` warns). Byes differ by one at most, nobody
    sits out twice running, and meetings are as even as the search makes them. The plan ends before a later
    round for which none was found that keeps forbidden pairs and teams apart: that is planned when its turn
    comes. Raises DrawImpossible where there is no table, NoLawfulDraw where not even the first round keeps
    them.
    """
    units = in_lot_order(persons, rules, seed)
    chance = Random(seed)
    draws: list[Draw] = []
    while len(draws) < rounds:
        here = rules if not draws else replace(rules, pinned=(), bye=None)
        portion = portion_from(units, here, first_round + len(draws), rounds - len(draws))
        for row in rows_of(portion, chance):
            everybody = Company(units, here, first_round + len(draws))
            tables, out = seating(portion, row, everybody)
            refused = refusal_of(everybody, tables)
            if refused and draws:
                return tuple(draws)
            planned = written(everybody, tables, out, chance=chance, seed=seed)
            alone = None if draws else drawn_alone(everybody, planned, refused, seed)
            draws.append(alone or planned)
            units = after(units, draws[-1], everybody.number)
            if alone:
                break  # what was planned with it no longer holds
    return tuple(draws)


def drawn_alone(everybody: Company, planned: Draw, refused: NoLawfulDraw | None, seed: int) -> Draw | None:
    """The round by lot where rounds planned together break a rule in it; None where nothing is better so.

    Raises NoLawfulDraw where rules have to be given up, naming whom the plan could not part.
    """
    rules = replace(everybody.rules, lots=None)
    again = replace(rules, relaxed=rules.relaxed | REPEATS)
    if not refused and not repeated(planned) - rules.relaxed:
        return None
    helpful: list[tuple[Relaxation, ...]] = []
    for attempt in (rules, again) if refused else (rules,):
        try:
            return draw_lot(everybody.units, round_number=everybody.number, rules=attempt, seed=seed)
        except NoLawfulDraw as none:
            helpful.append(none.relaxations)
    if refused:
        raise NoLawfulDraw(refused.blocked, helpful[0])
    return None


def in_lot_order(persons: Sequence[Seed], rules: Rules, seed: int) -> list[Seed]:
    if rules.lots is not None:
        return order_by_hand(persons, rules)
    lots = drawn_lots(persons, seed)
    return sorted(persons, key=lambda unit: lots[unit.key])


def portion_from(units: Sequence[Seed], rules: Rules, number: int, left: int) -> Portion:
    """The rounds that are planned together from this one on; raises DrawImpossible without a table."""
    taken = settled(units, rules)
    pool = [unit for unit in units if unit.key not in taken]
    company = Company(pool, rules, number)
    tables = tables_for(len(pool), rules.settings.shape, rules.settings.remainder)
    if not tables and not rules.pinned:
        needed = least(rules.settings.shape, rules.settings.remainder)
        raise DrawImpossible("too_few_persons", {"needed": needed, "there": len(pool)})
    return Portion(company, tables, 1 if taken else rounds_together(company, tables, left))


def rounds_together(company: Company, tables: Sequence[Shape], left: int) -> int:
    """As many as there can be new partners for, one when not even for the next."""
    needed = partnerships(tables)
    return min(left, max(1, company.new_partnerships // needed)) if needed else left


def seating(portion: Portion, row: Row, everybody: Company) -> tuple[list[Table], list[int]]:
    """The row cut into tables, and who sits out, by their numbers among everybody."""
    numbers = {unit.key: number for number, unit in enumerate(everybody.units)}
    places = iter([numbers[portion.company.units[a].key] for a in row])
    tables = [tuple(tuple(islice(places, seats)) for seats in shape) for shape in portion.tables]
    return tables, list(places)


def after(units: Sequence[Seed], draw: Draw, number: int) -> list[Seed]:
    """Everybody with this round in their history."""
    tables = {key: (side, t.sides) for t in draw.tables for side in t.sides for key in side}
    return [
        after_playing(unit, *tables[unit.key])
        if unit.key in tables
        else replace(unit, byes=unit.byes + 1, rested=number)
        for unit in units
    ]


def after_playing(unit: Seed, own: tuple[Key, ...], sides: Sides) -> Seed:
    return replace(
        unit,
        partners=(*unit.partners, *(key for key in own if key != unit.key)),
        met=(*unit.met, *(key for side in sides if side != own for key in side)),
        firsts=unit.firsts + (own == sides[0]),
    )
