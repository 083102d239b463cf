"""The restore word and what it opens: the private part of a copy.

The word is made once for an installation, printed at set-up and kept on paper. scrypt turns it into
the key (slowly, so that guessing costs), Fernet seals with that key and notices any change.
"""

import base64
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.conf import settings

from hall.archive.errors import RestoreWordWrong
from tournaments.models.match import CROCKFORD

LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1"})
GROUPS, GROUP_LENGTH = 4, 4
COST = 2**14
SALT_BYTES = 16


def restore_word() -> str:
    """This installation's word; made at first need and the same from then on."""
    path = _word_file()
    if not path.exists():
        keep_restore_word(_new_word())
    return path.read_text("utf-8").strip()


def keep_restore_word(word: str) -> None:
    """The word is this installation's, unless it has one: what is printed on paper stays true."""
    path = _word_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(word)


def _word_file() -> Path:
    return Path(settings.HOME) / "restore_word"


def _new_word() -> str:
    """Eighty random bits in four groups that can be read aloud."""
    letters = "".join(secrets.choice(CROCKFORD) for _ in range(GROUPS * GROUP_LENGTH))
    return "-".join(letters[at : at + GROUP_LENGTH] for at in range(0, len(letters), GROUP_LENGTH))


@dataclass(frozen=True, slots=True)
class Seal:
    """How the private part is sealed; stands in the manifest, without the word."""

    salt: bytes

    @classmethod
    def fresh(cls) -> "Seal":
        return cls(os.urandom(SALT_BYTES))

    @classmethod
    def read(cls, stored: dict[str, Any]) -> "Seal":
        """Raises ValueError or KeyError when the manifest's part is not what ``stored`` writes."""
        if (stored["cipher"], stored["key"], stored["cost"]) != ("fernet", "scrypt", COST):
            raise ValueError("unknown seal")
        return cls(base64.b64decode(stored["salt"], validate=True))

    @property
    def stored(self) -> dict[str, Any]:
        salt = base64.b64encode(self.salt).decode()
        return {"cipher": "fernet", "key": "scrypt", "cost": COST, "salt": salt}

    def lock_for(self, word: str) -> "Lock":
        """What closes and opens with this word, however it was typed."""
        plain = "".join(word.upper().split()).replace("-", "").translate(LOOKALIKES)
        key = Scrypt(salt=self.salt, length=32, n=COST, r=8, p=1).derive(plain.encode())
        return Lock(Fernet(base64.urlsafe_b64encode(key)))


@dataclass(frozen=True, slots=True)
class Lock:
    """One key for all files of one copy: the slow derivation is done once."""

    key: Fernet

    def close(self, content: bytes) -> bytes:
        return self.key.encrypt(content)

    def open(self, sealed: bytes) -> bytes:
        """Raises RestoreWordWrong; a changed file looks the same as a wrong word."""
        try:
            return self.key.decrypt(sealed)
        except InvalidToken as error:
            raise RestoreWordWrong from error
