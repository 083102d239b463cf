"""What the engine raises: codes and numbers of rules, never a sentence for people.

``EngineError`` is the root. ``RecordRefused`` gathers the three that ``verify`` turns into a
``Fault``: a text that cannot be read, a deal that cannot have been dealt, a play that is
forbidden. The others are about options, which a caller can and must get right.
"""

from typing import Self


class EngineError(ValueError):
    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class UnknownOption(EngineError):
    def __init__(self, option: str) -> None:
        super().__init__("unknown_option", option=option)


class BadOption(EngineError):
    def __init__(self, option: str, value: object) -> None:
        super().__init__("bad_option", option=option, value=repr(value))


class RecordRefused(EngineError):
    """A record breaks ``rule`` at ``ply``; 0 is the deal itself."""

    def __init__(self, code: str, rule: str, *, ply: int = 0) -> None:
        super().__init__(code)
        self.rule = rule
        self.ply = ply


class RecordSyntaxError(RecordRefused):
    """The text is in no known form; ``params`` name the place (``line`` or ``offset``)."""

    def __init__(self, code: str = "syntax", **params: object) -> None:
        super().__init__(code, "Records")
        self.params = params


class IllegalDeal(RecordRefused):
    pass


class IllegalPlay(RecordRefused):
    def at(self, ply: int) -> Self:
        """Say where the play stood; whoever judges a single play cannot know."""
        self.ply = ply
        return self
