"""What people settle by hand: the rules that a table then breaks, and a round in plain order of standing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.by_place.persons import Manner, persons_of
from tournaments.domain.by_place.reasons import score_reason, table_reasons
from tournaments.domain.draw import ByeDrawn, Draw, Key, Reason, Rules, Seed, Sides, TablePairing, key_order
from tournaments.domain.seating import sides_of
from tournaments.domain.settings import Settings, Soft

Units: TypeAlias = Mapping[Key, Seed]
Pairs: TypeAlias = Sequence[tuple[Seed, Seed]]


def broken_at(sides: Sides, units: Units, rules: Rules, *, bars_rematch: bool) -> tuple[Reason, ...]:
    """Every hard rule that this table breaks, each once, with the most times where it is a repeat.

    ``bars_rematch`` says whether opponents who meet again break one. Whoever is no unit (a house pair, a
    floater) breaks none.
    """
    here = [[units[key] for key in side if key in units] for side in sides]
    partners = [pair for side in here for pair in combinations(side, 2)]
    opponents = [pair for two in combinations(here, 2) for pair in product(*two)]
    return (
        *again("partner_again", (times_partners(*pair) for pair in partners)),
        *again("rematch", (times_met(*pair) for pair in opponents if bars_rematch)),
        *kept_apart([*barred(partners, rules.apart), *barred(opponents, rules.forbidden)]),
        *team_mates(opponents),
    )


def reasons_at(
    sides: Sides, units: Units, rules: Rules, *, round_number: int, by_score: bool, bars_rematch: bool
) -> tuple[Reason, ...]:
    """What this table keeps and gives up, whoever made it, what it breaks among that.

    ``by_score`` says whether scores decide who meets whom; else they are no reason.
    """
    here = [units[key] for key in chain(*sides) if key in units]
    places = {unit.key: place for place, unit in enumerate(here)}
    persons = persons_of(
        here,
        round_number=round_number,
        rules=replace(rules, settings=heeding_branches(rules.settings)),
        manner=Manner((), weigh=tuple, bars_rematch=bars_rematch),
    )
    table = tuple(tuple(places[key] for key in side if key in places) for side in sides)
    scores = (score_reason(persons, table),) if by_score and len(here) > 1 else ()
    return (*scores, *table_reasons(persons, table))


def heeding_branches(settings: Settings) -> Settings:
    """Where branches are no rule of this stage, a table has nothing to say of them."""
    return settings if Soft.BRANCH in settings.soft else replace(settings, branch_rounds=0)


def reasons_of_bye(unit: Seed, units: Units) -> tuple[Reason, ...]:
    """Whether somebody has had fewer byes."""
    return broken_by_bye(unit, units) or (Reason("fewest_byes", {"byes": unit.byes}),)


def broken_by_bye(unit: Seed, units: Units) -> tuple[Reason, ...]:
    """A second bye while somebody has had fewer."""
    fewest = min(other.byes for other in units.values() if other.present)
    return (Reason("second_bye", {"byes": unit.byes}),) if unit.byes > fewest else ()


def again(code: str, times: Iterator[int]) -> tuple[Reason, ...]:
    most = max(times, default=0)
    return (Reason(code, {"times": most}),) if most else ()


def times_partners(one: Seed, other: Seed) -> int:
    return max(one.partners.count(other.key), other.partners.count(one.key))


def times_met(one: Seed, other: Seed) -> int:
    return max(one.met.count(other.key), other.met.count(one.key))


def barred(pairs: Pairs, sets: frozenset[frozenset[Key]]) -> Pairs:
    return [pair for pair in pairs if frozenset(unit.key for unit in pair) in sets]


def kept_apart(pairs: Pairs) -> tuple[Reason, ...]:
    return (Reason("forbidden_pair"),) if pairs else ()


def team_mates(opponents: Pairs) -> tuple[Reason, ...]:
    teams = [one.team for one, other in opponents if one.team is not None and one.team == other.team]
    return (Reason("team_mates", {"team": teams[0]}),) if teams else ()


def in_order(seeds: Sequence[Seed], *, rules: Rules, per_side: int, bars_rematch: bool, seed: int) -> Draw:
    """Neighbours in the standing share a table whatever rule that breaks: the last resort (T39).

    ``per_side`` units make a side. Who fills no table sits out: fewest byes, then lowest.
    """
    order = sorted(seeds, key=lambda unit: (-unit.score, unit.rank, key_order(unit.key)))
    units = {unit.key: unit for unit in order}
    sides = len(rules.settings.shape)
    places = {unit.key: place for place, unit in enumerate(order)}
    left_over = len(order) % (per_side * sides)
    out = sorted(units, key=lambda key: (units[key].byes, -places[key]))[:left_over]
    seated = [key for key in units if key not in out]
    tables = [
        sides_of(seated[start : start + per_side * sides], sides=sides)
        for start in range(0, len(seated), per_side * sides)
    ]
    return Draw(
        tables=tuple(
            TablePairing(
                number,
                table,
                (Reason("in_order"), *broken_at(table, units, rules, bars_rematch=bars_rematch)),
            )
            for number, table in enumerate(tables, start=1)
        ),
        byes=tuple(ByeDrawn(key, (Reason("in_order"), *broken_by_bye(units[key], units))) for key in out),
        seed=seed,
    )


def exchanged(sides: Sides, one: Key, other: Key) -> Sides:
    """The same seats with these two in each other's place."""
    places = {one: other, other: one}
    return tuple(tuple(places.get(key, key) for key in side) for side in sides)


def units_at(sides: Sides) -> set[Key]:
    return set(chain(*sides))
