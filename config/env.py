"""Typed reading of the environment: the only place that looks at ``os.environ``.

Every variable stands in ``.env.example`` with its default. A ``.env`` file beside
``manage.py`` is read too; the real environment wins over it.
"""

import hashlib
import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent


def _file_values(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


_FILE = _file_values(ROOT / ".env")


def text(name: str, default: str = "") -> str:
    """The value of a variable; an empty one counts as not set."""
    return os.environ.get(name) or _FILE.get(name) or default


def flag(name: str) -> bool:
    """True when the variable says 1, true, yes or on."""
    return text(name).lower() in {"1", "true", "yes", "on"}


def words(name: str) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def choose_settings(module: str) -> None:
    """Use this settings module unless the environment names another."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", module)


def choose_home(*, demo: bool) -> None:
    """The demonstration keeps its state in its own folder, never beside the real one."""
    if demo:
        use_home(home() / "demo")


def use_home(folder: Path) -> None:
    """From here on everything is written below this folder."""
    os.environ["BANZUKE_HOME"] = str(folder)


def home() -> Path:
    """The folder of everything that is written: database, key, lock, copies."""
    return Path(text("BANZUKE_HOME", str(ROOT / "var"))).expanduser().resolve()


def secret_key() -> str:
    """The key from the environment, or one made at the first start and kept in the home folder."""
    if given := text("SECRET_KEY"):
        return given
    path = home() / "secret_key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_private(path, secrets.token_urlsafe(50))
    return path.read_text("utf-8").strip()


def pages_stamp(key: str) -> str:
    """Differs between installations, and after every change of the program that pages are made by."""
    sources = (path for ending in ("*.py", "*.html", "*.mo") for path in ROOT.glob(f"[a-z]*/**/{ending}"))
    newest = max(path.stat().st_mtime_ns for path in sources)
    return hashlib.sha256(f"{key}/{newest}".encode()).hexdigest()[:8]


def _write_private(path: Path, content: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(content)


def database() -> dict[str, object]:
    """Django's settings for ``DATABASE_URL``; SQLite in the home folder when it is not set."""
    url = urlsplit(text("DATABASE_URL"))
    if url.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(url.path.lstrip("/")),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": unquote(url.hostname or ""),
            "PORT": str(url.port or ""),
            "CONN_MAX_AGE": None,  # opened once a thread, not once a page
            "CONN_HEALTH_CHECKS": True,
        }
    if url.scheme not in {"", "sqlite"}:
        raise ValueError(f"DATABASE_URL: '{url.scheme}' is unknown; use postgres:// or leave it out")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": url.path or str(home() / "banzuke.sqlite3"),
        "CONN_MAX_AGE": None,  # a file is opened once a thread, not once a page
        # Writers queue instead of failing: see docs/adr/0007-sqlite.md.
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
