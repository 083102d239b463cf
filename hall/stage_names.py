"""What people call the stages of an event: 予選, 決勝; a stage alone has no name."""

from django.utils.translation import gettext_lazy as _

from hall.words import Words
from tournaments.enums import Format
from tournaments.models import Stage

QUALIFYING, FINALS = _("Qualifying"), _("Finals")
# These have a name of their own wherever they stand.
BY_FORMAT = {Format.LEAGUE.value: _("League"), Format.TITLE.value: _("Title match")}


def stage_name(stage: Stage) -> Words:
    """The last of several stages is the finals, the first the qualifying; those between have numbers only."""
    others = stage.division.stages.exclude(pk=stage.pk)
    if not others.exists():
        return ""
    if stage.format in BY_FORMAT:
        return BY_FORMAT[stage.format]
    if not others.filter(number__gt=stage.number).exists():
        return FINALS
    return "" if others.filter(number__lt=stage.number).exists() else QUALIFYING
