"""The archive: written whole, read with distrust, taken in never in silence."""

import json
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from pytest_django import Settings

from clubs.enums import RoleName, Scope
from clubs.models import Account, Club, Member
from clubs.services.accounts import grant_role, open_account
from hall.archive import Restored, read_archive, restore_copy, restore_word, write_archive
from hall.archive.errors import (
    ArchiveDamaged,
    ArchiveDiffers,
    ArchiveTooLarge,
    ArchiveTooNew,
    EventIsLaterHere,
    NotAnArchive,
    RestoreWordWrong,
)
from hall.archive.manifest import VERSION, digest_of
from hall.archive.seal import keep_restore_word
from hall.archive.tables import IN_ORDER
from hall.phrases import sentence_for
from ledger.acts import chain_faults
from ledger.errors import Refusal
from ledger.models import Act, ChainHead
from scoring.models import Deal, MatchResult
from scoring.selectors.lines import ranking_of
from scoring.services.deals import retract_deal
from scoring.services.outcomes import record_totals
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from scoring.services.rulings import cancel_ruling, rule_in_standings
from tests.events import make_pair, make_stage, play, play_out, start_round
from tests.phones import TablePhone, phone_at, slip_of
from tournaments.enums import MatchState
from tournaments.models import Clock, EventKey, Match, Phone, Stage, TableLink, Tournament
from tournaments.selectors.phones import people_of_side
from tournaments.services.clocks import start_clock
from tournaments.services.reception import take_fee
from tournaments.services.side_codes import issue_codes

pytestmark = pytest.mark.django_db
WORD = "7QK2-M9XD-0WTR-5ZBA"


@pytest.fixture
def event(settings: Settings, tmp_path: Path) -> Tournament:
    """Three pairs; round one closed with a bye and totals; round two runs by a clock, a deal taken back,
    a phone at the table, cards for two, a ruling made and cancelled."""
    settings.HOME = tmp_path
    stage = make_stage()
    for pair in (("山田 一", "川田 二"), ("海野 三", "浜野 四"), ("岸 五", "浦 六")):
        make_pair(stage, *pair)
    organiser = open_account("世話役", password="nine tiles in a row")
    grant_role(organiser, role=RoleName.ORGANISER, scope=Scope.EVENT, scope_uuid=stage.tournament.uuid)
    first = start_round(stage)
    played = first.matches.exclude(table=None).get()
    record_totals(played, totals=[(150, 60)], by=organiser)
    confirm_match(played, by=organiser)
    close_round(first, by=organiser)
    running = start_round(stage).matches.exclude(table=None).get()
    deal = play(running, "sheet,s1,1,7,led")
    retract_deal(running, uuid=uuid4(), after=deal.uuid, by=organiser)
    play_out(running, winner=1)
    take_fee(stage.tournament.attendances.order_by("pk")[0], amount=500, by=organiser)
    phone_at(running, seat=1)
    issue_codes(stage.tournament, people_of_side(running, 2), by=organiser)
    start_clock(running.round, minutes=25, by=organiser)
    entry = stage.division.entries.order_by("number")[0]
    ruling = rule_in_standings(entry, running, points=-10, reason="遅刻", by=organiser)
    cancel_ruling(ruling, reason="誤り", by=organiser)
    return Tournament.objects.get(pk=stage.tournament.pk)


