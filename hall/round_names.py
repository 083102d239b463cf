"""What the rounds of a bracket are called: 決勝, 準決勝 …; elsewhere a round has its number."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hall.words import Words
from scoring.selectors.matches import MatchCard
from tournaments.domain.elimination.bracket import Entrant, LoserOf, WinnerOf
from tournaments.enums import Format
from tournaments.models import Stage

# What is no round to those who play: it goes on until it is decided, or over.
WITHOUT_ROUNDS: Mapping[str, Words] = {
    Format.TITLE: _("Title match"),
    Format.LEAGUE: _("League"),
    Format.FREE: _("Meeting"),
}
BY_ROUNDS_LEFT: Mapping[int, Words] = {0: _("Final"), 1: _("Semi-final"), 2: _("Quarter-final")}


def round_name(stage: Stage, number: int) -> str:
    """The round with this number as people say it; how many there are is known once round one is drawn."""
    if stage.format in WITHOUT_ROUNDS:
        return str(WITHOUT_ROUNDS[stage.format])
    left = stage.rounds_planned - number
    if stage.format != Format.KNOCKOUT.value or left < 0:
        return gettext("Round %(number)s") % {"number": number}
    if left in BY_ROUNDS_LEFT:
        return str(BY_ROUNDS_LEFT[left])
    return gettext("Round %(number)s (1/%(share)s)") % {"number": number, "share": 1 << left}


def coming_name(stage: Stage, number: int) -> str:
    """The same for a round that is still to be drawn: who is there says how many a knock-out has."""
    if number == 1 and stage.format == Format.KNOCKOUT.value:
        return gettext("Round %(number)s") % {"number": number}
    return round_name(stage, number)


def aside_name(stage: Stage, card: MatchCard) -> Words:
    """What a table beside the way to the final is played for; empty for all others."""
    ways = 1 << max(stage.rounds_planned - card.round_number, 0)
    if stage.format != Format.KNOCKOUT.value or card.number <= ways:
        return ""
    return _("Third place") if ways == 1 else _("Second game")


def origin_words(stage: Stage, origin: Entrant, table: int | None) -> str:
    """Where somebody comes from who is not known yet: the table that is played now, else its place."""
    match origin:
        case LoserOf() if table:
            return gettext("Loser of table %(table)s") % {"table": table}
        case WinnerOf() if table:
            return gettext("Winner of table %(table)s") % {"table": table}
        case LoserOf(round=number, table=place):
            words = gettext("Loser of %(round)s, no. %(place)s")
        case WinnerOf(round=number, table=place):
            words = gettext("Winner of %(round)s, no. %(place)s")
        case _:
            return ""
    return words % {"round": round_name(stage, number), "place": place}
