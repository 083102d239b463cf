"""The product itself as a process of its own: started, listened to, stopped or killed."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.servers.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
STARTING_SECONDS = 90
STOPPING_SECONDS = 15
OF_THE_SUITE = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "COPIES_DIR")


def hall_environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a fresh installation below this home, speaking English."""
    inherited = {name: value for name, value in os.environ.items() if name not in OF_THE_SUITE}
    return inherited | {"BANZUKE_HOME": str(home), "LANG": "en_GB.UTF-8"} | more


class HallProcess:
    """One running ``manage.py hall``; ``words`` holds what its terminal has shown so far."""

    def __init__(self, *arguments: str, home: Path, typed: str, environment: Mapping[str, str]) -> None:
        self.home, self.port, self.words = home, free_port(), ""
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "hall", "--port", str(self.port), *arguments],
            cwd=ROOT, env=environment, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdin
        with self.process.stdin as keyboard:
            keyboard.write(typed)
        self._serving = threading.Event()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout
        with self.process.stdout as lines:
            for line in lines:
                self.words += line
                if "Ctrl+C" in line:
                    self._serving.set()
        self._serving.set()

    def wait_until_serving(self) -> None:
        """Raises AssertionError with the terminal's words when it ends or hangs instead."""
        self._serving.wait(STARTING_SECONDS)
        assert self._serving.is_set(), self.words
        assert self.process.poll() is None, self.words

    def wait(self) -> int:
        """The exit code, once it has ended by itself."""
        code = self.process.wait(STARTING_SECONDS)
        self._listener.join(STOPPING_SECONDS)
        return code

    def stop(self) -> int:
        """Ended in order, as by Ctrl+C."""
        self.process.terminate()
        return self.wait()

    def kill(self) -> None:
        """Ended as by a power cut, with every process that serves."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.wait()

    @property
    def first_sign_in_link(self) -> str:
        """The one-time link as the terminal shows it."""
        found = re.search(r"http\S+/first-sign-in/\S+", self.words)
        assert found, self.words
        return found.group()

    @property
    def organiser(self) -> tuple[str, str]:
        """Name and password that a demonstration shows."""
        found = re.search(r"Organiser of the demonstration: (\S+), password (\S+)", self.words)
        assert found, self.words
        return found[1], found[2]

    @property
    def restore_word(self) -> str:
        """The word that opens the private part of copies, as the terminal shows it."""
        found = re.search(r"Restore word: (\S+)", self.words)
        assert found, self.words
        return found[1]


@contextmanager
def running_hall(
    *arguments: str, home: Path, typed: str = "", wait: bool = True, **environment: str
) -> Iterator[HallProcess]:
    """A hall on a free port; it has ended when the context does, however it was left."""
    hall = HallProcess(*arguments, home=home, typed=typed, environment=hall_environment(home, **environment))
    try:
        if wait:
            hall.wait_until_serving()
        yield hall
    finally:
        hall.kill()
