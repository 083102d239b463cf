"""The archive: one event as one file, to be kept for ever and to be continued elsewhere.

``tables`` says what belongs to an event, ``rows`` turns it into plain values and back, ``manifest``
and ``package`` are the cover, ``seal`` closes what is private. ``writing``, ``reading`` and
``restoring`` are the three things one does with an archive. See docs/archive.md.
"""

from hall.archive.manifest import Manifest
from hall.archive.reading import Archive, read_archive
from hall.archive.restoring import Restored, restore_copy, take_in
from hall.archive.seal import restore_word
from hall.archive.writing import write_archive

__all__ = [
    "Archive",
    "Manifest",
    "Restored",
    "read_archive",
    "restore_copy",
    "restore_word",
    "take_in",
    "write_archive",
]
