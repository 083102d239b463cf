"""Every page under axe, as wide as a small phone and a laptop, light and dark: nothing serious is found."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.at_table import Table, come_to
from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e
AXE = Path(__file__).parent / "vendor/axe-core-4.14.1/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SERIOUS = {"serious", "critical"}
WIDTHS = (320, 1440)
EVENT = "mayors-cup-25"
PUBLIC_PARTS = ("", "standings/", "cross-table/", "records/", "conditions/")
PUBLIC = ["", *(f"events/{EVENT}/{part}" for part in PUBLIC_PARTS)]
DESK_PARTS = (
    "", "settings/", "reception/", "draw/", "lots/", "seats/", "teams/", "wishes/", "stages/", "links/",
    "links/8/", "cards/", "clock/", "history/",
)  # fmt: skip
DESK = ["", "events/new/", *(f"{EVENT}/{part}" for part in DESK_PARTS)]


def faults(page: "Page") -> list[str]:
    """What axe finds, each with the first element that it is about."""
    page.evaluate(AXE.read_text())
    found: Any = page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    return [
        f"{page.url} {fault['id']}: {fault['nodes'][0]['html'][:150]}"
        for fault in found["violations"]
        if fault["impact"] in SERIOUS
    ]


def faults_at_all_widths(page: "Page", address: str) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        answer = page.goto(address)
        assert answer
        assert answer.ok, (address, answer.status)
        yield from faults(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            yield f"{address} scrolls sideways at {width}"


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context(locale="ja-JP", color_scheme=request.param)
    yield context.new_page()
    context.close()


def test_public_pages(demo_hall: HallProcess, reader: "Page") -> None:
    found = [fault for path in PUBLIC for fault in faults_at_all_widths(reader, f"{demo_hall.url}/ja/{path}")]
    assert found == []


def test_desk_pages(demo_hall: HallProcess, reader: "Page") -> None:
    sign_in(reader, demo_hall)
    pages = [f"{demo_hall.url}/desk/{path}" for path in DESK]
    pages += matches_of(reader, demo_hall)
    found = [fault for address in pages for fault in faults_at_all_widths(reader, address)]
    assert found == []


def test_phone_at_a_table(table: Table, reader: "Page") -> None:
    reader.set_viewport_size({"width": 320, "height": 740})
    reader.goto(table.link)
    found = faults(reader)
    come_to(reader, table)
    found += faults(reader)
    for door in ("combination", "redeal"):
        reader.locator(f"[data-open={door}]").click()
        found += faults(reader)
        reader.locator(f"[data-panel={door}] [data-close]").click()
    assert found == []
    assert reader.evaluate("document.documentElement.scrollWidth") <= 320


def sign_in(page: "Page", hall: HallProcess) -> None:
    name, password = hall.organiser
    page.goto(f"{hall.url}/sign-in/")
    page.fill("#username", name)
    page.fill("#password", password)
    page.press("#password", "Enter")
    page.wait_for_url("**/desk/")


def matches_of(page: "Page", hall: HallProcess) -> Sequence[str]:
    """One match of each state that the hall shows, and its other pages."""
    page.goto(f"{hall.url}/desk/{EVENT}/")
    cards: Any = page.locator("article").evaluate_all(
        "cards => cards.map(card => [card.querySelector('.state').textContent, card.querySelector('a').href])"
    )
    by_state = dict(json.loads(json.dumps(cards)))
    return [address + part for address in by_state.values() for part in ("", "history/", "rulings/")]
