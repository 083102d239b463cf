"""What a YAML text consists of. Every node knows its line.

Scalars stay text. A plain one remembers that it was plain and is written plain again, so that
values survive a round trip whatever type another reader gives them.
"""

from typing import Self, TypeAlias


class Scalar(str):
    __slots__ = ("line", "plain")
    line: int
    plain: bool

    def __new__(cls, text: str, line: int = 0, *, plain: bool = False) -> Self:
        scalar = super().__new__(cls, text)
        scalar.line, scalar.plain = line, plain
        return scalar


class Block(dict[str, "Node"]):
    """A map; keys are scalars too."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


class Listing(list["Node"]):
    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


Node: TypeAlias = Scalar | Block | Listing
