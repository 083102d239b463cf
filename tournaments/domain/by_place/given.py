"""What people settled before the draw: tables that stay, who sits out, and the numbers from a box."""

from collections.abc import Sequence

from tournaments.domain.by_place.arrangement import THREES, Arrangement, Plan
from tournaments.domain.by_place.sitting_out import Pool
from tournaments.domain.by_place.tables import Table
from tournaments.domain.draw import DrawImpossible, Key, Rules, Seed, key_order
from tournaments.domain.lots.hand_lot import order_from_lots
from tournaments.domain.seating import sides_of
from tournaments.domain.settings import Shape


def settled(units: Sequence[Seed], rules: Rules) -> set[Key]:
    """Those who sit at a pinned table or were chosen to sit out. Raises DrawImpossible if one is not here."""
    here = {unit.key for unit in units}
    taken = {key for sides in rules.pinned for side in sides for key in side}
    for key in sorted(taken - here, key=key_order):
        raise DrawImpossible("pinned_not_here", {"unit": key})
    return taken if rules.bye is None else taken | ({rules.bye} & here)


def without_table(units: Sequence[Seed], rules: Rules) -> Pool:
    taken = settled(units, rules)
    return [number for number, unit in enumerate(units) if unit.key not in taken]


def order_by_hand(units: Sequence[Seed], rules: Rules) -> list[Seed]:
    """Everybody by the number that they drew; those who drew none because they are settled come last."""
    known = {unit.key: unit for unit in units}
    taken = settled(units, rules)
    lots = rules.lots or {}
    drawn = order_from_lots({key: lots.get(key) for key in known if key not in taken})
    return [*(known[key] for key in drawn), *(unit for unit in units if unit.key in taken)]


def as_lots_say(pool: Pool, plan: Plan) -> Arrangement:
    """The first numbers fill the full tables, then come those of three; the last numbers sit out."""
    full_seats = plan.full * sum(plan.shape)
    seats = full_seats + 3 * plan.of_three
    return Arrangement(
        full=tables_in_turn(pool[:full_seats], plan.shape),
        of_three=tables_in_turn(pool[full_seats:seats], THREES),
        sitting_out=tuple(pool[seats:]),
    )


def tables_in_turn(order: Pool, shape: Shape) -> tuple[Table, ...]:
    """One table after the other is filled in the order of its seats."""
    seats = sum(shape)
    starts = range(0, len(order), seats)
    return tuple(sides_of(order[start : start + seats], sides=len(shape)) for start in starts)
