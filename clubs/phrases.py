"""Refusals of clubs as sentences: what, where, and the next step."""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "not_allowed": _(
        "You may not do this here. Sign in with an account that has a role for this event, "
        "or ask the society's admin for one."
    ),
    "name_missing": _("The name is missing. Type it and send again."),
    "account_exists": _("The account “%(username)s” exists already. Choose another name."),
    "password_too_weak": _("The password is too weak: %(reasons)s Choose another."),
    "last_admin": _(
        "%(username)s is the last admin here: without one nobody could open accounts or grant roles. "
        "Make somebody else an admin first."
    ),
    "role_not_there": _(
        "There is no such role there. A society has organisers only; for an event there are organisers, "
        "referees, people who key results and people who only look. Choose one of these."
    ),
}
