"""Copies: the whole event as one file in a second folder, best on a USB stick.

With the restore word, ``hall --restore`` continues from such a file on another computer.
"""

from pathlib import Path

from django.conf import settings

from hall.archive import restore_word, write_archive
from hall.archive.errors import CopyNotWritten
from hall.errors import CopiesFolderMissing
from tournaments.models import Tournament


def write_copy(event: Tournament) -> Path:
    """A copy of the event as it is now lies in the folder of copies; returns its place.

    Raises CopiesFolderMissing, CopyNotWritten when the disk is full or the stick was taken out.
    """
    folder = copies_folder()
    try:
        return write_archive(event, folder=folder, word=restore_word())
    except OSError as error:
        raise CopyNotWritten(folder=folder, reason=error.strerror or str(error)) from error


def copies_folder() -> Path:
    """The folder chosen for copies, or one in the home folder when none was.

    A chosen folder is never made here: where a stick was taken out, the copy would land on this
    computer and look as if it were safe.
    """
    if not settings.COPIES_DIR:
        folder = Path(settings.HOME, "copies")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder
    chosen = Path(settings.COPIES_DIR)
    if not chosen.is_dir():
        raise CopiesFolderMissing(folder=chosen)
    return chosen
