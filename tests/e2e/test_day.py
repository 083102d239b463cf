"""A day at the hall in a real browser: from an empty installation to standings that changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from tests.e2e.desk_walk import (
    choose_way,
    close_event,
    close_reception,
    close_round,
    draw,
    publish,
    put_society_on_the_books,
    set_up,
    sign_in_for_the_first_time,
)
from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.e2e
PEOPLE = [
    ("田中 太郎", "たなか たろう"), ("吉田 花子", "よしだ はなこ"),
    ("数馬 進", "かずま すすむ"), ("勘解由小路 喜三郎", "かでのこうじ きさぶろう"),
]  # fmt: skip


def set_up_event(page: "Page") -> None:
    choose_way(page, "Fixed pairs, equals meet", address="cup")
    page.get_by_label("Fee a person").fill("1000")
    page.get_by_label("Number of rounds").fill("1")
    set_up(page)


def enter_newcomers(page: "Page", people: Sequence[tuple[str, str]]) -> None:
    """Two who are not on the books, entered as a pair, here and paid."""
    for name, reading in people:
        page.fill("#q", reading)
        page.get_by_text("Nobody found").wait_for()
        page.press("#q", "Enter")
        page.get_by_label("Name", exact=True).fill(name)
        assert page.get_by_label("Reading (kana)").input_value() == reading
        page.get_by_role("button", name="Register and choose").click()
        page.locator(".chosen").get_by_text(name).wait_for()
    page.get_by_label("each taken").check()
    page.get_by_role("button", name="Enter as a pair").click()
    page.get_by_text("are entered as a pair.").wait_for()


def draw_and_publish(page: "Page") -> None:
    close_reception(page)
    draw(page)
    page.get_by_text("by lot").wait_for()
    publish(page)


def reach_the_first_round(page: "Page", hall: HallProcess) -> None:
    """Two pairs are at one table and may play; the page is the hall at a glance."""
    sign_in_for_the_first_time(page, hall)
    put_society_on_the_books(page, "能登")
    set_up_event(page)
    enter_newcomers(page, PEOPLE[:2])
    enter_newcomers(page, PEOPLE[2:])
    assert "¥4000" in page.inner_text(".figures")
    draw_and_publish(page)


def key_deal(page: "Page", *, keys: str) -> None:
    """By the keyboard alone, as a slip is read: (dealer,) seat, tile, how, Enter."""
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.locator(".answer").wait_for()


def press_full_width(page: "Page", keys: str) -> None:
    """As a keyboard that writes Japanese tells the page; there is no such key to press."""
    for key in keys:
        page.locator(":focus").dispatch_event("keydown", {"key": key})


def test_from_an_empty_hall_to_standings_that_changed(hall_server: HallProcess, page: "Page") -> None:
    reach_the_first_round(page, hall_server)
    standings = f"{hall_server.url}/ja/events/cup/standings/"
    reader = page.context.browser.new_page()  # type: ignore[union-attr]  # a page of a context has one
    reader.goto(standings)
    assert "+160" not in reader.inner_text("main")

    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/matches/**")
    key_deal(page, keys="1273")
    assert "Out with 飛 doubled, 80 points" in page.inner_text(".answer")
    assert "0–80" in page.inner_text(".answer")
    press_full_width(page, "４７")
    key_deal(page, keys="3")
    assert "Confirm the result" in page.inner_text(".answer")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/cup/")
    assert "Table 1 is confirmed." in page.inner_text(".answer")

    close_round(page)
    close_event(page)
    reader.reload()
    assert "+160" in reader.inner_text("main")
    reader.close()


def test_the_keying_page_fits_the_narrowest_phone(hall_server: HallProcess, page: "Page") -> None:
    reach_the_first_round(page, hall_server)
    page.set_viewport_size({"width": 320, "height": 640})
    page.click("article a")
    page.wait_for_url("**/desk/matches/**")
    for door in page.locator("summary").all():
        door.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    low = "faces => faces.map(face => face.getBoundingClientRect().height).filter(height => height < 48)"
    assert page.locator(".choice .face:visible, button.key:visible").evaluate_all(low) == []


def test_a_deal_is_keyed_without_scripts_and_without_a_mouse(hall_server: HallProcess, page: "Page") -> None:
    reach_the_first_round(page, hall_server)
    hall = page.url
    state = page.context.storage_state()
    plain = page.context.browser.new_context(storage_state=state, java_script_enabled=False)  # type: ignore[union-attr]
    page = plain.new_page()
    page.goto(f"{hall}table/?table=1")
    page.locator("form.dealform input[name=dealer]").first.focus()
    for group in range(4):
        page.keyboard.press("Space")
        if group < 3:
            page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".answer").wait_for()
    assert "Out with し, 10 points" in page.inner_text(".answer")
    plain.close()
