"""The one command, as a process: what its terminal says and what it refuses."""

import os
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import StartHall
from tests.servers.hall import ROOT, HallProcess, hall_environment
from tests.servers.visitor import Visitor

PASSWORD = "kaku-to-hisha-40"


def test_hall_starts_with_an_empty_home(hall_server: HallProcess) -> None:
    visitor = Visitor(hall_server.url)
    assert visitor.get("/").status == 200
    assert hall_server.first_sign_in_link.startswith(f"http://localhost:{hall_server.port}/")


def test_hall_for_this_computer_only_shows_no_other_address(start_hall: StartHall) -> None:
    hall = start_hall("--host", "127.0.0.1")
    assert "No network: this computer only." in hall.words
    assert hall.words.count(f":{hall.port}/") == 2  # the page and the first sign-in


def test_link_makes_the_first_account_once(hall_server: HallProcess) -> None:
    link = hall_server.first_sign_in_link
    fields = {"username": "kaicho", "password": PASSWORD, "password_again": PASSWORD}
    first, second = Visitor(hall_server.url), Visitor(hall_server.url)
    assert first.get(link).status == second.get(link).status == 200
    assert first.post(link, **fields).status == 200
    assert second.post(link, **fields | {"username": "other"}).status == 409
    assert Visitor(hall_server.url).get(link).status == 409


def test_no_link_is_shown_once_somebody_has_an_account(start_hall: StartHall) -> None:
    hall = start_hall()
    visitor = Visitor(hall.url)
    visitor.get(hall.first_sign_in_link)
    visitor.post(
        hall.first_sign_in_link,
        username="kaicho", password=PASSWORD, password_again=PASSWORD,
    )  # fmt: skip
    hall.stop()
    again = start_hall()
    assert "first-sign-in" not in again.words
    assert Visitor(again.url).sign_in("kaicho", PASSWORD).status == 200


def test_secret_key_is_private_and_kept(start_hall: StartHall) -> None:
    hall = start_hall()
    path = hall.home / "secret_key"
    key = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 or os.name == "nt"
    hall.stop()
    start_hall()
    assert path.read_text() == key


def test_second_hall_is_refused(start_hall: StartHall) -> None:
    start_hall()
    second = start_hall(wait=False)
    assert second.wait() == 1
    assert "hall_is_running" in second.words


def test_lock_is_free_after_a_power_cut(start_hall: StartHall) -> None:
    start_hall().kill()
    assert Visitor(start_hall().url).get("/").status == 200


def test_hall_ends_in_order(hall_server: HallProcess) -> None:
    assert hall_server.stop() == 0
    assert "Stopped. Everything is stored." in hall_server.words


def test_busy_port_is_refused_with_another_one(start_hall: StartHall) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        hall = start_hall("--port", str(port), wait=False)
        assert hall.wait() == 1
    assert "port_is_busy" in hall.words
    assert f"--port {port + 1}" in hall.words


def test_foreign_address_is_refused(start_hall: StartHall) -> None:
    hall = start_hall("--host", "203.0.113.9", wait=False)
    assert hall.wait() == 1
    assert "address_is_not_ours" in hall.words


def test_newer_database_is_refused_untouched(start_hall: StartHall) -> None:
    hall = start_hall()
    hall.stop()
    file = hall.home / "banzuke.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('ledger', '9999_from_the_future', '2099-01-01')"
        )
    before = file.read_bytes()
    again = start_hall(wait=False)
    assert again.wait() == 1
    assert "database_is_newer" in again.words
    assert "ledger 9999_from_the_future" in again.words
    assert file.read_bytes() == before


def test_database_is_kept_before_it_is_brought_up_to_date(start_hall: StartHall) -> None:
    hall = start_hall()
    hall.stop()
    assert not (hall.home / "before-upgrade").exists()
    run_command("migrate", "sessions", "zero", home=hall.home)
    again = start_hall()
    (kept,) = (again.home / "before-upgrade").iterdir()
    assert str(kept) in again.words
    assert "django_session" not in tables(kept)
    assert "django_session" in tables(again.home / "banzuke.sqlite3")


def test_missing_folder_for_copies_is_refused(start_hall: StartHall, tmp_path: Path) -> None:
    hall = start_hall("--copies", str(tmp_path / "no stick"), wait=False)
    assert hall.wait() == 1
    assert "copies_folder_missing" in hall.words


def test_missing_copy_is_refused(start_hall: StartHall, tmp_path: Path) -> None:
    hall = start_hall("--restore", str(tmp_path / "nothing.zip"), wait=False)
    assert hall.wait() == 1
    assert "copy_missing" in hall.words


@pytest.mark.servers
def test_hall_serves_on_postgresql_and_valkey(each_hall: HallProcess) -> None:
    assert Visitor(each_hall.url).get("/").status == 200


def run_command(*arguments: str, home: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=hall_environment(home), check=True, capture_output=True,
    )  # fmt: skip


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
