"""The demonstration in a running hall, and what a copy of it is worth on another laptop."""

from pathlib import Path

import pytest

from hall.demo import SLUG
from tests.conftest import StartHall
from tests.servers.hall import HallProcess
from tests.servers.patience import wait_for
from tests.servers.postgres import new_database
from tests.servers.visitor import Visitor
from tests.servers.worker import running_worker

STANDINGS = f"/ja/events/{SLUG}/standings/"


def standings_of(hall: HallProcess) -> str:
    answer = Visitor(hall.url).get(STANDINGS)
    assert answer.status == 200
    return answer.text


def test_demonstration_opens_the_desk_and_may_be_run_again(
    demo_hall: HallProcess, start_hall: StartHall
) -> None:
    name, first_password = demo_hall.organiser
    assert Visitor(demo_hall.url).sign_in(name, first_password).status == 200
    standings = standings_of(demo_hall)
    demo_hall.stop()
    again = start_hall("--demo")
    assert standings_of(again) == standings
    assert Visitor(again.url).sign_in(name, first_password).status == 403
    assert Visitor(again.url).sign_in(*again.organiser).status == 200


def test_another_laptop_continues_after_a_power_cut(
    demo_hall: HallProcess, demo_home: Path, start_hall: StartHall, tmp_path: Path
) -> None:
    standings, word = standings_of(demo_hall), demo_hall.restore_word
    demo_hall.kill()
    copy = max((demo_home / "stick").glob("*.zip"))
    second = start_hall("--restore", str(copy), home=tmp_path / "other laptop", typed=word)
    assert standings_of(second) == standings
    assert "first-sign-in" not in second.words


@pytest.mark.servers
def test_workers_on_redis_make_the_copies(
    start_hall: StartHall, tmp_path: Path, postgres_url: str, valkey_url: str
) -> None:
    stick, home = tmp_path / "stick", tmp_path / "home"
    stick.mkdir()
    servers = {
        "DATABASE_URL": new_database(postgres_url),
        "REDIS_URL": valkey_url,
        "COPIES_DIR": str(stick),
    }
    start_hall("--demo", home=home, **servers)
    assert not list(stick.iterdir())
    with running_worker(home=home / "demo", **servers):
        assert wait_for(lambda: list(stick.glob("*.zip")))
