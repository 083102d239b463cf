"""The public pages in a real browser: nothing runs out of the window of the smallest phone."""

from itertools import product
from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.factories import mayors_cup
from tests.hall.test_public_pages import pages_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOO_SMALL = """[...document.querySelectorAll('.tabs a, .choices a, .langs a, .key, .index a')]
    .filter(link => link.getBoundingClientRect().height < 48).map(link => link.outerHTML)"""


def test_nothing_scrolls_sideways_and_nothing_is_too_small(live_server: LiveServer, page: "Page") -> None:
    paths = pages_of(mayors_cup(pairs=20, closed=1, running=True))
    for language, width in product(["ja", "en", "ru"], [320, 360]):
        page.set_viewport_size({"width": width, "height": 640})
        for path in paths:
            page.goto(live_server.url + path.replace("/ja/", f"/{language}/", 1))
            assert page.evaluate(TOO_WIDE) == 0, (language, width, path)
            assert page.evaluate(TOO_SMALL) == [], (language, width, path)
