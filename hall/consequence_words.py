"""訂正 in words: results as they were and will be, and who entered each version of what."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.listing import bracketed
from hall.words import ENDINGS, Words
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from scoring.models import Outcome
from scoring.selectors.consequences import ToldResult
from scoring.selectors.matches import MatchCard
from scoring.selectors.versions import Version

ENDED: dict[str, Words] = {
    OutcomeKind.VOID.value: gettext_lazy("void: it counts for nobody"),
    OutcomeKind.DOUBLE_LOSS.value: gettext_lazy("both sides have lost"),
    OutcomeKind.DRAW.value: gettext_lazy("drawn"),
}


def result_words(told: ToldResult, card: MatchCard) -> str:
    """“山田・川田 150–90”: who won and the totals of each game."""
    names = {side.number: side.name for side in card.sides}
    totals = " / ".join("–".join(map(str, game)) for game in told.totals)
    if told.winner is None:
        return str(ENDED.get(told.ended, totals))
    words = _("%(name)s won") % {"name": names[told.winner]}
    if told.ended == OutcomeKind.FORFEIT.value:
        return bracketed(words, ENDINGS["forfeit"])
    return f"{words} {totals}"


def outcome_words(outcome: Outcome, card: MatchCard) -> str:
    """What was typed without deals."""
    if outcome.withdrawn:
        return _("nothing beside the deals")
    names = {side.number: side.name for side in card.sides}
    if outcome.kind == OutcomeKind.TOTALS.value:
        totals = " / ".join("–".join(map(str, game)) for game in outcome.points)
        ending = f" ({ENDINGS[outcome.ended_by]})" if outcome.ended_by else ""
        return _("totals %(totals)s") % {"totals": totals} + ending
    if outcome.winner is not None:
        return _("%(name)s won") % {"name": names[outcome.winner]} + f" ({ENDINGS['forfeit']})"
    return str(ENDED.get(outcome.kind, outcome.kind))


def origin_words(version: Version) -> str:
    """Where it was entered, and by whom."""
    if version.source is Source.TABLE:
        seat = version.seat
        return _("phone at seat %(seat)s") % {"seat": seat} if seat else _("phone at the table")
    if version.source is Source.IMPORT:
        return _("imported from a file")
    if version.source is Source.DRAW:
        return _("by the draw")
    return _("desk: %(name)s") % {"name": version.by} if version.by else _("desk")
