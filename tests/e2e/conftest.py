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
def table(tmp_path: Path, start_hall: StartHall) -> Table:
    home = tmp_path / "home"
    prepared = subprocess.run(
        [sys.executable, "-m", "tests.load.full_hall", "1"],
        cwd=ROOT, env=hall_environment(home), check=True, capture_output=True, text=True,
    )  # fmt: skip
    return Table(start_hall(home=home), **json.loads(prepared.stdout)["tables"][0])


@pytest.fixture
def phone(browser: "Browser") -> Iterator["Page"]:
    """A phone of 360 × 740 that is touched and reads Japanese."""
    context = new_phone(browser)
    yield context.new_page()
    context.close()
