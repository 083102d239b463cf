"""The engine's options as one frozen record; the first of each list is the default."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.errors import BadOption, UnknownOption


def one_of(*choices: Any) -> Any:
    return field(default=choices[0], metadata={"choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    combinations: bool = one_of(True, False)  # G-3.8
    five: bool = one_of(True, False)  # G-3.8
    five_decider: str = one_of("partner", "holder")  # G-3.1
    five_opposed: str = one_of(  # G-3.2
        "both_must_play", "both_must_redeal", "always_redeal", "always_play"
    )
    five_five_points: int | str = one_of(150, 160, 200, "target")  # G-3.3
    undeclared: str = one_of("decided", "lost")  # G-3.9
    king_pair: str = one_of("dealt", "current")  # G-5
    next_dealer: str = one_of("winner", "counter_clockwise")  # G-6.4
    combinations3: str = one_of("off", "six_to_eight")  # G-7

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Options":
        """Raise UnknownOption or BadOption unless all is as docs/rules/goita.md lists it."""
        if not stored:
            return DEFAULTS
        for name, value in stored.items():
            if name not in CHOICES:
                raise UnknownOption(name)
            # 1 and 1.0 equal True in Python, and must not stand for it in a frozen stage.
            if not any(type(value) is type(c) and value == c for c in CHOICES[name]):
                raise BadOption(name, value)
        return cls(**stored)


CHOICES: Mapping[str, tuple[object, ...]] = {
    option.name: option.metadata["choices"] for option in fields(Options)
}

DEFAULTS = Options()
