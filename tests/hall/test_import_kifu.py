"""``import_kifu``: what it prints, and what the public then reads."""

import json
import os
import shutil
from contextlib import nullcontext
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from hall.lock import hall_lock
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db
OWN_FILE = Path(__file__).parents[1] / "data" / "three-deals.yaml"


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME, settings.TERMINAL_LANGUAGE = tmp_path, "en"


class Rows(HTMLParser):
    """The cells of every table row of a page, as plain text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self._in_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data


def run(*arguments: str | Path) -> str:
    out = StringIO()
    call_command("import_kifu", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


def shown_points(client: Client, slug: str) -> dict[str, int]:
    """Points of every pair as the public standings page shows them."""
    page = client.get(f"/en/events/{slug}/standings/").content.decode()
    rows = [row for row in Rows(page).rows if row]
    return {row[1].strip(): int(row[3]) for row in rows}


def test_what_was_done_is_printed() -> None:
    printed = run("--event", "real", OWN_FILE)
    assert printed.splitlines() == [
        "three-deals: 3 deals, 2 lawful",
        "  deal 2 is not lawful at play 1: the leader may not pass (leader_cannot_pass, rule G-4.2)",
        "1 files imported: 3 deals, 2 lawful, 1 rejected, 0 score differences",
    ]
    assert "three-deals: imported before, nothing changed" in run("--event", "real", OWN_FILE)


def test_public_reads_points_and_reasons(client: Client) -> None:
    run("--event", "real", OWN_FILE)
    assert shown_points(client, "real") == {
        "three-deals-岬・three-deals-浜": 0,
        "three-deals-浦・three-deals-磯": 40,
    }
    match = Match.objects.get()
    page = client.get(f"/en/matches/{match.code}/").content.decode()
    assert "the leader may not pass" in page
    assert "leader_cannot_pass" in page
    assert "unfinished" in page


def test_unreadable_file_is_named_and_the_command_fails_after_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("log: [")
    out = StringIO()
    with pytest.raises(CommandError, match="Not every file"):
        call_command("import_kifu", "--event", "real", broken, OWN_FILE, stdout=out, stderr=out)
    assert "record_unreadable: broken, line 1" in out.getvalue()
    assert "three-deals: 3 deals" in out.getvalue()


def test_file_whose_name_is_not_utf_8_is_imported(tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"hall-\xff.yaml")
    shutil.copy(OWN_FILE, strange)
    out = StringIO()
    call_command("import_kifu", "--event", "real", strange, stdout=out, stderr=out)
    assert "hall-\\xff: 3 deals" in out.getvalue()


def test_names_of_seats_only_are_refused_with_the_next_step(tmp_path: Path) -> None:
    seats = tmp_path / "seats.yaml"
    text = OWN_FILE.read_text()
    for seat, name in enumerate(("岬 一郎", "浦 二郎", "浜 三枝", "磯 四郎"), 1):
        text = text.replace(name, f"p{seat}")
    seats.write_text(text)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("import_kifu", "--event", "real", "--same-names", seats, stdout=out, stderr=out)
    assert "names_are_seats" in out.getvalue()
    assert "import without --same-names" in out.getvalue()
    assert not Tournament.objects.exists()


def test_slug_must_fit_into_an_address() -> None:
    with override("en"), pytest.raises(CommandError, match="letters"):
        run("--event", "町長杯", OWN_FILE)


def test_running_hall_is_not_written_behind_its_back_on_sqlite() -> None:
    refused = pytest.raises(CommandError, match="hall_is_running")
    with hall_lock(), refused if connection.vendor == "sqlite" else nullcontext():
        run("--event", "real", OWN_FILE)


def test_real_records_come_out_on_the_standings_page(client: Client, shared_folder: Path) -> None:
    run("--event", "real", *sorted((shared_folder / "data" / "kifu").glob("*.yaml")))
    lines = (shared_folder / "cases" / "kifu-expected.jsonl").read_text("utf-8").splitlines()
    facts = [json.loads(line) for line in lines]
    shown = shown_points(client, "real")
    for match in facts:
        file = Path(match["file"]).stem
        sums = {side: sum(d["points"] for d in match["deals"] if d.get("side") == side) for side in (1, 2)}
        assert shown[f"{file}-p1・{file}-p3"] == sums[1]
        assert shown[f"{file}-p2・{file}-p4"] == sums[2]
    for match in facts:
        reasons = [deal["error"]["code"] for deal in match["deals"] if "error" in deal]
        if reasons:
            code = Match.objects.get(
                sides__entry__members__member__name=f"{Path(match['file']).stem}-p1"
            ).code
            page = client.get(f"/en/matches/{code}/").content.decode()
            assert [code for code in reasons if code not in page] == []
