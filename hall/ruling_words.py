"""裁定 in words: what was ruled, on what, for or against whom."""

from django.utils.translation import gettext

from hall.figures import signed
from scoring.domain.facts import RulingEffect
from scoring.selectors.rulings import RulingRow


def ruling_words(row: RulingRow) -> str:
    """“Game 1: −20 points for 山田・川田”."""
    return effect_words(
        row.effect,
        game=row.game,
        deal=row.deal,
        who=row.who,
        points=row.points,
        in_standings=row.in_standings,
    )


def effect_words(
    effect: str, *, game: int | None, deal: int | None, who: str, points: int, in_standings: bool
) -> str:
    if in_standings:
        return gettext("%(points)s points for %(who)s in the standings alone") % {
            "points": signed(points),
            "who": who,
        }
    told = {"what": target_words(game, deal), "who": who, "points": signed(points)}
    if effect == RulingEffect.POINTS:
        return gettext("%(what)s: %(points)s points for %(who)s") % told
    if effect == RulingEffect.VOID:
        return gettext("%(what)s is void") % told
    if deal:
        return gettext("%(what)s is lost: it scores nothing") % told
    return gettext("%(what)s is lost by %(who)s") % told


def target_words(game: int | None, deal: int | None) -> str:
    if game is None:
        return gettext("The match")
    if deal is None:
        return gettext("Game %(number)s") % {"number": game}
    return gettext("Game %(game)s, deal %(number)s") % {"game": game, "number": deal}
