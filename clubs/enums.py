"""Words that are stored about clubs and people."""

from enum import StrEnum


class Scope(StrEnum):
    """How far a role reaches."""

    INSTALLATION = "installation"
    CLUB = "club"
    EVENT = "event"


class RoleName(StrEnum):
    """What an account may do within its scope."""

    ADMIN = "admin"
    ORGANISER = "organiser"
