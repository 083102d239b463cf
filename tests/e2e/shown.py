"""What pages show, read as a volunteer reads it: who meets whom, who waits, who stands where."""

from typing import TYPE_CHECKING, TypeAlias

from tests.e2e.society import names_in, strength

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Table: TypeAlias = list[list[str]]
"""The people of each side."""


def unit(people: list[str]) -> str:
    """As a pair is called."""
    return "・".join(people)


def everybody_at(table: Table) -> set[str]:
    return {name for side in table for name in side}


def winners_of(table: Table) -> list[str]:
    """The stronger side, which always wins."""
    return min(table, key=lambda side: strength(unit(side)))


# The draft of a round


def tables(page: "Page") -> list[Table]:
    drawn = page.locator(".drawn > li").filter(has_not_text="Sits out")
    return [[names_in(side) for side in table.locator(".side").all_inner_texts()] for table in drawn.all()]


def meetings(page: "Page") -> list[str]:
    """Who meets at each table, the stronger first, and the tables in the same order."""
    met = [" – ".join(sorted(map(unit, table), key=strength)) for table in tables(page)]
    return sorted(met, key=strength)


def sitting_out(page: "Page") -> list[str]:
    return names_in(" ".join(page.locator(".drawn > li").filter(has_text="Sits out").all_inner_texts()))


def reasons(page: "Page") -> list[str]:
    return page.locator(".drawn .why li").all_inner_texts()


def planned(page: "Page") -> list[tuple[list[Table], list[str]]]:
    """The tables of each round of the plan, and who sits out."""
    return [
        (
            [[names_in(side) for side in row.locator(".side").all_inner_texts()] for row in rows.all()],
            names_in(" ".join(round.locator("p.soft").all_inner_texts())),
        )
        for round in page.locator(".planned").all()
        for rows in [round.locator("ol > li")]
    ]


# Before and after


def waiting(page: "Page") -> list[str]:
    """The line of a meeting."""
    return names_in(" ".join(page.locator(".line b").all_inner_texts()))


def playing(page: "Page") -> Table:
    """The one table that is played at, of a meeting."""
    return [names_in(side) for side in page.locator(".card p").all_inner_texts()]


def fixture(page: "Page", one: str, other: str, *, late: bool = False) -> "Locator":
    """The match of these two among all of a league, or among those that were not played in time."""
    lists = page.locator(".fixtures").filter(has_text="Rule upon it" if late else "Dates")
    return lists.locator("li").filter(has_text=one).filter(has_text=other)


def passing(page: "Page", state: str) -> list[str]:
    """Those of whom the page of a cut says this: that they pass, stay, or are equal."""
    rows = page.locator(".passing li").filter(has_text=state)
    return [unit(names_in(row)) for row in rows.all_inner_texts()]


def ranks(page: "Page") -> list[tuple[str, str]]:
    """The table of standings."""
    return _listed(page.locator(".standings tbody tr"), ".rank", ".name a")


def figures(page: "Page", column: int) -> list[str]:
    """One column of it, counted behind the names."""
    return page.locator(f".standings tbody td:nth-child({column + 2})").all_inner_texts()


def places(page: "Page") -> list[tuple[str, str]]:
    """The places of the whole event as awarded."""
    return _listed(page.locator(".placing li"), ".rank", ".rank + span")


def _listed(rows: "Locator", rank: str, name: str) -> list[tuple[str, str]]:
    return [
        (" ".join(row.locator(rank).inner_text().split()), unit(names_in(row.locator(name).inner_text())))
        for row in rows.all()
    ]
