"""What clubs refuse."""

from ledger.errors import Refusal


class ClubRefusal(Refusal):
    pass


class NotAllowed(ClubRefusal):
    code = "not_allowed"


class NameMissing(ClubRefusal):
    code = "name_missing"


class AccountExists(ClubRefusal):
    code = "account_exists"


class PasswordTooWeak(ClubRefusal):
    code = "password_too_weak"


class LastAdmin(ClubRefusal):
    code = "last_admin"


class RoleNotThere(ClubRefusal):
    code = "role_not_there"
