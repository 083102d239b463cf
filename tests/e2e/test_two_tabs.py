"""Two tabs of one phone: one queue, whichever of them enters, takes back or sends."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.at_table import Table, come_to, new_phone, running, tap_deal, wait_for_score, wait_until_sent

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

ACTS = "**/api/v1/matches/*/acts/*"


def cut_off(page: "Page") -> None:
    """No act of this tab arrives; another tab can still be opened."""
    page.route(ACTS, lambda route: route.abort())


def reconnect(page: "Page") -> None:
    page.unroute(ACTS)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def enter_two_deals(page: "Page") -> None:
    page.tap("[data-seats] [data-seat='1']")
    for deal, score in (((1, "3", "received"), (20, 0)), ((2, "6", "led"), (20, 40))):
        tap_deal(page, *deal)
        wait_for_score(page, score)


def second_tab(page: "Page", table: Table) -> "Page":
    tab = page.context.new_page()
    cut_off(tab)
    tab.goto(table.address)
    wait_for_score(tab, (20, 40))
    return tab


def reloaded_without_rest(*tabs: "Page") -> None:
    for tab in tabs:
        tab.reload()
        wait_until_sent(tab)
        tab.locator("[data-stuck]").wait_for(state="hidden")


def test_what_one_tab_takes_back_no_other_sends(table: Table, phone: "Page") -> None:
    come_to(phone, table)
    cut_off(phone)
    enter_two_deals(phone)
    tab = second_tab(phone, table)
    phone.tap("[data-open=back]")
    phone.tap("[data-take-back]")
    wait_for_score(phone, (20, 0))
    wait_for_score(tab, (20, 0))
    reconnect(tab)
    for page in (tab, phone):
        wait_until_sent(page)
    assert running(table, phone) == [(20, 0)]
    reloaded_without_rest(phone, tab)


def test_what_one_tab_has_sent_after_somebody_elses_waits_in_no_other(
    table: Table, phone: "Page", browser: "Browser"
) -> None:
    come_to(phone, table)
    cut_off(phone)
    enter_two_deals(phone)
    tab = second_tab(phone, table)
    others = new_phone(browser)
    other = others.new_page()
    come_to(other, table, seat=2)
    other.tap("[data-seats] [data-seat='1']")
    tap_deal(other, 1, "3", "received")
    wait_until_sent(other)
    others.close()
    reconnect(phone)
    wait_until_sent(phone)
    wait_until_sent(tab)  # without having sent anything
    wait_for_score(tab, (20, 40))
    reconnect(tab)
    tap_deal(tab, 1, "3", "received")
    wait_for_score(tab, (40, 40))
    wait_until_sent(tab)
    assert running(table, phone) == [(20, 0), (20, 40), (40, 40)]
    reloaded_without_rest(phone, tab)
