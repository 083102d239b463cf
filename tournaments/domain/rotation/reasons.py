"""Why a planned table is as it is: what is new, what comes again, and which rule was given up."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

from tournaments.domain.draw import ByeDrawn, Reason, Relaxation, TablePairing
from tournaments.domain.rotation.bonds import Bond
from tournaments.domain.rotation.company import Company

Table: TypeAlias = tuple[tuple[int, ...], ...]
"""The persons of each side."""

BROKEN = {"partner_again", "forbidden_pair", "team_mates", "second_bye", "rested_last_round"}
"""What the organiser should know of the round as a whole."""


def partners_at(company: Company, table: Table) -> list[Bond]:
    return [company.bond(a, b) for side in table for a, b in combinations(side, 2)]


def opponents_at(company: Company, table: Table) -> list[Bond]:
    meetings = chain.from_iterable(product(*sides) for sides in combinations(table, 2))
    return [company.bond(a, b) for a, b in meetings]


def broken_at(company: Company, table: Table) -> frozenset[Relaxation]:
    """The rules that part some who sit here, given up or not."""
    nothing: frozenset[Relaxation] = frozenset()
    return nothing.union(
        *(bond.never_partners for bond in partners_at(company, table)),
        *(bond.never_opponents for bond in opponents_at(company, table)),
    )


def table_reasons(company: Company, table: Table) -> Iterator[Reason]:
    yield from again(
        "partner_again", "partners_first_time", [bond.partners for bond in partners_at(company, table)]
    )
    yield from again("met_before", "no_rematch", [bond.opponents for bond in opponents_at(company, table)])
    for rule in sorted(broken_at(company, table)):
        yield Reason(rule.value)
    if company.rounds_of_branches:
        yield branch_reason(company, table)


def again(again: str, first: str, times: Sequence[int]) -> Iterator[Reason]:
    if any(times):
        yield Reason(again, {"times": max(times)})
    elif times:
        yield Reason(first)


def branch_reason(company: Company, table: Table) -> Reason:
    branches = [company.branches[a] for side in table for a in side]
    shared = {branch for one, other in combinations(branches, 2) for branch in one & other}
    return Reason("same_branch", {"branch": min(shared)}) if shared else Reason("different_branch")


def bye_reasons(company: Company, a: int) -> Iterator[Reason]:
    had, fewest = company.units[a].byes, min(unit.byes for unit in company.units)
    yield Reason("fewest_byes" if had == fewest else "second_bye", {"byes": had})
    if company.has_just_rested(a):
        yield Reason("rested_last_round")


def warnings(company: Company, tables: Sequence[TablePairing], byes: Sequence[ByeDrawn]) -> Iterator[Reason]:
    """First that not everybody has a new partner in this round, then all that is broken, and where."""
    at_tables = [(reason, "table", table.number) for table in tables for reason in table.reasons]
    of_byes = [(reason, "unit", bye.key) for bye in byes for reason in bye.reasons]
    if any(reason.code == "partner_again" for reason, *_ in at_tables):
        yield Reason("partner_must_repeat", {"round": company.number})
    for reason, kind, where in (*at_tables, *of_byes):
        if reason.code in BROKEN:
            yield Reason(reason.code, {**reason.params, kind: where})
