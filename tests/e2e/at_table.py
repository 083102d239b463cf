"""A table in a running hall and the phone that comes to it, as people hold it: taps, not calls."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@dataclass(frozen=True, slots=True)
class Table:
    """A running hall with one table, what lies on it, and the session of its desk."""

    hall: HallProcess
    session: str
    code: str
    token: str
    pin: str
    cards: dict[str, str]

    @property
    def address(self) -> str:
        return f"{self.hall.url}/table/{self.code}/"

    @property
    def link(self) -> str:
        return f"{self.hall.url}/t/{self.token}/"


def new_phone(browser: "Browser", **kept: Any) -> "BrowserContext":
    size: Any = {"width": 360, "height": 740}
    return browser.new_context(locale="ja-JP", viewport=size, has_touch=True, is_mobile=True, **kept)


def come_to(page: "Page", table: Table, *, seat: int | None = 1) -> None:
    page.goto(table.link)
    page.fill("#pin", table.pin)
    page.locator("button.main").click()
    page.wait_for_url(table.address)
    page.locator(f"[data-own-seats] [data-seat='{seat}']" if seat else "[data-nobody]").click()
    page.locator("[data-panel=deal]").wait_for()


def tap_deal(page: "Page", seat: int, tile: str, how: str) -> int:
    """Enters a deal; how many taps it took."""
    taps = [f"[data-seats] [data-seat='{seat}']", f"[data-tile='{tile}']", f"[data-how={how}]"]
    for tap in taps:
        page.tap(tap)
    return len(taps)


def wait_for_score(page: "Page", score: tuple[int, int]) -> None:
    from playwright.sync_api import expect

    expect(page.locator("[data-score] b")).to_have_text([str(points) for points in score])


def wait_until_sent(page: "Page") -> None:
    page.locator("[data-waiting]:not(.need)").wait_for(timeout=60_000)


def kept(table: Table, page: "Page") -> list[dict[str, Any]]:
    """The deals as everybody may read them."""
    sheet = page.request.get(f"{table.hall.url}/api/v1/matches/{table.code}").json()
    return [row for game in sheet["sheet"]["games"] for row in game["rows"]]


def running(table: Table, page: "Page") -> list[tuple[int, ...]]:
    return [tuple(row["running"]) for row in kept(table, page)]
