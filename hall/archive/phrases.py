"""Refusals of the archive as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "not_an_archive": _(
        "%(file)s is no copy written by Banzuke. Choose a file from the folder of copies; "
        "its name ends in the number of its version and .zip."
    ),
    "archive_damaged": _(
        "The copy is damaged at %(file)s, %(place)s. Nothing was changed. Take the copy written before it."
    ),
    "archive_too_large": _(
        "%(file)s is larger than %(limit)s MiB unpacked, more than any event. Nothing was changed. "
        "Check that this is the right file."
    ),
    "archive_too_new": _(
        "The copy was written by a newer Banzuke (format %(version)s; this one reads up to %(known)s). "
        "Nothing was changed. Start the newer version."
    ),
    "restore_word_wrong": _(
        "The restore word does not open this copy. Type it as it was printed when the other computer was "
        "set up, or leave it empty to continue without the accounts."
    ),
    "archive_differs": _(
        "%(event)s: the copy and what is stored here differ in %(count)s places. Nothing was changed. "
        "%(differences)s. To continue from the copy, start with an empty folder: BANZUKE_HOME=…"
    ),
    "event_is_later_here": _(
        "%(event)s has gone on here: %(here)s acts, the copy has %(there)s. Nothing was changed. "
        "Start without --restore, or take a newer copy."
    ),
    "copy_not_written": _(
        "No copy could be written to %(folder)s: %(reason)s. Make room or plug the stick in again; "
        "the next copy is written when a round is published or closed, and at the next start."
    ),
}