def copy_of(event: Tournament, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return write_archive(event, folder=folder, word=WORD)


def forget_everything() -> None:
    """As on another computer."""
    for table in reversed(IN_ORDER):
        table.model._default_manager.all().delete()
    ChainHead.objects.all().delete()
    assert not MatchResult.objects.exists()


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def tampered(path: Path, change: Callable[[dict[str, bytes]], None], *, sums: bool = True) -> Path:
    """The archive with other contents, with sums that fit them unless ``sums`` is False."""
    files = contents(path)
    change(files)
    if sums:
        manifest = json.loads(files["manifest.json"])
        manifest["sha256"] = {n: digest_of(c) for n, c in files.items() if n != "manifest.json"}
        files["manifest.json"] = json.dumps(manifest).encode()
    changed = path.with_name("changed.zip")
    with zipfile.ZipFile(changed, "w") as package:
        for name, content in files.items():
            package.writestr(name, content)
    return changed


def shown_standings(event: Tournament) -> list[tuple[object, object, object]]:
    stage = event.divisions.get().stages.get()
    return [
        (line.entry, line.rank, line.wins) for line in ranking_of(stage, entries=stage.division.entries.all())
    ]


def test_restored_event_is_the_same_in_every_row(event: Tournament, tmp_path: Path) -> None:
    before, standings = copy_of(event, tmp_path / "a"), shown_standings(event)
    forget_everything()
    assert restore_copy(before, WORD) is Restored.NEW
    restored = Tournament.objects.get(slug=event.slug)
    after = copy_of(restored, tmp_path / "b")
    assert read_archive(after, word=WORD).rows == read_archive(before, word=WORD).rows
    assert shown_standings(restored) == standings
    assert list(chain_faults(event.uuid)) == []


def test_restored_accounts_sign_in_and_people_are_found(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    keys = set(Member.objects.values_list("sort_key", "folded"))
    forget_everything()
    restore_copy(copy, WORD.lower().replace("-", " ").replace("0", "o"))
    organiser = Account.objects.get(username="世話役")
    assert organiser.check_password("nine tiles in a row")
    assert organiser.roles.get().scope_uuid == event.uuid
    assert set(Member.objects.values_list("sort_key", "folded")) == keys


def test_event_continues_after_the_restore(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    forget_everything()
    restore_copy(copy, WORD)
    second = event.divisions.model.objects.get().stages.get().rounds.get(number=2)
    confirm_match(second.matches.exclude(table=None).get(), by=None)
    close_round(second)
    assert start_round(second.stage).number == 3
    assert list(chain_faults(event.uuid)) == []


def test_each_table_of_version_3_has_rows_in_these_tests(event: Tournament, tmp_path: Path) -> None:
    rows = read_archive(copy_of(event, tmp_path), word=WORD).rows
    assert [table.name for table in IN_ORDER if table.since == VERSION and not rows[table.name]] == []


def test_without_the_word_all_but_accounts_and_phones_is_restored(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    forget_everything()
    restore_copy(copy, None)
    assert not Account.objects.exists()
    assert not TableLink.objects.exists()
    assert Tournament.objects.get().slug == event.slug
    assert restore_copy(copy, None) is Restored.UNCHANGED
    assert restore_copy(copy, WORD) is Restored.UNCHANGED
    assert Account.objects.get().username == "世話役"
    assert TablePhone().come_in(slip_of(running_match(Tournament.objects.get()))).status_code == 302


def test_same_copy_twice_changes_nothing(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path / "a")
    assert restore_copy(copy, WORD) is Restored.UNCHANGED
    again = copy_of(event, tmp_path / "b")
    assert read_archive(again, word=WORD).rows == read_archive(copy, word=WORD).rows


def test_older_state_here_gives_way_to_the_copy(event: Tournament, tmp_path: Path) -> None:
    older = copy_of(event, tmp_path / "a")
    match = Deal.objects.order_by("pk").last().game.match  # type: ignore[union-attr]
    confirm_match(match, by=None)
    newer = copy_of(event, tmp_path / "b")
    forget_everything()
    assert restore_copy(older, WORD) is Restored.NEW
    assert restore_copy(newer, WORD) is Restored.CONTINUED
    again = copy_of(Tournament.objects.get(), tmp_path / "c")
    assert read_archive(again, word=WORD).rows == read_archive(newer, word=WORD).rows


def test_event_with_later_acts_is_not_set_back(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    confirm_match(Deal.objects.order_by("pk").last().game.match, by=None)  # type: ignore[union-attr]
    acts = Act.objects.count()
    with pytest.raises(EventIsLaterHere) as refusal:
        restore_copy(copy, WORD)
    assert refusal.value.params["here"] == refusal.value.params["there"] + 1  # type: ignore[operator]
    assert Act.objects.count() == acts


def test_two_ways_from_one_state_are_never_merged(event: Tournament, tmp_path: Path) -> None:
    common = copy_of(event, tmp_path / "a")
    play_out(start_after(event), winner=1)
    one = copy_of(event, tmp_path / "b")
    forget_everything()
    restore_copy(common, WORD)
    play_out(start_after(event), winner=2)
    with pytest.raises(ArchiveDiffers) as refusal:
        restore_copy(one, WORD)
    assert "rounds 3: + ≠ –" in sentence_for(refusal.value)


def start_after(event: Tournament):  # type: ignore[no-untyped-def]
    """Round three's table, drawn anew."""
    stage = Tournament.objects.get(uuid=event.uuid).divisions.get().stages.get()
    second = stage.rounds.get(number=2)
    confirm_match(second.matches.exclude(table=None).get(), by=None)
    close_round(second)
    return start_round(stage).matches.exclude(table=None).get()


def test_other_contents_are_listed_and_nothing_is_changed(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    Tournament.objects.filter(pk=event.pk).update(venue="別の会場")
    Member.objects.filter(name="山田 一").update(name="山田 壱")
    with pytest.raises(ArchiveDiffers) as refusal:
        restore_copy(copy, WORD)
    words = sentence_for(refusal.value)
    assert refusal.value.params["count"] == 2
    assert "tournaments 町長杯 venue: 別の会場 ≠" in words
    assert "members 山田 壱 name: 山田 壱 ≠ 山田 一" in words
    assert Tournament.objects.get().venue == "別の会場"


def test_slug_of_another_event_is_a_difference(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    forget_everything()
    make_stage()
    Tournament.objects.update(slug=event.slug)
    Club.objects.update(slug="another")
    with pytest.raises(ArchiveDiffers) as refusal:
        restore_copy(copy, WORD)
    assert f"slug: {Tournament.objects.get().uuid} ≠ {event.slug}" in sentence_for(refusal.value)


def test_export_for_others_has_no_private_part(event: Tournament, tmp_path: Path) -> None:
    export = write_archive(event, folder=tmp_path)
    files = contents(export)
    assert not [name for name in files if name.startswith("private/")]
    assert "世話役".encode() not in b"".join(files.values())


def test_private_part_is_sealed(event: Tournament, tmp_path: Path) -> None:
    files = contents(copy_of(event, tmp_path))
    assert {"private/accounts.jsonl", "private/roles.jsonl"} < files.keys()
    assert "世話役".encode() not in b"".join(files.values())
    assert b"md5" not in b"".join(files.values())


def running_match(event: Tournament) -> Match:
    """The one at whose table a result waits to be confirmed."""
    return Match.objects.get(round__stage__division__tournament=event, state=MatchState.TO_CONFIRM.value)


def test_slips_cards_and_phones_stay_good_at_another_computer(event: Tournament, tmp_path: Path) -> None:
    match = running_match(event)
    slip, phone = slip_of(match), phone_at(match, seat=3)
    (person, _partner) = people_of_side(match, 2)
    code = issue_codes(event, [person])[person]
    copy = copy_of(event, tmp_path)
    forget_everything()
    restore_copy(copy, WORD)
    there = Match.objects.get(uuid=match.uuid)
    assert (slip_of(there).token, slip_of(there).pin) == (slip.token, slip.pin)
    assert TablePhone().come_in(slip).url == f"/table/{match.code}/"
    assert phone.open(there).status_code == 200
    answer = phone.send(there, "confirm", side=2, code=code)
    assert (answer.status_code, answer.json()["missing"]) == (200, [1])


def test_what_lets_phones_in_is_for_the_copy_alone(event: Tournament, tmp_path: Path) -> None:
    export = contents(write_archive(event, folder=tmp_path))
    secret = EventKey.objects.get(tournament=event).secret.encode()
    names = {"event_keys", "table_links", "phones", "phone_accesses", "side_codes"}
    assert not [name for name in export if Path(name).stem in names]
    assert secret not in b"".join(export.values())
    assert Phone.objects.get().key_digest.encode() not in b"".join(export.values())
    sealed = contents(copy_of(event, tmp_path))
    assert {f"private/{name}.jsonl" for name in names} < sealed.keys()
    assert secret not in b"".join(sealed.values())


def test_the_clock_goes_on_at_another_computer(event: Tournament, tmp_path: Path) -> None:
    ends_at = Clock.objects.get().ends_at
    export = write_archive(event, folder=tmp_path)
    forget_everything()
    restore_copy(export, None)
    assert Clock.objects.get().ends_at == ends_at


def test_another_key_is_a_difference_that_is_not_told(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    secret = EventKey.objects.get().secret
    EventKey.objects.update(secret="00" * 32)
    with pytest.raises(ArchiveDiffers) as refusal:
        restore_copy(copy, WORD)
    assert "event_keys" in sentence_for(refusal.value)
    assert secret not in sentence_for(refusal.value)


def test_wrong_word_opens_nothing(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    forget_everything()
    with pytest.raises(RestoreWordWrong):
        restore_copy(copy, "0000-0000-0000-0000")
    assert not Tournament.objects.exists()


def test_manifest_says_what_the_archive_is(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    files = contents(copy)
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["format"] == "banzuke-archive"
    assert manifest["version"] == 3
    assert manifest["event"] == {"slug": event.slug, "uuid": str(event.uuid)}
    assert manifest["public_version"] == event.public_version
    assert manifest["sha256"] == {name: digest_of(content) for name, content in files.items()}
    assert list(manifest["rules_versions"]) == ["goita"]
    assert copy.name.startswith(f"{event.slug}-")
    assert copy.name.endswith(f"-v{event.public_version}.zip")


@pytest.mark.parametrize(
    "facts",
    [
        {"version": [1]},
        {"version": "1"},
        {"version": 0},
        {"public_version": float("inf")},
        {"chain": {"number": 10**30, "digest": ""}},
        {"chain": {"number": "3", "digest": ""}},
        {"sha256": []},
        {"private": "fernet"},
    ],
)
def test_altered_manifest_is_refused(event: Tournament, tmp_path: Path, facts: dict[str, object]) -> None:
    def change(files: dict[str, bytes]) -> None:
        files["manifest.json"] = json.dumps(json.loads(files["manifest.json"]) | facts).encode()

    with pytest.raises((ArchiveDamaged, NotAnArchive)):
        read_archive(tampered(copy_of(event, tmp_path), change, sums=False), word=WORD)


def test_any_altered_byte_of_the_zip_is_refused_or_does_no_harm(event: Tournament, tmp_path: Path) -> None:
    """Most of them change what the zip says of itself: how it was packed, how long, where."""
    copy, rng = copy_of(event, tmp_path), random.Random(1)
    whole = copy.read_bytes()
    index = whole.rindex(b"manifest.json") - 46
    for at in [*range(index, index + 46), *rng.choices(range(len(whole)), k=100)]:
        altered = bytearray(whole)
        altered[at] ^= 0xFF
        copy.write_bytes(altered)
        with suppress(ArchiveDamaged, ArchiveTooLarge, NotAnArchive):
            read_archive(copy)


def test_archive_of_version_1_is_taken_in_as_it_was() -> None:
    """Written by the program of that version: five pairs, two rounds closed."""
    assert restore_copy(Path(__file__).parent.parent / "data/archives/version-1.zip", None) is Restored.NEW
    stage = Stage.objects.get()
    assert stage.settings.branch_rounds == 2
    assert [
        sorted(round.matches.values_list("number", flat=True)) for round in stage.rounds.order_by("number")
    ] == [[1, 2, 3]] * 2
    assert list(chain_faults(stage.tournament.uuid)) == []
    assert len(ranking_of(stage, entries=stage.division.entries.all())) == 5


def test_archive_of_version_2_is_taken_in_as_it_was() -> None:
    """Written by the program of that version: six pairs in two teams, one round closed, one in play."""
    file = Path(__file__).parent.parent / "data/archives/version-2.zip"
    assert restore_copy(file, WORD) is Restored.NEW
    stage = Stage.objects.get()
    assert list(stage.rounds.order_by("number").values_list("state", flat=True)) == ["closed", "published"]
    assert Account.objects.get().roles.get().scope_uuid == stage.tournament.uuid
    assert list(chain_faults(stage.tournament.uuid)) == []
    assert set(Match.objects.values_list("extra_minutes", "meeting_place")) == {(0, "")}
    assert restore_copy(file, WORD) is Restored.UNCHANGED


def test_newer_format_is_refused_by_name(event: Tournament, tmp_path: Path) -> None:
    def newer(files: dict[str, bytes]) -> None:
        files["manifest.json"] = files["manifest.json"].replace(b'"version": 3', b'"version": 4')

    with pytest.raises(ArchiveTooNew) as refusal:
        read_archive(tampered(copy_of(event, tmp_path), newer))
    assert refusal.value.params == {"version": 4, "known": 3}


def _without_deals(files: dict[str, bytes]) -> None:
    del files["deals.jsonl"]


def _half_a_line(files: dict[str, bytes]) -> None:
    files["sides.jsonl"] = files["sides.jsonl"][:-9]


def _unknown_column(files: dict[str, bytes]) -> None:
    files["clubs.jsonl"] = files["clubs.jsonl"].replace(b'"name"', b'"is_admin"')


def _unknown_reference(files: dict[str, bytes]) -> None:
    files["divisions.jsonl"] = b""


def _unknown_state(files: dict[str, bytes]) -> None:
    files["matches.jsonl"] = files["matches.jsonl"].replace(b"confirmed", b"forgotten")


def _altered_act(files: dict[str, bytes]) -> None:
    files["acts.jsonl"] = files["acts.jsonl"].replace(b"fee_taken", b"fee_given")


def _changed(table: str, column: str, value: object) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        first, *others = files[f"{table}.jsonl"].splitlines()
        changed = json.dumps(json.loads(first) | {column: value})
        files[f"{table}.jsonl"] = b"\n".join([changed.encode(), *others])

    return change


def _nested_too_deep(files: dict[str, bytes]) -> None:
    files["deals.jsonl"] = b'{"uuid": ' + b"[" * 100_000


def _two_events(files: dict[str, bytes]) -> None:
    files["tournaments.jsonl"] *= 2


OF_ANOTHER_KIND: list[tuple[str, str, list[object]]] = [
    ("clubs", "uuid", ["", "\0", 5, []]),
    ("clubs", "slug", [{}, 5, "\ud800", "no\0ted"]),
    ("rounds", "published_at", [[], 5, "yesterday"]),
    ("rounds", "number", ["1", True, 1.5, -1, 10**30]),
    ("stages", "stored_profile", [5, {"target": "much"}]),
    ("stages", "options", ["", [1], {"five": 1}]),
    ("act_payloads", "content", [[], {"person": "\ud800"}]),
    ("deals", "warnings", [5, "dealer_differs", {}]),
]


@pytest.mark.parametrize(
    "change",
    [
        _without_deals,
        _half_a_line,
        _unknown_column,
        _unknown_reference,
        _unknown_state,
        _altered_act,
        _two_events,
        _nested_too_deep,
        *[_changed(table, column, value) for table, column, values in OF_ANOTHER_KIND for value in values],
    ],
)
def test_damage_is_found_and_nothing_is_written(
    event: Tournament, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    damaged = tampered(copy_of(event, tmp_path), change)
    forget_everything()
    with pytest.raises(ArchiveDamaged):
        restore_copy(damaged, WORD)
    assert not Tournament.objects.exists()
    assert not Club.objects.exists()


def _other_points(files: dict[str, bytes]) -> None:
    files["outcomes.jsonl"] = files["outcomes.jsonl"].replace(b"150", b"160")


def _another_file(files: dict[str, bytes]) -> None:
    files["notes.txt"] = b"?"


@pytest.mark.parametrize("change", [_other_points, _another_file])
def test_what_the_manifest_does_not_name_is_damage(
    event: Tournament, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    with pytest.raises(ArchiveDamaged):
        read_archive(tampered(copy_of(event, tmp_path), change, sums=False))


@pytest.mark.parametrize("name", ["../evil.jsonl", "/etc/evil", "a\\b", "folder/"])
def test_ways_out_of_the_archive_are_refused(event: Tournament, tmp_path: Path, name: str) -> None:
    def escape(files: dict[str, bytes]) -> None:
        files[name] = b""

    with pytest.raises(ArchiveDamaged):
        read_archive(tampered(copy_of(event, tmp_path), escape))


def test_more_than_any_event_is_refused_before_it_is_read(
    event: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_of(event, tmp_path)
    monkeypatch.setattr("hall.archive.package.LARGEST", 1000)
    with pytest.raises(ArchiveTooLarge):
        read_archive(copy)


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip at all", b"PK\x05\x06" + bytes(18)])
def test_other_files_are_no_archive(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "holiday.zip"
    file.write_bytes(content)
    with pytest.raises(NotAnArchive) as refusal:
        read_archive(file)
    assert "holiday.zip" in sentence_for(refusal.value)


def test_cut_off_copy_is_refused(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    with pytest.raises(Refusal):
        read_archive(copy)


def test_nothing_half_written_is_left(
    event: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "stick"
    folder.mkdir()
    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(OSError, match="No space"):
        write_archive(event, folder=folder, word=WORD)
    assert list(folder.iterdir()) == []


def test_restore_word_is_made_once_and_kept_private(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path
    word = restore_word()
    assert restore_word() == word
    assert len(word.replace("-", "")) == 16
    assert (tmp_path / "restore_word").stat().st_mode & 0o077 == 0


def test_restored_computer_keeps_the_word_on_the_paper(event: Tournament, tmp_path: Path) -> None:
    copy = copy_of(event, tmp_path)
    restore_copy(copy, WORD)
    assert restore_word() == WORD
    keep_restore_word("AAAA-AAAA-AAAA-AAAA")
    assert restore_word() == WORD


def test_columns_of_format_version_3() -> None:
    """A column more is fine when older files may lack it; one less or renamed is a new version."""
    columns = {table.name: {field.name for field in table.fields} for table in IN_ORDER}
    for name, known in json.loads((Path(__file__).parent / "archive_version_3.json").read_text()).items():
        assert set(known) <= columns[name], name


def test_every_model_of_an_event_is_in_the_archive() -> None:
    kept = {table.model for table in IN_ORDER} | {MatchResult, ChainHead}
    ours = {"clubs", "tournaments", "scoring", "ledger"}
    models = {model for model in apps.get_models() if model._meta.app_label in ours}
    assert {model.__name__ for model in models - kept} == {"OutboxItem", "PinGuess"}
