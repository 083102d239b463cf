from typing import TYPE_CHECKING

import pytest

from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.e2e
PASSWORD = "kaku-to-hisha-40"


def test_first_account_is_made_leaves_and_comes_back(hall_server: HallProcess, page: "Page") -> None:
    page.goto(hall_server.first_sign_in_link)
    page.fill("#username", "kaicho")
    page.fill("#password", PASSWORD)
    page.fill("#password_again", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/desk/")
    page.context.clear_cookies()
    page.goto(f"{hall_server.url}/desk/")
    page.wait_for_url("**/sign-in/**")
    page.fill("#username", "kaicho")
    page.fill("#password", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/desk/")
