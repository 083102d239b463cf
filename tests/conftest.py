"""Fixtures for every test: real servers where they are found, the hall as a process, a browser.

A test whose server is missing is left out with one line that says why; in CI (``CI=true``)
nothing may be left out.
"""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.servers.chromium import chromium_browser
from tests.servers.hall import HallProcess, running_hall
from tests.servers.missing import IN_CI, ServerMissing, leave_out
from tests.servers.patience import wait_for
from tests.servers.postgres import new_database, postgres_server
from tests.servers.valkey import valkey_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHARED = Path(__file__).resolve().parents[2] / "shared"
NOT_BESIDE = "not beside"  # so tests say that the shared folder is not at hand

StartHall = Callable[..., HallProcess]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a skipped test fails; only the shared folder may be missing there."""
    report = yield
    expected = hasattr(report, "wasxfail") or NOT_BESIDE in str(report.longrepr)
    if IN_CI and report.skipped and not expected:
        report.outcome, report.longrepr = "failed", f"left out in CI: {report.longrepr}"
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL and Valkey, what starts a hall of its own is left to the run on SQLite.

    Such a hall has its own database, and a test that claims PostgreSQL gives it one in every run.
    """
    if not os.environ.get("DATABASE_URL"):
        return
    own = [item for item in items if {"start_hall", "shared_hall"} & {*getattr(item, "fixturenames", ())}]
    config.hook.pytest_deselected(items=own)
    items[:] = [item for item in items if item not in own]


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Attempts counted in one test do not lock out the next."""
    from django.core.cache import cache

    yield
    cache.clear()


@pytest.fixture
def shared_folder() -> Path:
    """Real records and cases that are read where they are at hand, never committed."""
    if not SHARED.is_dir():
        pytest.skip(f"the shared folder is {NOT_BESIDE} this checkout")
    return SHARED


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database on a real PostgreSQL."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres_server())
        except ServerMissing as missing:
            leave_out(str(missing))
        yield url


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of a real Valkey."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(valkey_server())
        except ServerMissing as missing:
            leave_out(str(missing))
        yield url


@pytest.fixture
def start_hall(tmp_path: Path) -> Iterator[StartHall]:
    """Starts ``manage.py hall`` with these arguments and environment, as often as called.

    All of them share one home unless ``home`` says otherwise; ``typed`` is what somebody types;
    ``wait=False`` does not wait until it serves.
    """
    with ExitStack() as halls:

        def start(*arguments: str, **options: Any) -> HallProcess:
            options.setdefault("home", tmp_path / "home")
            return halls.enter_context(running_hall(*arguments, **options))

        yield start


@pytest.fixture
def hall_server(start_hall: StartHall) -> HallProcess:
    """A hall with an empty home, on SQLite, serving."""
    return start_hall()


@pytest.fixture(scope="module")
def shared_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    """A hall that began with an empty home, on SQLite, for all tests of one module."""
    with running_hall(home=tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the demonstration in it, loaded once; its copies lie in ``stick`` below."""
    home = tmp_path_factory.mktemp("demonstration")
    stick = home / "stick"
    stick.mkdir()
    with running_hall("--demo", "--copies", str(stick), home=home) as hall:
        wait_for(lambda: list(stick.glob("*.zip")))
        hall.stop()
    return home


@pytest.fixture
def demo_hall(demo_home: Path, start_hall: StartHall, tmp_path: Path) -> HallProcess:
    """A hall with the demonstration, serving; what is changed in it is gone afterwards."""
    shutil.copytree(demo_home, tmp_path / "home")
    return start_hall("--demo")


@pytest.fixture(params=["sqlite", pytest.param("servers", marks=pytest.mark.servers)])
def each_hall(request: pytest.FixtureRequest, start_hall: StartHall) -> HallProcess:
    """A hall with an empty home: once on SQLite, once on PostgreSQL and Valkey."""
    if request.param == "sqlite":
        return start_hall()
    database = new_database(request.getfixturevalue("postgres_url"))
    return start_hall(DATABASE_URL=database, REDIS_URL=request.getfixturevalue("valkey_url"))


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A real browser for the tests of one module."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        # Playwright keeps an event loop in this thread; the ORM may still be used beside it.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        try:
            running = stack.enter_context(chromium_browser())
        except ServerMissing as missing:
            leave_out(str(missing))
        yield running


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page of a visitor with no cookies who reads Japanese."""
    context = browser.new_context(locale="ja-JP", timezone_id="Asia/Tokyo")
    yield context.new_page()
    context.close()


@pytest.fixture
def work_off_outbox() -> Callable[[], int]:
    """Does everything that waits in the outbox, here and now; returns how many."""
    from celery import current_app

    from ledger.models import OutboxItem

    current_app.loader.import_default_modules()

    def work() -> int:
        waiting = list(OutboxItem.objects.filter(done_at=None).order_by("created_at"))
        for item in waiting:
            arguments = {**item.arguments, "outbox_item": item.pk}
            current_app.tasks[item.task].apply(kwargs=arguments, throw=True)
        return len(waiting)

    return work
