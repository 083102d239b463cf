"""Why these persons share a table: what was kept, and what was given up."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.by_place.persons import (
    Past,
    Persons,
    Side,
    broken_by_opponents,
    broken_by_partners,
    opponents_past,
    partners_past,
)
from tournaments.domain.by_place.tables import Table
from tournaments.domain.draw import ByeDrawn, Reason, Relaxation, TablePairing
from tournaments.domain.reasons import rules_broken

Pairs: TypeAlias = Sequence[Side]


def table_reasons(persons: Persons, table: Table) -> tuple[Reason, ...]:
    partners = list(chain.from_iterable(combinations(side, 2) for side in table))
    opponents = list(chain.from_iterable(product(*sides) for sides in combinations(table, 2)))
    return (
        *partner_reasons(persons, partners),
        *opponent_reasons(persons, opponents),
        *broken_reasons(persons, partners, opponents),
        *branch_reasons(persons, [*partners, *opponents]),
    )


def score_reason(persons: Persons, table: Table) -> Reason:
    scores = [persons.units[a].score for a in chain(*table)]
    gap = max(scores) - min(scores)
    return Reason("score_gap", {"gap": str(Fraction(gap))}) if gap else Reason("same_score")


def partner_reasons(persons: Persons, partners: Pairs) -> Iterator[Reason]:
    """Nothing to say while nobody at the table has had a partner."""
    if times := most_times(partners_past(persons, *pair) for pair in partners):
        yield Reason("partner_again", {"times": times})
    elif any(persons.units[a].partners for pair in partners for a in pair):
        yield Reason("partners_first_time")


def opponent_reasons(persons: Persons, opponents: Pairs) -> Iterator[Reason]:
    if times := most_times(opponents_past(persons, *pair) for pair in opponents):
        yield Reason("rematch" if persons.manner.bars_rematch else "met_before", {"times": times})
    elif any(persons.units[a].met for pair in opponents for a in pair):
        yield Reason("no_rematch")


def broken_reasons(persons: Persons, partners: Pairs, opponents: Pairs) -> Iterator[Reason]:
    """Who should not sit like this and does: by lots from a box, or because the rule was relaxed."""
    broken = [broken_by_partners(persons, *pair) for pair in partners]
    broken += [broken_by_opponents(persons, *pair) for pair in opponents]
    if any(Relaxation.FORBIDDEN_PAIR in rules for rules in broken):
        yield Reason("forbidden_pair")
    for a, b in opponents:
        if Relaxation.TEAM_MATES in broken_by_opponents(persons, a, b):
            yield Reason("team_mates", {"team": str(persons.units[a].team)})
            break


def branch_reasons(persons: Persons, pairs: Pairs) -> Iterator[Reason]:
    """Nothing where no two have branches that count."""
    if not persons.avoids_branches:
        return
    branches = [(persons.branches[a], persons.branches[b]) for a, b in pairs]
    if shared := set().union(*(ones & others for ones, others in branches)):
        yield Reason("same_branch", {"branch": min(shared)})
    elif any(ones and others for ones, others in branches):
        yield Reason("different_branch")


def most_times(pasts: Iterable[Past]) -> int:
    return max((past.times for past in pasts), default=0)


def warnings(persons: Persons, tables: Sequence[TablePairing], byes: Sequence[ByeDrawn]) -> Iterator[Reason]:
    """First that not everybody could have a new partner, then every rule that is broken, and where."""
    broken = list(rules_broken(tables, byes))
    if persons.rules.lots is None and any(reason.code == "partner_again" for reason in broken):
        yield Reason("partner_must_repeat", {"round": persons.round_number})
    yield from broken
