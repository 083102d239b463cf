"""Copies: after every publish and close, to the stick; and the day goes on without the laptop."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from celery import current_app
from pytest_django import Settings

from hall.archive import read_archive, restore_word
from hall.copies import copies_folder
from hall.errors import CopiesFolderMissing
from hall.tasks import copy_event
from ledger.models import OutboxItem
from scoring.services.results import confirm_match
from scoring.services.rounds import COPY_TASK, close_round
from tests.conftest import StartHall
from tests.events import make_match, play_out
from tests.servers.hall import ROOT, HallProcess, hall_environment
from tests.servers.patience import wait_for
from tests.servers.visitor import Visitor
from tournaments.models import Match, Tournament

WorkOff = Callable[[], int]


@pytest.fixture
def stick(settings: Settings, tmp_path: Path) -> Path:
    """The folder chosen for copies."""
    settings.HOME, folder = tmp_path, tmp_path / "stick"
    folder.mkdir()
    settings.COPIES_DIR = str(folder)
    return folder


@pytest.fixture
def match(db: None) -> Match:
    """One match of a round that has just been published."""
    return make_match()


def items() -> list[OutboxItem]:
    return list(OutboxItem.objects.filter(task=COPY_TASK).order_by("pk"))


def test_task_is_registered_under_the_name_that_services_use() -> None:
    assert COPY_TASK == "hall.copy_event"
    assert COPY_TASK in current_app.tasks


def test_publishing_and_closing_each_write_a_copy(
    match: Match, stick: Path, work_off_outbox: WorkOff
) -> None:
    work_off_outbox()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    work_off_outbox()
    published, closed = sorted(stick.iterdir(), key=lambda file: int(file.stem.rpartition("-v")[2]))
    assert [item.outcome for item in items()] == [str(published), str(closed)]
    assert not [item for item in items() if item.done_at is None or item.failure]
    states = [
        read_archive(file, word=restore_word()).rows["rounds"][0]["state"] for file in (published, closed)
    ]
    assert states == ["published", "closed"]


def test_name_says_event_moment_and_version(match: Match, stick: Path, work_off_outbox: WorkOff) -> None:
    work_off_outbox()
    event = Tournament.objects.get()
    [copy] = stick.iterdir()
    assert copy.name.startswith(f"{event.slug}-20")
    assert copy.name.endswith(f"Z-v{event.public_version}.zip")


def test_task_done_again_does_nothing(match: Match, stick: Path, work_off_outbox: WorkOff) -> None:
    work_off_outbox()
    [copy] = stick.iterdir()
    copy.unlink()
    copy_event(tournament=str(match.tournament.uuid), outbox_item=items()[0].pk)
    assert not list(stick.iterdir())


def test_one_copy_covers_all_that_waited(match: Match, stick: Path, work_off_outbox: WorkOff) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    close_round(match.round)
    assert work_off_outbox() == 2
    [copy] = stick.iterdir()
    assert {item.outcome for item in items()} == {str(copy)}


def test_stick_taken_out_is_told_and_never_made_up_for(
    match: Match, stick: Path, work_off_outbox: WorkOff
) -> None:
    stick.rmdir()
    work_off_outbox()
    [item] = items()
    assert item.done_at is None
    assert str(stick) in item.failure
    assert not stick.exists()
    stick.mkdir()
    work_off_outbox()
    [item] = items()
    assert (item.done_at is not None, item.failure) == (True, "")


def test_full_stick_is_told(
    match: Match, stick: Path, work_off_outbox: WorkOff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    work_off_outbox()
    assert "No space left on device" in items()[0].failure
    assert not list(stick.iterdir())


def test_without_a_stick_copies_stay_at_home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME, settings.COPIES_DIR = tmp_path, ""
    assert copies_folder() == tmp_path / "copies"
    assert copies_folder().is_dir()


def test_chosen_folder_must_be_there(settings: Settings, tmp_path: Path) -> None:
    settings.COPIES_DIR = str(tmp_path / "stick")
    with pytest.raises(CopiesFolderMissing):
        copies_folder()


class Desk(Visitor):
    """Signed in at a running hall; works through the API."""

    def __init__(self, hall: HallProcess) -> None:
        super().__init__(hall.url)
        assert self.sign_in("desk", "-").status == 200

    def call(self, method: str, path: str, **body: object) -> Any:
        answer = self.send(method, f"/api/v1/{path}", body)
        assert answer.status < 300, answer.text
        return answer.json

    def see(self, path: str) -> Any:
        return self.get(f"/api/v1/{path}").json

    def play_out(self, code: str, *, seat: int) -> None:
        """That seat goes out twice with doubled rooks; the match is confirmed."""
        after = self.see(f"matches/{code}/desk")["last_act"]
        record = f"sheet,s{seat},{seat},7,doubled"
        for _ in range(2):
            uuid = uuid4()
            after = self.call("PUT", f"matches/{code}/deals/{uuid}", after=after, record=record)["last_act"]
        self.call("POST", f"matches/{code}/confirm")


def newest(stick: Path, *, than: Path | None = None) -> Path | None:
    copies = sorted(stick.glob("*.zip"), key=lambda file: int(file.stem.rpartition("-v")[2]))
    return copies[-1] if copies and copies[-1] != than else None


def prepared_hall(home: Path) -> list[str]:
    """Eight pairs, round one published; the codes of its matches."""
    command = [sys.executable, "-m", "tests.load.full_hall", "4"]
    done = subprocess.run(command, cwd=ROOT, env=hall_environment(home), check=True, capture_output=True)
    codes: list[str] = json.loads(done.stdout)["codes"]
    return codes


def test_day_goes_on_when_the_first_laptop_is_killed(start_hall: StartHall, tmp_path: Path) -> None:
    stick, first_home = tmp_path / "stick", tmp_path / "first"
    stick.mkdir()
    codes = prepared_hall(first_home)
    first = start_hall("--copies", str(stick), home=first_home)
    published = wait_for(lambda: newest(stick))
    desk = Desk(first)
    [event] = desk.see("events")["now"]
    hall = f"events/{event['slug']}"
    for code in codes:
        desk.play_out(code, seat=1)
    desk.call("POST", f"{hall}/draws/{desk.see(f'{hall}/hall')['draw']['uuid']}/close")
    closed = wait_for(lambda: newest(stick, than=published))
    drawn = desk.call("POST", f"{hall}/draws", relaxed=[])
    desk.call("POST", f"{hall}/draws/{drawn['uuid']}/publish")
    last = wait_for(lambda: newest(stick, than=closed))
    standings = desk.see(f"{hall}/standings")
    first.kill()

    word = first.restore_word
    second = start_hall("--restore", str(last), home=tmp_path / "second", typed=word)
    desk = Desk(second)
    assert desk.see(f"{hall}/standings") == standings
    tables = desk.see(f"{hall}/hall")["draw"]
    for match in tables["matches"]:
        desk.play_out(match["code"], seat=2)
    desk.call("POST", f"{hall}/draws/{tables['uuid']}/close")
    assert desk.see(f"{hall}/hall")["next_step"]["round"] == 3
    assert wait_for(lambda: newest(tmp_path / "second" / "copies"))
