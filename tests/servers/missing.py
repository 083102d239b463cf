"""What happens to a test whose server is not on this machine."""

import os
from typing import NoReturn

import pytest

IN_CI = os.environ.get("CI") == "true"


class ServerMissing(Exception):
    """Says in one line what was not found."""


def leave_out(reason: str) -> NoReturn:
    """The test is skipped with its reason; in CI, where nothing may be missing, it fails."""
    if IN_CI:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
