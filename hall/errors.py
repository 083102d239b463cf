"""What the hall refuses."""

from ledger.errors import Refusal


class HallRefusal(Refusal):
    pass


class HallIsRunning(HallRefusal):
    code = "hall_is_running"


class DatabaseIsNewer(HallRefusal):
    code = "database_is_newer"


class PortIsBusy(HallRefusal):
    code = "port_is_busy"


class AddressIsNotOurs(HallRefusal):
    code = "address_is_not_ours"


class CopiesFolderMissing(HallRefusal):
    code = "copies_folder_missing"


class CopyMissing(HallRefusal):
    code = "copy_missing"


class SignInFailed(HallRefusal):
    code = "sign_in_failed"


class TooManyAttempts(HallRefusal):
    code = "too_many_attempts"


class PasswordsDiffer(HallRefusal):
    code = "passwords_differ"


class LinkIsSpent(HallRefusal):
    code = "link_is_spent"


class LinkIsForThisComputer(HallRefusal):
    code = "link_is_for_this_computer"


class EventUnknown(HallRefusal):
    code = "event_unknown"
