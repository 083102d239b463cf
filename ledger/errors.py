"""The base of everything that is refused with a reason people can act on."""

from collections.abc import Mapping


class Refusal(Exception):
    """Carries a code and params; words for people live in each app's ``phrases.py``."""

    code = "refused"

    def __init__(self, **params: object) -> None:
        super().__init__(self.code, params)
        self.params: Mapping[str, object] = params


class Gone(Refusal):
    """What the act is about was taken away meanwhile."""

    code = "gone"
