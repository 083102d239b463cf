"""What goes wrong at tables: two phones that differ, a slip that is taken back, a clock that runs out."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.utils.translation import gettext, override

from tests.e2e.at_table import Table, come_to, new_phone, running, tap_deal, wait_for_score, wait_until_sent

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e


@pytest.fixture
def other_phone(browser: "Browser") -> Iterator["Page"]:
    context = new_phone(browser)
    yield context.new_page()
    context.close()


@pytest.fixture
def desk(browser: "Browser", table: Table) -> Iterator["Page"]:
    """The laptop of whoever runs the event, in English."""
    context = browser.new_context()
    cookies = {"sessionid": table.session, "django_language": "en"}
    context.add_cookies(
        [{"name": name, "value": value, "url": table.hall.url} for name, value in cookies.items()]
    )
    yield context.new_page()
    context.close()


def name_dealer(page: "Page", seat: int) -> None:
    page.tap(f"[data-seats] [data-seat='{seat}']")


def test_two_phones_differ_and_the_desk_decides(
    table: Table, phone: "Page", other_phone: "Page", desk: "Page"
) -> None:
    come_to(phone, table, seat=1)
    come_to(other_phone, table, seat=2)
    other_phone.context.set_offline(True)
    for page, deal in ((phone, (1, "3", "received")), (other_phone, (2, "6", "led"))):
        name_dealer(page, 1)
        tap_deal(page, *deal)
    wait_until_sent(phone)
    other_phone.locator("[data-waiting].need").wait_for()
    other_phone.context.set_offline(False)
    other_phone.evaluate("window.dispatchEvent(new Event('online'))")
    wait_until_sent(other_phone)
    for page, own, others in ((phone, "馬", "角"), (other_phone, "角", "馬")):
        told = page.locator("[data-problem]:visible").filter(has_text=others)
        told.wait_for()
        with override("ja"):
            ours = [line for line in told.inner_text().splitlines() if line.startswith(gettext("This phone"))]
        assert [own in line for line in ours] == [True]

    desk.goto(f"{table.hall.url}/desk/matches/{table.code}/")
    desk.get_by_role("button", name="This one is right").nth(1).click()
    desk.get_by_text("Resolved.").wait_for()
    for page in (phone, other_phone):
        wait_for_score(page, (0, 40))
        page.locator("[data-problem]").wait_for(state="hidden")
    assert running(table, phone) == [(0, 40)]


def test_reload_between_an_answer_and_the_servers_last_word_makes_no_dispute(
    table: Table, phone: "Page"
) -> None:
    come_to(phone, table)
    phone.context.route("**/api/v1/matches/*/table", lambda route: route.abort())
    name_dealer(phone, 1)
    tap_deal(phone, 1, "3", "received")
    wait_for_score(phone, (20, 0))
    wait_until_sent(phone)
    phone.reload()
    wait_for_score(phone, (20, 0))
    tap_deal(phone, 2, "6", "led")
    wait_for_score(phone, (20, 40))
    wait_until_sent(phone)
    phone.context.unroute("**/api/v1/matches/*/table")
    assert running(table, phone) == [(20, 0), (20, 40)]


def test_revoked_slip_leaves_the_queue_as_a_file(table: Table, phone: "Page", desk: "Page") -> None:
    come_to(phone, table)
    phone.context.set_offline(True)
    name_dealer(phone, 1)
    tap_deal(phone, 1, "3", "received")
    desk.goto(f"{table.hall.url}/desk/")
    event = desk.locator("main a[href^='/desk/cup-']").first.get_attribute("href")
    desk.goto(f"{table.hall.url}{event}links/")
    desk.get_by_role("button", name="New link").first.click()
    desk.locator(".answer").wait_for()
    phone.context.set_offline(False)
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    phone.locator("[data-stuck] [data-file]:visible").wait_for()
    with phone.expect_download() as saved:
        phone.tap("[data-stuck] [data-file]")
    assert "sheet,s1,1,3,received" in saved.value.path().read_text()
    assert "1" in phone.inner_text("[data-waiting]")


def test_a_phone_turned_away_once_looks_again(table: Table, phone: "Page") -> None:
    phone.clock.install()
    come_to(phone, table)
    last_word = "**/api/v1/matches/*/table"
    phone.route(last_word, lambda route: route.fulfill(status=403))
    phone.locator("[data-problem]").wait_for()
    phone.unroute(last_word)
    phone.clock.fast_forward(31_000)
    phone.locator("[data-problem]").wait_for(state="hidden")


def test_referee_is_called_and_comes(table: Table, phone: "Page", desk: "Page") -> None:
    come_to(phone, table)
    phone.tap("[data-call]")
    phone.locator("[data-said]:not(:empty)").wait_for()
    name_dealer(phone, 1)
    tap_deal(phone, 2, "6", "led")
    wait_for_score(phone, (0, 40))
    phone.reload()
    phone.locator("[data-call]:disabled").wait_for()  # it stands until the desk answers
    desk.goto(f"{table.hall.url}/desk/")
    desk.locator("main a[href^='/desk/cup-']").first.click()
    desk.get_by_text("referee called").first.wait_for()
    desk.get_by_role("button", name="I am coming").click()
    phone.locator("[data-call]:enabled").wait_for()
    phone.locator("[data-said]:not(:empty)").wait_for()


def test_a_match_made_void_says_so_and_takes_nothing(table: Table, phone: "Page", desk: "Page") -> None:
    come_to(phone, table)
    name_dealer(phone, 1)
    for deal, score in (((1, "3", "received"), (20, 0)), ((2, "6", "led"), (20, 40))):
        tap_deal(phone, *deal)
        wait_for_score(phone, score)
    wait_until_sent(phone)
    desk.goto(f"{table.hall.url}/desk/matches/{table.code}/rulings/")
    desk.locator("[name=target]").select_option("match")
    desk.locator("label", has=desk.locator("[name=effect][value=void]")).click()
    desk.locator("[name=reason]").last.fill("G-8")
    desk.get_by_role("button", name="Rule so").click()
    phone.locator("[data-next] a:visible").wait_for()  # on to the page of the event
    assert phone.locator("[data-score] b").all_inner_texts() == ["–", "–"]
    phone.locator("#table summary").click()
    assert phone.locator("[data-deals] li").count() == 2
    assert phone.locator("#table button:visible").count() == 0


@pytest.mark.parametrize("table", ["tokyo_meijin"], indirect=True)
def test_best_of_three_is_two_games(table: Table, phone: "Page") -> None:
    come_to(phone, table, seat=None)
    for _game in range(2):
        name_dealer(phone, 1)
        for points in (80, 160):
            tap_deal(phone, 1, "7", "doubled")
            if points < 150:
                wait_for_score(phone, (points, 0))
    phone.locator(".confirm-side").nth(1).wait_for()  # nobody's phone: both sides confirm
    wait_until_sent(phone)
    assert running(table, phone) == [(80, 0), (160, 0)] * 2


def test_t62_every_key_is_large_named_and_taken_back(table: Table, phone: "Page") -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    come_to(phone, table)
    name_dealer(phone, 1)
    low = "keys => keys.filter(key => key.getBoundingClientRect().height < 48).map(key => key.outerHTML)"
    assert phone.locator("#table button:visible").evaluate_all(low) == []
    tap_deal(phone, 2, "6", "led")
    wait_for_score(phone, (0, 40))
    phone.locator("[data-said]").filter(has_text=re.compile("^角")).wait_for()
    phone.tap("[data-open=back]")
    assert "角" in phone.inner_text("[data-back-question]")
    phone.tap("[data-take-back]")
    wait_for_score(phone, (0, 0))
    wait_until_sent(phone)
    assert running(table, phone) == []
