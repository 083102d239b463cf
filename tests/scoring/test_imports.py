"""Records from files: who the people are, what is kept, what is refused, and doing it again."""

import re
from pathlib import Path

import pytest

from ledger.acts import chain_faults
from ledger.models import Act
from scoring.enums import DealState
from scoring.errors import (
    EventNotForImport,
    FileChanged,
    FileTwice,
    NamesAreSeats,
    NameTooLong,
    NameTwice,
    RecordUnreadable,
)
from scoring.models import Deal
from scoring.services.imports import FileReport, RecordFile, import_records
from tests.events import make_stage
from tournaments.enums import MatchState, RoundState
from tournaments.models import Announcement, Entry, Match, Tournament

pytestmark = pytest.mark.django_db
THREE_DEALS = (Path(__file__).parents[1] / "data" / "three-deals.yaml").read_bytes()


def named(*names: str) -> bytes:
    """The same deals played by others."""
    text = THREE_DEALS.decode()
    for key, name in enumerate(names):
        text = re.sub(rf'^p{key}: ".*"$', f'p{key}: "{name}"', text, flags=re.MULTILINE)
    return text.encode()


def imported(*files: tuple[str, bytes | None], same_names: bool = False) -> list[FileReport]:
    return import_records("real", [RecordFile(*file) for file in files], same_names=same_names)


def entries() -> list[str]:
    return [entry.shown_name for entry in Entry.objects.order_by("number")]


def test_person_is_a_file_and_a_seat() -> None:
    imported(("000", named("p1", "p2", "p3", "p4")), ("001", named("p1", "p2", "p3", "p4")))
    assert entries() == ["000-p1・000-p3", "000-p2・000-p4", "001-p1・001-p3", "001-p2・001-p4"]


def test_one_match_a_file_all_in_one_published_round() -> None:
    imported(("000", THREE_DEALS), ("001", THREE_DEALS))
    event = Tournament.objects.get(slug="real")
    stage = event.divisions.get().stages.get()
    round = stage.rounds.get()
    assert (stage.format, round.state) == ("imported", RoundState.PUBLISHED.value)
    assert [match.table for match in round.matches.all()] == [1, 2]
    assert [key.value for key, _ in stage.profile.ranking] == ["points_for", "point_diff"]


def test_unlawful_deal_is_kept_rejected_in_its_place() -> None:
    [report] = imported(("000", THREE_DEALS))
    rows = Deal.objects.order_by("pk")
    assert [row.state for row in rows] == ["current", "rejected", "current"]
    assert (rows[1].fault_code, rows[1].fault_ply, rows[1].fault_rule) == ("leader_cannot_pass", 1, "G-4.2")
    assert report.lawful == 2
    assert [(number, verdict.fault.code) for number, verdict in report.rejected if verdict.fault] == [
        (2, "leader_cannot_pass")
    ]


def test_unfinished_game_counts_no_win() -> None:
    imported(("000", THREE_DEALS))
    match = Match.objects.get()
    assert match.state == MatchState.PLAYING.value
    assert match.result.match_score.results == {}
    assert match.result.match_score.games[0].raw == {1: 0, 2: 40}


def test_score_is_kept_as_typed_and_never_added() -> None:
    [report] = imported(("000", THREE_DEALS.replace(b"[30, 20]", b"[90, 20]")))
    assert [deal.typed_score for deal in Deal.objects.order_by("pk")] == [[0, 0], [0, 20], [90, 20]]
    assert Match.objects.get().result.match_score.games[0].raw == {1: 0, 2: 40}
    assert report.differences == ()  # after an unlawful deal no score is expected


def test_score_that_does_not_follow_is_listed() -> None:
    [report] = imported(("000", THREE_DEALS.replace(b"[0, 20]", b"[70, 20]")))
    assert [(d.number, d.before, d.typed) for d in report.differences] == [(2, (0, 0), (70, 20))]


def test_same_files_again_change_nothing() -> None:
    imported(("000", THREE_DEALS))
    acts, version = Act.objects.count(), Tournament.objects.get().public_version
    [report] = imported(("000", THREE_DEALS))
    assert report.known
    assert (Act.objects.count(), Tournament.objects.get().public_version) == (acts, version)


def test_more_files_join_the_same_round() -> None:
    imported(("000", THREE_DEALS))
    reports = imported(("000", THREE_DEALS), ("001", THREE_DEALS))
    assert [report.known for report in reports] == [True, False]
    assert [match.table for match in Match.objects.order_by("table")] == [1, 2]
    assert [a.version for a in Announcement.objects.order_by("version")] == [1, 2]
    assert list(chain_faults(Tournament.objects.get().uuid)) == []


