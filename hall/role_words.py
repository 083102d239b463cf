"""Roles in words: what somebody is called, and what that lets them do."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubs.enums import RoleName
from hall.words import Words

ROLE_WORDS: Mapping[str, Words] = {
    RoleName.ADMIN.value: _("Admin of this installation"),
    RoleName.ORGANISER.value: _("Organiser"),
    RoleName.REFEREE.value: _("Referee"),
    RoleName.KEYER.value: _("Keys results"),
    RoleName.READER.value: _("Only looks"),
}
AT_AN_EVENT: Mapping[str, Words] = {
    RoleName.ORGANISER.value: _("Organiser: everything"),
    RoleName.REFEREE.value: _("Referee: results, rulings and corrections; no settings, draws or money"),
    RoleName.KEYER.value: _("Keys results, and confirms those of others"),
    RoleName.READER.value: _("Only looks at the desk"),
}
