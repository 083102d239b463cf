from collections.abc import Iterator

import pytest

from tests.tournaments.draw_process import NO_DATABASE, Asked, running_draw


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """The running command, without a home folder and with a database that cannot be reached."""
    folder = tmp_path_factory.mktemp("draw")
    with running_draw(folder / "no home", folder / "complaints", DATABASE_URL=NO_DATABASE) as asked:
        yield asked