def test_changed_file_is_refused() -> None:
    imported(("000", THREE_DEALS))
    [report] = imported(("000", THREE_DEALS.replace(b"[0, 20]", b"[0, 30]")))
    assert isinstance(report.refusal, FileChanged)
    assert Deal.objects.filter(state=DealState.CURRENT.value).count() == 2


def test_unreadable_file_is_named_and_the_others_go_on() -> None:
    broken = THREE_DEALS.replace("玉".encode(), "犬".encode(), 1)
    reports = imported(("000", broken), ("001", THREE_DEALS), ("002", b"\xff\xfe"), ("003", None))
    faults = [report.refusal and (report.refusal.code, report.refusal.params["fault"]) for report in reports]
    assert faults == [
        ("record_unreadable", "unknown_tile"),
        None,
        ("record_unreadable", "not_utf8"),
        ("record_unreadable", "file_missing"),
    ]
    assert reports[0].refusal
    assert reports[0].refusal.params["line"] == 12
    assert Match.objects.count() == 1


def test_nothing_readable_makes_no_event() -> None:
    [report] = imported(("000", b""))
    assert isinstance(report.refusal, RecordUnreadable)
    assert not Tournament.objects.exists()


def test_two_files_of_one_name_are_refused() -> None:
    reports = imported(("000", THREE_DEALS), ("000", THREE_DEALS))
    assert [type(report.refusal) for report in reports] == [FileTwice, FileTwice]


def test_same_names_are_the_same_people() -> None:
    imported(
        ("000", THREE_DEALS),
        ("001", named("浜 三枝", "浦 二郎", "岬 一郎", "磯 四郎")),
        ("002", named("岬 一郎", "浦 二郎", "磯 四郎", "浜 三枝")),
        same_names=True,
    )
    assert entries() == ["岬・浜", "浦・磯", "岬・磯", "浦・浜"]
    assert Tournament.objects.get().attendances.count() == 4
    other_way = Match.objects.get(table=2)
    assert [seat.person.name for seat in other_way.seats.all()] == [
        "浜 三枝",
        "浦 二郎",
        "岬 一郎",
        "磯 四郎",
    ]
    assert [side.entry.number for side in other_way.sides.all() if side.entry] == [1, 2]
    assert [side.entry.number for side in Match.objects.get(table=3).sides.all() if side.entry] == [3, 4]


def test_seats_for_names_are_refused_with_same_names() -> None:
    [report] = imported(("000", named("p1", "p2", "p3", "p4")), same_names=True)
    assert isinstance(report.refusal, NamesAreSeats)


def test_seat_for_one_name_is_a_person_of_that_file() -> None:
    files = [(name, named("p1", "浦 二郎", "浜 三枝", "磯 四郎")) for name in ("000", "001")]
    imported(*files, same_names=True)
    assert set(Tournament.objects.get().attendances.values_list("member__name", flat=True)) == {
        "000-p1",
        "001-p1",
        "浦 二郎",
        "浜 三枝",
        "磯 四郎",
    }


def test_one_name_at_two_seats() -> None:
    twice = named("海", "岬", "海", "")
    [report] = imported(("000", twice), same_names=True)
    assert isinstance(report.refusal, NameTwice)
    imported(("000", twice))
    assert entries() == ["000-海1・000-海3", "000-岬・000-4"]


def test_long_name_is_refused() -> None:
    [report] = imported(("000", named("海" * 61, "p2", "p3", "p4")))
    assert isinstance(report.refusal, NameTooLong)


def test_control_characters_are_no_part_of_a_name() -> None:
    imported(("000", named(r"海\\0", r"\\x1b岬", "p2", "p3")))
    assert entries() == ["000-海・000-p2", "000-岬・000-p3"]


def test_long_name_of_a_file_is_refused() -> None:
    [report] = imported(("0" * 61, THREE_DEALS))
    assert isinstance(report.refusal, NameTooLong)


def test_file_without_deals_is_a_match_without_deals() -> None:
    players = b"p0: a\np1: b\np2: c\np3: d\n"
    [report, other] = imported(("empty", players + b"log: []\n"), ("000", THREE_DEALS))
    assert report.is_new
    assert report.match
    assert (report.verdicts, report.match.state) == ((), MatchState.WAITING.value)
    assert other.is_new


def test_event_of_the_desk_takes_no_files() -> None:
    stage = make_stage()
    with pytest.raises(EventNotForImport):
        import_records(stage.tournament.slug, [RecordFile("000", THREE_DEALS)])
