"""Steps at the desk in a real browser, taken as somebody takes them who reads English.

Only what a page shows is pressed or followed: a step that no link leads to cannot be taken.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PASSWORD = "kaku-to-hisha-40"

Games: TypeAlias = list[tuple[int, int]]
"""The totals of both sides in each game of a match."""
Ending: TypeAlias = Callable[[str, str], Games]
"""How a match between two sides ends, told by their names."""


def press(page: "Page", name: str | re.Pattern[str]) -> None:
    """The button of this name, and the page that answers."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def follow(place: "Page | Locator", name: str | re.Pattern[str]) -> None:
    """The link of this name on the page, or in one place of it, and the page to which it leads."""
    link = place.get_by_role("link", name=name, exact=True)
    with link.page.expect_navigation():
        link.click()


def back(page: "Page") -> None:
    """To the page above this one."""
    with page.expect_navigation():
        page.locator(".crumb a").click()


def answer(page: "Page") -> str:
    """What the page says to the last press."""
    return page.locator(".answer").inner_text()


def open_door(page: "Page", words: str) -> "Locator":
    """What stands behind the line with these words, opened."""
    door = page.locator("details").filter(has=page.locator("summary", has_text=words)).last
    if door.get_attribute("open") is None:
        door.locator("summary").first.click()
    return door


def choose(place: "Page | Locator", question: str, answer: str) -> None:
    place.get_by_role("group", name=question).locator("label", has_text=answer).click()


def pick(field: "Locator", words: str) -> None:
    """The one of a list whose line holds these words."""
    field.select_option(field.locator("option", has_text=words).get_attribute("value"))


def to_tables(page: "Page") -> None:
    with page.expect_navigation():
        page.locator(".bar .where").click()


# Setting up


def sign_in_for_the_first_time(page: "Page", hall: HallProcess) -> None:
    page.goto(hall.first_sign_in_link)
    page.fill("#username", "kaicho")
    page.fill("#password", PASSWORD)
    page.fill("#password_again", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/desk/")
    page.click("button[lang=en]")
    page.get_by_role("heading", name="Events").wait_for()


def put_society_on_the_books(page: "Page", *branches: str) -> None:
    follow(page, "Society and branches")
    page.get_by_label("Name of the society").fill("能登ごいた保存会")
    page.get_by_label("Short name in Latin letters").fill("noto")
    press(page, "Put it on the books")
    for branch in branches:
        page.get_by_label("Name of the branch").fill(branch)
        press(page, "Add the branch")
        assert f"{branch} is on the books." in answer(page)


def choose_way(page: "Page", way: str, *, address: str) -> None:
    """The page on which an event to be played this way is set up, its name and day typed."""
    with page.expect_navigation():
        page.locator(".bar .mark").click()
    follow(page, "New event")
    follow(page, re.compile(f"^{way}"))
    page.get_by_label("Name of the event").fill("第25回 町長杯")
    page.get_by_label("Address").fill(address)
    page.get_by_label("Day", exact=True).fill("2026-09-13")


def add_stage(page: "Page", way: str, *, top: int) -> None:
    """At the reception: after the stages there are, the best of them play on in this way; leads back."""
    to_tables(page)
    follow(page, "Stages")
    follow(page, "One more stage")
    follow(page, re.compile(f"^{way}"))
    page.get_by_label("So many pass from the top").fill(str(top))
    open_door(page, "Settings that few change")
    page.get_by_label("Rounds in which branches are kept apart").fill("0")
    press(page, "Add the stage")
    to_tables(page)
    follow(page, "Reception")


def set_up(page: "Page") -> None:
    press(page, "Set up and open reception")
    assert "is set up. Reception is open." in answer(page)


# From the draw to the places


def close_reception(page: "Page") -> None:
    """At the reception; leads to the draw."""
    page.locator("#closing").get_by_role("button", name="Close reception").click()
    follow(page, "To the draw")


def draw(page: "Page") -> None:
    press(page, re.compile(r"^Draw: "))


def publish(page: "Page") -> None:
    """The draft that is shown is public; leads to the tables."""
    press(page, "Publish")
    assert "Play may begin" in answer(page)
    back(page)


def key_tables(page: "Page", ending: Ending) -> None:
    """At the tables: the totals of each open one are typed from the slip and confirmed."""
    while page.locator(".opentables a").count():
        with page.expect_navigation():
            page.locator(".opentables a").first.click()
        key_totals(page, ending)


def key_totals(page: "Page", ending: Ending) -> None:
    """At one match; leads back to the tables."""
    one, other = page.locator(".score > div > span:first-of-type").all_inner_texts()
    door = open_door(page, "Totals only")
    totals = [total for game in ending(one, other) for total in game]
    for field, total in zip(door.locator("input[type=number]").all(), totals, strict=False):
        field.fill(str(total))
    press(page, "Enter the totals")
    confirm(page)


def key_points(page: "Page", winner: str) -> None:
    """At one match: this side goes out for 100 and for 50, without a tile; leads back to the tables."""
    for points in (100, 50):
        door = open_door(page, "Points without a tile")
        choose(door, "Side", winner)
        choose(door, "Points", str(points))
        press(page, "Enter the points")
    confirm(page)


def confirm(page: "Page") -> None:
    press(page, "Confirm the result")
    assert "is confirmed." in answer(page)


def close_round(page: "Page") -> None:
    press(page, re.compile(r"^Close: "))


def close_event(page: "Page") -> None:
    press(page, "Close the event")
    page.get_by_text("its places stand as awarded").wait_for()
