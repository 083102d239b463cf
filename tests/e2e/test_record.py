"""A whole deal tapped tile by tile at the table: only what is lawful, without network too, nothing lost.

The deal is the first of tests/data/three-deals.yaml, its passes put back by hand. Seat 4 goes out with a
doubled pawn: 20 points for side 2 (G-6.2).
"""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.at_table import Table, come_to, kept, new_phone, running, tap_deal, wait_until_sent
from tests.e2e.test_accessibility import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

RECORD = "11123456,12233455,11123448,11156779,s1,145,255,383,497,1p,2p,3p,467,1p,2p,3p,415,1p,2p,3p,411"
# Six pawns and two golds for seat 1: 30, doubled (G-3.4).
SIX_PAWNS = "11111155112345691223345712344678"
HANDS, EVENTS = RECORD.split(",")[:4], RECORD.split(",")[5:]


def open_record(page: "Page", table: Table) -> None:
    come_to(page, table)
    page.goto(f"{table.address}record/")
    page.locator("[data-panel=hands]").wait_for()


def tap_hands(page: "Page") -> None:
    """The last hand is what is left of the set."""
    for hand in HANDS[:-1]:
        for face in hand:
            page.tap(f"[data-deal='{face}']")
    page.tap("[data-rest]")
    page.tap("[data-dealers] [data-seat='1']")


def tap_event(page: "Page", event: str) -> None:
    if event.endswith("p"):
        page.tap("[data-pass]")
    else:
        page.tap(f"[data-face='{event[1]}']")
        page.tap(f"[data-face='{event[2]}']")


def wait_for_plays(page: "Page", number: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator("[data-plays] li")).to_have_count(number)


def test_whole_deal_tapped_reloaded_in_the_middle_and_entered(table: Table, phone: "Page") -> None:
    open_record(phone, table)
    tap_hands(phone)
    phone.tap("[data-play]")
    for event in EVENTS[:6]:
        tap_event(phone, event)
    wait_for_plays(phone, 6)
    phone.reload()
    wait_for_plays(phone, 6)
    for event in EVENTS[6:]:
        tap_event(phone, event)
    phone.locator("[data-panel=end]").wait_for()
    assert "し" in phone.inner_text("[data-ended]")
    assert "20" in phone.inner_text("[data-ended]")
    phone.tap("[data-enter]")
    phone.locator("[data-panel=hands]").wait_for()
    wait_until_sent(phone)
    assert running(table, phone) == [(0, 20)]
    assert phone.locator("[data-dealers] [aria-pressed=true]").get_attribute("data-seat") == "4"  # G-6.4


def test_an_unlawful_tile_tells_why_and_enters_nothing(table: Table, phone: "Page") -> None:
    open_record(phone, table)
    tap_hands(phone)
    found = faults(phone)
    phone.tap("[data-play]")
    phone.locator("[data-pass][aria-disabled=true]").dispatch_event("click")  # the leader
    phone.locator("[data-said].need").wait_for()
    tap_event(phone, "145")
    phone.locator("[data-face='2'][aria-disabled=true]").dispatch_event("click")  # no gold, no king
    phone.locator("[data-said].need").wait_for()
    wait_for_plays(phone, 1)
    assert found + faults(phone) == []
    phone.tap("[data-panel=plays] [data-undo]")
    wait_for_plays(phone, 0)
    phone.tap("[data-panel=plays] [data-undo]")
    phone.locator("[data-panel=hands]").wait_for()
    assert phone.inner_text("[data-hands] [data-seat='1'] small").replace(" ", "").endswith("8/8")


def test_without_network_all_that_is_tapped_is_kept_and_checked_later(
    table: Table, browser: "Browser"
) -> None:
    context = new_phone(browser)
    page = context.new_page()
    open_record(page, table)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # seen once with the worker in place
    page.locator("[data-panel=hands]").wait_for()
    tap_hands(page)
    page.tap("[data-play]")
    tap_event(page, EVENTS[0])
    wait_for_plays(page, 1)
    page.locator("[data-held] .now[data-seat='2']").wait_for()

    context.set_offline(True)
    tap_event(page, EVENTS[1])
    page.locator("[data-players]:not([hidden])").wait_for()
    for event in EVENTS[2:4]:
        page.tap(f"[data-players] [data-seat='{event[0]}']")
        tap_event(page, event)
    wait_for_plays(page, 4)  # what is shown is stored
    page.reload()
    wait_for_plays(page, 4)
    page.locator("[data-problem]:not([hidden])").wait_for()

    context.set_offline(False)
    for event in EVENTS[4:-1]:
        tap_event(page, event)
    wait_for_plays(page, len(EVENTS) - 1)
    tap_event(page, EVENTS[-1])
    page.locator("[data-panel=end]").wait_for()
    context.set_offline(True)
    page.tap("[data-enter]")  # judged already: it only waits
    page.locator("[data-waiting].need").wait_for()
    context.set_offline(False)
    wait_until_sent(page)
    assert [row["record"] for row in kept(table, page)] == [RECORD]
    context.close()


