from typing import TYPE_CHECKING

import pytest

from tests.e2e.desk_walk import PASSWORD, sign_in_for_the_first_time
from tests.servers.hall import HallProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.e2e


def test_first_account_is_made_leaves_and_comes_back(hall_server: HallProcess, page: "Page") -> None:
    sign_in_for_the_first_time(page, hall_server)
    page.context.clear_cookies()
    page.goto(f"{hall_server.url}/desk/")
    page.wait_for_url("**/sign-in/**")
    page.fill("#username", "kaicho")
    page.fill("#password", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/desk/")
