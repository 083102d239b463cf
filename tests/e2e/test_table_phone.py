"""A phone at a table: three taps a deal, without account, without network, and nothing is lost."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.at_table import Table, come_to, kept, running, tap_deal, wait_for_score, wait_until_sent
from tests.servers.chromium import QUIET, chromium_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

# Nine deals: seat, tile, how; side 1 (seats 1 and 3) and side 2 after each (values of G-1, G-6.2).
DEALS = [
    (1, "3", "received", (20, 0)), (2, "6", "led", (20, 40)), (3, "1", "doubled", (40, 40)),
    (4, "4", "received", (40, 70)), (1, "8", "led", (90, 70)), (2, "2", "received", (90, 90)),
    (2, "5", "led", (90, 120)), (3, "1", "led", (100, 120)), (4, "7", "received", (100, 160)),
]  # fmt: skip


def test_whole_game_in_three_taps_a_deal(table: Table, phone: "Page") -> None:
    come_to(phone, table)
    assert table.token not in phone.url
    phone.tap("[data-seats] [data-seat='2']")  # who deals first is named once
    for seat, tile, how, score in DEALS:
        assert tap_deal(phone, seat, tile, how) == 3
        wait_for_score(phone, score)
    wait_until_sent(phone)
    assert running(table, phone) == [score for *_deal, score in DEALS]

    phone.locator(".confirm-side").wait_for()
    phone.fill(".confirm-side input", table.cards["1"])  # one's own side cannot confirm what it entered
    phone.tap(".confirm-side button")
    phone.locator("[data-said].need").wait_for()
    phone.fill(".confirm-side input", table.cards["4"])
    phone.tap(".confirm-side button")
    phone.locator(".confirm-side").wait_for(state="detached")
    phone.locator("[data-next-unknown]:visible").wait_for()
    assert "/events/" in (phone.locator("[data-next] a").get_attribute("href") or "")
    match = phone.request.get(f"{table.hall.url}/api/v1/matches/{table.code}").json()
    assert match["match"]["state"] == "confirmed"


def test_network_gone_page_reloaded_phone_closed_and_nothing_is_lost(
    table: Table, browser: "Browser", tmp_path: Path
) -> None:
    # A profile on the disk, as a phone has it: closing the browser closes everything that is open.
    kind, size = browser.browser_type, {"width": 360, "height": 740}
    options: Any = {
        "executable_path": chromium_path(), "args": QUIET,
        "locale": "ja-JP", "viewport": size, "has_touch": True, "is_mobile": True,
    }  # fmt: skip
    context = kind.launch_persistent_context(tmp_path / "phone", **options)
    page = context.new_page()
    come_to(page, table)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # seen once with the worker in place
    page.tap("[data-seats] [data-seat='2']")
    for deal in DEALS[:3]:
        tap_deal(page, *deal[:3])
        wait_for_score(page, deal[3])
    wait_until_sent(page)

    context.set_offline(True)
    for deal in DEALS[3:5]:
        tap_deal(page, *deal[:3])
        wait_for_score(page, deal[3])
    page.reload()
    wait_for_score(page, DEALS[4][3])
    page.locator("[data-waiting]").filter(has_text="2").wait_for()
    context.close()

    context = kind.launch_persistent_context(tmp_path / "phone", **options)
    context.set_offline(True)
    page = context.new_page()
    page.goto(table.address)
    wait_for_score(page, DEALS[4][3])
    for deal in DEALS[5:7]:
        tap_deal(page, *deal[:3])
        wait_for_score(page, deal[3])
    page.locator("[data-waiting]").filter(has_text="4").wait_for()
    context.set_offline(False)
    for deal in DEALS[7:]:
        tap_deal(page, *deal[:3])
        wait_for_score(page, deal[3])
    wait_until_sent(page)
    assert running(table, page) == [score for *_deal, score in DEALS]
    assert [row["number"] for row in kept(table, page)] == list(range(1, 10))
    context.close()
