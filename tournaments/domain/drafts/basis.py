"""What a draw was made from, as one digest: when it differs, the draft is stale."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tournaments.domain.draw import PlayedRound, Rules, Seed

# What people decided for one draw alone says nothing about the field.
OF_ONE_DRAW = frozenset({"relaxed", "pinned", "bye", "lots", "rounds_planned"})


def basis_of(
    seeds: Sequence[Seed], rules: Rules, history: Sequence[PlayedRound], *, gaps: Sequence[object] = ()
) -> str:
    """The same for the same field, rules and results, on every machine and in any order of seeds.

    ``gaps`` is who fills them or asked for one: house pairs, byes.
    """
    plain = [sorted(map(_plain, seeds), key=repr), _plain(rules), _plain(history), _plain(gaps)]
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        names = (field.name for field in fields(value) if field.name not in OF_ONE_DRAW)
        return [_plain(getattr(value, name)) for name in names]
    if isinstance(value, frozenset):
        return sorted((_plain(item) for item in value), key=repr)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction | StrEnum | date) else value
