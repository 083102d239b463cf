"""One place that turns any refusal into a sentence in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.phrases import PHRASES as CLUB_PHRASES
from hall.archive.phrases import PHRASES as ARCHIVE_PHRASES
from hall.listing import listed
from ledger.errors import Refusal
from scoring.phrases import DEAL_REFUSED_AS_A_WHOLE
from scoring.phrases import FAULTS as SCORING_FAULTS
from scoring.phrases import PHRASES as SCORING_PHRASES
from tournaments.phrases import PHRASES as TOURNAMENT_PHRASES
from tournaments.phrases import SETTING_FAULTS

HALL_PHRASES = {
    "gone": _(
        "Somebody else has changed this meanwhile, and nothing was done. Look at it as it is now, and do "
        "it again if it is still needed."
    ),
    "hall_is_running": _(
        "Banzuke is already running with this data. Use it in the browser, "
        "or stop it with Ctrl+C in its window and start this again."
    ),
    "database_is_newer": _(
        "The data was written by a newer Banzuke (unknown: %(unknown)s). Nothing was changed. "
        "Start the newer version, or choose another folder with BANZUKE_HOME."
    ),
    "port_is_busy": _(
        "Port %(port)s is taken by another program or reserved. Start with another one, "
        "for example --port %(other)s."
    ),
    "address_is_not_ours": _(
        "%(host)s is not an address of this computer. Leave --host out, or give one of its own."
    ),
    "copies_folder_missing": _(
        "The folder for copies %(folder)s is not there or cannot be written. "
        "Plug in the stick or make the folder, then try again."
    ),
    "copy_missing": _("The file %(file)s is not there. Check its name and start again."),
    "sign_in_failed": _(
        "Name and password do not belong together. Look at capital letters and type both again."
    ),
    "too_many_attempts": _("Too many attempts. Wait %(seconds)s seconds, then try again."),
    "passwords_differ": _("The two passwords differ. Type both again."),
    "link_is_spent": _(
        "This link is no longer valid: it was used, or Banzuke was started again. "
        "Use the newest link in the terminal, or sign in."
    ),
    "link_is_for_this_computer": _(
        "The first account is made on the computer that runs Banzuke. Open the link there."
    ),
    "event_unknown": _(
        "There is no event “%(event)s”. Give the short name that stands in its address: /events/…/."
    ),
}
PHRASES = {**CLUB_PHRASES, **TOURNAMENT_PHRASES, **SCORING_PHRASES, **HALL_PHRASES, **ARCHIVE_PHRASES}
FAULTS = {**SCORING_FAULTS, **SETTING_FAULTS}


def sentence_for(refusal: Refusal) -> str:
    """What was refused, where, and the next step."""
    return sentence(refusal.code, refusal.params)


def sentence(code: str, params: Mapping[str, object]) -> str:
    """The phrase of a code with its params; an unknown code is shown as it is."""
    phrase = PHRASES.get(code)
    if phrase is None:
        return gettext("Refused: %(code)s. Nothing was changed.") % {"code": code}
    if code == "deal_refused" and not params.get("ply"):
        phrase = DEAL_REFUSED_AS_A_WHOLE
    words = {name: _plain(value) for name, value in params.items()}
    fault = {
        "fault_words": fault_words(str(params.get("fault", ""))),
        "rule_words": rule_words(str(params.get("rule", ""))),
    }
    return str(phrase) % (words | fault)


def rule_words(rule: str) -> str:
    """The number of a rule in brackets; nothing where only the form of a record is at fault."""
    return gettext(" (rule %(rule)s)") % {"rule": rule} if rule.startswith("G-") else ""


def fault_words(code: str) -> str:
    """What the engine found, or what is wrong with a setting, in words; an unknown code as it is."""
    return str(FAULTS.get(code, code))


def _plain(value: object) -> object:
    return listed(value) if isinstance(value, list | tuple) else value