def test_digits_fill_the_hands_in_either_order(table: Table, phone: "Page") -> None:
    open_record(phone, table)
    phone.tap("[data-panel=hands] summary")
    phone.fill("[data-digits]", "1" * 11)  # there are ten
    phone.locator("[data-digits-said]").filter(has_text="11").wait_for()
    phone.fill("[data-digits]", "".join(HANDS))
    wait_for_hands(phone)
    phone.tap("[data-dealers] [data-seat='2']")
    phone.tap("[data-order=dealing]")
    # One each from seat 2 on: its first tile, then those of seats 3, 4 and 1.
    dealt = "".join(HANDS[seat][place] for place in range(8) for seat in (1, 2, 3, 0))
    phone.fill("[data-digits]", dealt)
    wait_for_hands(phone)
    phone.locator("[data-play]:enabled").wait_for()


def wait_for_hands(page: "Page") -> None:
    """Hands are shown once the phone has stored them."""
    page.wait_for_function(
        """(hands) => [...document.querySelectorAll("[data-hands] .hand")].map((hand) =>
        [...hand.querySelectorAll("use")].map((use) => use.getAttribute("href").at(-1)).join("")
        ).join() === hands""",
        arg=",".join(HANDS),
    )


def test_the_dealer_follows_what_others_enter(table: Table, phone: "Page", browser: "Browser") -> None:
    open_record(phone, table)
    context = new_phone(browser)
    other = context.new_page()
    come_to(other, table, seat=2)
    other.tap("[data-seats] [data-seat='1']")
    for seat in (2, 3):  # whoever went out deals next (G-6.4)
        tap_deal(other, seat, "1", "led")
        wait_until_sent(other)
        phone.locator(f"[data-dealers] [data-seat='{seat}'][aria-pressed=true]").wait_for()
    context.close()


def test_hands_unknown_the_facts_count_and_the_plays_are_kept_beside(table: Table, phone: "Page") -> None:
    open_record(phone, table)
    for face in HANDS[0]:
        phone.tap(f"[data-deal='{face}']")
    phone.tap("[data-dealers] [data-seat='1']")
    phone.tap("[data-unseen]")
    for event in EVENTS[:2]:
        tap_event(phone, event)
    wait_for_plays(phone, 2)
    phone.tap("[data-to-facts]")
    phone.tap("[data-out] [data-seat='4']")
    phone.tap("[data-last='1']")
    phone.tap("[data-how=doubled]")
    phone.tap("[data-enter]")
    phone.locator("[data-panel=hands]").wait_for()
    wait_until_sent(phone)
    assert running(table, phone) == [(0, 20)]
    assert [row["record"] for row in kept(table, phone)] == ["sheet,s1,4,1,doubled"]


def test_reload_before_the_servers_last_word_makes_no_dispute(table: Table, phone: "Page") -> None:
    open_record(phone, table)
    phone.context.route("**/api/v1/matches/*/record", lambda route: route.abort())
    phone.tap("[data-panel=hands] summary")
    for reloaded in (True, False):
        phone.fill("[data-digits]", SIX_PAWNS)
        phone.tap("[data-dealers] [data-seat='2']")
        phone.tap("[data-play]")
        phone.tap("[data-enter]")
        phone.locator("[data-panel=hands]").wait_for()
        wait_until_sent(phone)
        if reloaded:
            phone.reload()
            phone.locator("[data-panel=hands]").wait_for()
            phone.tap("[data-panel=hands] summary")
    assert running(table, phone) == [(60, 0), (120, 0)]


def test_at_the_desk_six_pawns_end_the_deal_before_play(table: Table, browser: "Browser") -> None:
    context = browser.new_context(locale="ja-JP")
    context.add_cookies([{"name": "sessionid", "value": table.session, "url": table.hall.url}])
    page = context.new_page()
    page.goto(f"{table.hall.url}/desk/matches/{table.code}/record/")
    page.locator("[data-panel=hands] summary").click()
    page.fill("[data-digits]", SIX_PAWNS)
    page.locator("[data-dealers] [data-seat='2']").click()
    page.locator("[data-play]").click()
    page.locator("[data-enter]").click()
    page.locator("[data-panel=hands]").wait_for()
    wait_until_sent(page)
    assert running(table, page) == [(60, 0)]
    context.close()
