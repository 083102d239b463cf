"""Words that are stored about clubs and people."""

from collections.abc import Mapping
from enum import StrEnum


class Scope(StrEnum):
    """How far a role reaches."""

    INSTALLATION = "installation"
    CLUB = "club"
    EVENT = "event"


class RoleName(StrEnum):
    """What an account may do within its scope; docs/roles.md is the table."""

    ADMIN = "admin"
    ORGANISER = "organiser"
    REFEREE = "referee"
    KEYER = "keyer"
    READER = "reader"


ROLES: Mapping[Scope, tuple[RoleName, ...]] = {
    Scope.INSTALLATION: (RoleName.ADMIN,),
    Scope.CLUB: (RoleName.ORGANISER,),
    Scope.EVENT: (RoleName.ORGANISER, RoleName.REFEREE, RoleName.KEYER, RoleName.READER),
}
"""Which roles there are in each scope, the one that may do most first."""
