"""A table with its slip and its cards, and a phone."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import StartHall
from tests.e2e.at_table import Table, new_phone
from tests.servers.hall import ROOT, hall_environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path, start_hall: StartHall) -> Table:
    """One table in a running hall; of another preset where a test asks for it."""
    home, preset = tmp_path / "home", getattr(request, "param", "society_pairs")
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.load.full_hall", "1", preset],
        cwd=ROOT, env=hall_environment(home), check=True, capture_output=True, text=True,
    )  # fmt: skip
    facts = json.loads(prepared.stdout)
    return Table(start_hall(home=home), session=facts["session"], **facts["tables"][0])


@pytest.fixture
def phone(browser: "Browser") -> Iterator["Page"]:
    """A phone of 360 × 740 that is touched and reads Japanese."""
    context = new_phone(browser)
    yield context.new_page()
    context.close()
