"""The hall keeps itself new under the eyes of the desk, and says so when it cannot."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import StartHall
from tests.servers.hall import ROOT, HallProcess, hall_environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.e2e
TABLES = 12
SOON = 8_000


@pytest.fixture
def facts(tmp_path: Path) -> dict[str, Any]:
    """A hall of so many tables that they fill more than the window."""
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.load.full_hall", str(TABLES)],
        cwd=ROOT, env=hall_environment(tmp_path / "home"), check=True, capture_output=True, text=True,
    )  # fmt: skip
    return json.loads(prepared.stdout)  # type: ignore[no-any-return]


@pytest.fixture
def hall(facts: dict[str, Any], tmp_path: Path, start_hall: StartHall) -> HallProcess:
    return start_hall(home=tmp_path / "home")


@pytest.fixture
def desk(browser: "Browser", hall: HallProcess, facts: dict[str, Any]) -> "Page":
    """The desk's laptop, signed in, which reads English and whose clock is an hour slow."""
    context = browser.new_context(viewport={"width": 800, "height": 700})
    cookies = {"sessionid": facts["session"], "django_language": "en"}
    context.add_cookies([{"name": name, "value": value, "url": hall.url} for name, value in cookies.items()])
    context.add_init_script("const real = Date.now; Date.now = () => real() - 3_600_000;")
    page = context.new_page()
    page.goto(f"{hall.url}/desk/")
    page.get_by_role("link", name="町長杯").first.click()
    page.wait_for_url("**/desk/cup-*/", wait_until="networkidle")
    return page


def phone_at(browser: "Browser", hall: HallProcess, table: dict[str, Any]) -> "Page":
    page = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{hall.url}/t/{table['token']}/")
    page.fill("#pin", table["pin"])
    page.click("button.main")
    page.wait_for_url("**/table/**")
    page.locator("[data-waiting]", has_text="All sent").wait_for()
    return page


def top_of(page: "Page", code: str) -> float:
    return page.locator(f"#m-{code}").bounding_box()["y"]  # type: ignore[index]


def test_a_call_comes_up_and_focus_and_place_stay(
    desk: "Page", browser: "Browser", hall: HallProcess, facts: dict[str, Any]
) -> None:
    last = facts["tables"][-1]
    held = facts["tables"][TABLES // 2]["code"]
    desk.locator(f"#m-{held} a").focus()
    before = top_of(desk, held)
    phone_at(browser, hall, last).locator("[data-call]").click()
    desk.locator("#calls", has_text=f"Table {TABLES}").wait_for(timeout=SOON)
    first = desk.locator("#tables article").first
    assert first.get_attribute("id") == f"m-{last['code']}"
    assert "referee called" in first.inner_text()
    assert desk.evaluate("document.activeElement.closest('article').id") == f"m-{held}"
    assert abs(top_of(desk, held) - before) < 2
    first.get_by_role("button", name="I am coming").click()
    desk.locator(".answer").wait_for()
    assert desk.locator("#calls").inner_text() == ""


def test_what_is_being_typed_stays(
    desk: "Page", browser: "Browser", hall: HallProcess, facts: dict[str, Any]
) -> None:
    desk.locator("#table").fill("1")
    phone_at(browser, hall, facts["tables"][0]).locator("[data-call]").click()
    desk.locator("#calls", has_text="Table 1").wait_for(timeout=SOON)
    desk.keyboard.type("2")
    assert desk.locator("#table").input_value() == "12"


def test_a_lost_connection_is_told_and_mended(desk: "Page") -> None:
    context: BrowserContext = desk.context
    context.set_offline(True)
    desk.locator("[data-live]", has_text="No connection since").wait_for(timeout=SOON)
    context.set_offline(False)
    desk.locator("[data-live]", has_text="as of").wait_for(timeout=SOON)
    assert "No connection" not in desk.locator("[data-live]").inner_text()


def test_the_clock_runs_by_the_servers_time(desk: "Page", browser: "Browser", hall: HallProcess) -> None:
    """The laptop's clock is an hour slow: by that one 85 minutes would be left."""
    desk.locator("#clock").click()
    desk.locator("input[name=minutes]").fill("25")
    desk.get_by_role("button", name="Start the clock").click()
    shown = desk.locator("[data-clock]", has_text="left")
    shown.wait_for(timeout=SOON)
    assert shown.inner_text()[:2] in ("24", "25")
    slug = desk.url.split("/")[-3]
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{hall.url}/en/events/{slug}/")
    assert plain.locator("[data-clock]").inner_text().startswith("until ")
