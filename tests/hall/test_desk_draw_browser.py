"""The draft in a real browser: two taps change places, at every width, by touch and by keyboard."""

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from scoring.services.drafts import pair_next_round
from tests.desk import desk_client
from tests.factories import mayors_cup
from tests.hall.test_public_layout import TOO_WIDE
from tournaments.models import Round, Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
SMALL = """[...document.querySelectorAll('main :is(a, button, select, summary, .unit[role=button])')]
    .filter(key => key.getBoundingClientRect().height)
    .filter(key => key.getBoundingClientRect().height < 48).map(key => key.outerHTML)"""


@pytest.fixture
def draft(live_server: LiveServer, page: "Page") -> Round:
    """The page shows the draft of a second round to somebody of the desk who reads English."""
    stage = mayors_cup(pairs=12, closed=1)
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    client = desk_client()
    page.context.add_cookies(
        [
            {"name": name, "value": client.cookies[name].value, "url": live_server.url}
            for name in (settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
        ]
    )
    page.goto(f"{live_server.url}/desk/{stage.tournament.slug}/draw/")
    return round


def at(round: Round, table: int, side: int) -> int:
    entry = round.matches.get(table=table).sides.get(number=side).entry
    assert entry is not None
    return entry.number


def test_two_taps_and_a_key_change_places(draft: Round, page: "Page") -> None:
    one, other = at(draft, 1, 1), at(draft, 2, 1)
    page.click(f"[data-unit='{one}']")
    page.click(f"[data-unit='{other}']")
    assert page.evaluate("document.activeElement.value") == "swap"
    page.keyboard.press("Enter")
    page.get_by_text("have changed places").or_(page.get_by_text("It would break")).first.wait_for()
    accept = page.get_by_role("button", name="Accept this and change places")
    if accept.count():
        accept.click()
        page.get_by_text("have changed places").wait_for()
    assert (at(draft, 1, 1), at(draft, 2, 1)) == (other, one)


def test_the_keyboard_is_enough(draft: Round, page: "Page") -> None:
    one = at(draft, 3, 2)
    page.focus(f"[data-unit='{one}']")
    page.keyboard.press("Enter")
    assert page.get_attribute(f"[data-unit='{one}']", "aria-pressed") == "true"
    page.keyboard.press(" ")
    assert page.get_attribute(f"[data-unit='{one}']", "aria-pressed") == "false"


def test_nothing_scrolls_sideways_and_nothing_is_too_small(draft: Round, page: "Page") -> None:
    for width in (320, 360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        for door in page.query_selector_all("main details:not([open]) > summary"):
            door.click()
        assert page.evaluate(TOO_WIDE) == 0, width
        assert page.evaluate(SMALL) == [], width
