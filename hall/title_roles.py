"""保持者 and 挑戦者 in a title match."""

from django.utils.translation import gettext_lazy as _

from hall.words import Words
from scoring.selectors.matches import SideCard
from tournaments.enums import Format
from tournaments.models import Stage
from tournaments.selectors.entrants import with_places


def title_role(side: SideCard, stage: Stage) -> Words:
    """Whether a drawn side holds the title or challenges; empty where it is vacant, and in other formats."""
    if stage.format != Format.TITLE.value or side.entry is None:
        return ""
    holders = {entry.number for entry in with_places(stage) if entry.waits_for_id == stage.pk}
    if not holders:
        return ""
    return _("Holder") if side.entry.number in holders else _("Challenger")
