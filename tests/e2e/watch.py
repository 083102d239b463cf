"""What goes wrong in a browser although nobody pressed a wrong key, and pages that run out of the window."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response

NARROWEST = {"width": 320, "height": 640}

# Every page tells in the console when it runs out of the window, with all its doors open.
TELL_WIDTH = """
addEventListener("load", () => {
  const page = document.documentElement;
  const doors = [...document.querySelectorAll("details:not([open])")];
  for (const door of doors) door.open = true;
  const over = page.scrollWidth - page.clientWidth;
  for (const door of doors) door.open = false;
  if (over) console.error(`${over} px out of the window: ${location}`);
});
"""


class Watch:
    """Hears a page from now on: ``faults`` holds all that its console, its scripts and its server told."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("response", self._look)

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _look(self, response: "Response") -> None:
        if response.status >= HTTPStatus.BAD_REQUEST:
            self.faults.append(f"{response.status} {response.url}")

    @contextmanager
    def refusal(self, status: HTTPStatus = HTTPStatus.CONFLICT) -> Iterator[None]:
        """What is done here is answered so, once, and nothing else goes wrong."""
        before = len(self.faults)
        yield
        told, self.faults[before:] = self.faults[before:], []
        assert told, "nothing was refused"
        assert [fault for fault in told if f"{status:d}" not in fault] == []


def narrowest_phone(context: "BrowserContext") -> "Page":
    """A page of the smallest phone, on which sideways scrolling is a fault."""
    context.add_init_script(TELL_WIDTH)
    page = context.new_page()
    page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
    return page
