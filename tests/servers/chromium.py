"""A real browser: the system's Chromium, driven by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.servers.missing import ServerMissing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def chromium_path() -> str:
    """Where the system's browser lies. Raises ServerMissing."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise ServerMissing("Chromium: no browser found; on Debian: apt-get install chromium")
    return path


@contextmanager
def chromium_browser() -> Iterator["Browser"]:
    """Yields a running browser without a window."""
    path = chromium_path()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()
