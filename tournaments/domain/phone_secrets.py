"""Tokens, PINs, phone keys and side codes: what is told to people, and what is stored of it.

A link's token and PIN follow from the event's secret, so that a slip printed again shows the same.
A phone's key and a side code are random; a side code is so short that only the event's secret, which
never leaves the database but in a sealed copy, keeps its stored digest from being tried out.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Container
from uuid import UUID

TOKEN_BYTES = 20
PIN_DIGITS = 6
CODE_DIGITS = 4


def new_secret() -> str:
    """The secret of an event: 32 random bytes in hex."""
    return secrets.token_hex(32)


def link_token(secret: str, link: UUID) -> str:
    """What stands in the QR: 32 small letters and digits, 160 bits."""
    return base64.b32encode(_keyed(secret, f"token/{link}")[:TOKEN_BYTES]).decode().lower()


def link_pin(secret: str, link: UUID) -> str:
    """The six digits beside the QR."""
    return f"{int.from_bytes(_keyed(secret, f'pin/{link}')) % 10**PIN_DIGITS:0{PIN_DIGITS}}"


def new_phone_key() -> str:
    """What a phone's cookie holds."""
    return secrets.token_urlsafe(32)


def new_side_code(taken: Container[str], *, secret: str, person: UUID) -> tuple[str, str]:
    """Four digits and their digest. ``taken`` are codes that others already have."""
    code = ""
    while not code or code in taken:
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    return code, side_code_digest(secret, person, code)


def side_code_digest(secret: str, person: UUID, code: str) -> str:
    return _keyed(secret, f"code/{person}/{code}").hex()


def digest_of(word: str) -> str:
    """SHA-256, for words that are too long to be guessed."""
    return hashlib.sha256(word.encode()).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compared in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def _keyed(secret: str, purpose: str) -> bytes:
    return hmac.digest(bytes.fromhex(secret), purpose.encode(), "sha256")
