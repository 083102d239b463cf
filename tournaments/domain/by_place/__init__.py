"""A round of single persons drawn along an order: neighbours share a table as far as the rules allow.

The order is a lot or a standing; its caller says which, and how soft rules are weighed (``Manner``).
Numbers drawn from a box (``Rules.lots``) are an order that is followed whatever it breaks.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from tournaments.domain.by_place.arrangement import arranged, plan_of
from tournaments.domain.by_place.given import as_lots_say, order_by_hand, without_table
from tournaments.domain.by_place.order import in_standing, layout
from tournaments.domain.by_place.persons import Manner, Wish, persons_of
from tournaments.domain.by_place.refusal import refusal
from tournaments.domain.by_place.written import written
from tournaments.domain.draw import Draw, DrawImpossible, Rules, Seed
from tournaments.domain.settings import Shape

__all__ = ["Manner", "Wish", "draw_by_place", "in_standing", "layout"]

TablesFor: TypeAlias = Callable[[int], Sequence[Shape]]
"""The tables of a round for so many persons, full ones first."""


def draw_by_place(
    units: Sequence[Seed],
    *,
    by_lot: bool,
    manner: Manner,
    tables_for: TablesFor,
    round_number: int,
    rules: Rules,
    seed: int,
) -> Draw:
    """Everybody at a table or sitting out, best table first and tables of three last.

    ``units`` are in order; ``by_lot`` says that their places tell nothing of their play. Raises
    NoLawfulDraw when no arrangement keeps the hard rules, DrawImpossible while lots are missing or
    without a table.
    """
    ordered = units if rules.lots is None else order_by_hand(units, rules)
    persons = persons_of(ordered, round_number=round_number, rules=rules, manner=manner)
    pool = without_table(ordered, rules)
    if not tables_for(len(pool)) and not rules.pinned:
        raise DrawImpossible("too_few_persons", {"needed": least(tables_for), "there": len(pool)})
    plan = plan_of(len(pool), rules.settings.shape, tables_for(len(pool)))
    found = arranged(persons, pool, plan) if rules.lots is None else as_lots_say(pool, plan)
    if found is None:
        raise refusal(persons, pool, plan)
    return written(persons, found, by_lot=by_lot, seed=seed)


def least(tables_for: TablesFor) -> int:
    """How many persons a table needs."""
    return next(size for size in count(1) if tables_for(size))
