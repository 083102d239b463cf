"""The environment is read in one place, typed, with safe defaults."""

from pathlib import Path

import pytest

from config import env


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BANZUKE_HOME", str(tmp_path))
    for name in ("DATABASE_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_database_is_sqlite_in_the_home_folder_by_default(tmp_path: Path) -> None:
    database = env.database()
    assert database["NAME"] == str(tmp_path / "banzuke.sqlite3")
    assert database["OPTIONS"] == {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }


def test_postgres_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://us%40er:p%2Fw@db.example:5433/banzuke")
    database = env.database()
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [database[name] for name in names] == ["banzuke", "us@er", "p/w", "db.example", "5433"]


def test_unknown_database_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://localhost/banzuke")
    with pytest.raises(ValueError, match="mysql"):
        env.database()


def test_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    key = env.secret_key()
    assert len(key) >= 50
    assert env.secret_key() == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_demonstration_has_a_home_of_its_own(tmp_path: Path) -> None:
    env.choose_home(demo=True)
    assert env.home() == tmp_path / "demo"


@pytest.mark.parametrize(("text", "expected"), [("1", True), ("Yes", True), ("0", False), ("", False)])
def test_flag(text: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANZUKE_HTTPS", text)
    assert env.flag("BANZUKE_HTTPS") is expected


def test_stamp_differs_between_installations_and_is_kept_between_starts() -> None:
    assert env.pages_stamp("one key") == env.pages_stamp("one key")
    assert env.pages_stamp("one key") != env.pages_stamp("another key")
