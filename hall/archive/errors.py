"""Why an archive is not written or not taken in. Nothing has been changed when one is raised."""

from hall.errors import HallRefusal


class ArchiveRefusal(HallRefusal):
    pass


class NotAnArchive(ArchiveRefusal):
    """The file is no archive of Banzuke; params: file."""

    code = "not_an_archive"


class ArchiveDamaged(ArchiveRefusal):
    """A part of the archive is not what was written; params: file, place."""

    code = "archive_damaged"


class ArchiveTooLarge(ArchiveRefusal):
    """The archive would not fit into this computer's memory; params: file, limit (MiB)."""

    code = "archive_too_large"


class ArchiveTooNew(ArchiveRefusal):
    """A newer Banzuke wrote it; params: version, known."""

    code = "archive_too_new"


class RestoreWordWrong(ArchiveRefusal):
    code = "restore_word_wrong"


class ArchiveDiffers(ArchiveRefusal):
    """The same things stand here with other contents; params: event, count, differences."""

    code = "archive_differs"


class EventIsLaterHere(ArchiveRefusal):
    """More has happened here than in the copy; params: event, here, there."""

    code = "event_is_later_here"


class CopyNotWritten(ArchiveRefusal):
    """The folder took no file; params: folder, reason (the system's own words)."""

    code = "copy_not_written"
