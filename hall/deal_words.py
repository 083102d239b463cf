"""What the engine found in a deal, and what follows from it, in one line of words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from hall.listing import bracketed
from hall.words import COMBINATIONS, TILES
from scoring.selectors.deals import DealRow
from scoring.selectors.keying import KeyingSheet

REDEALS = {
    "five": gettext_lazy("five pawns in one hand"),
    "five_opposed": gettext_lazy("five pawns on both sides"),
    "four_of_a_kind": gettext_lazy("four of a kind in one hand"),
}
WARNINGS = {
    "dealer_differs": gettext_lazy("By the rules somebody else had the deal."),
    "second_king": gettext_lazy("王 stood there twice; one of the two was taken as 玉."),
    "score_differs": gettext_lazy("The file's own score differs here."),
} | dict.fromkeys(
    ("undeclared_five_five", "undeclared_six", "undeclared_seven", "undeclared_eight"),
    gettext_lazy("A combination was not declared; the deal counts as played."),
)


def deal_words(row: DealRow) -> str:
    """How the deal ended: “out with 角, 40 points”."""
    if row.end == "redeal":
        return redeal_words(row.reason)
    return outcome_words(row.points or 0, special=row.special, tile=row.tile, doubled=row.doubled)


def redeal_words(reason: str) -> str:
    return bracketed(_("redeal"), REDEALS[reason]) if reason in REDEALS else _("redeal")


def outcome_words(points: int, *, special: str, tile: str, doubled: bool) -> str:
    """What scored so many points: a dealt combination, the last tile, or nothing that was told."""
    words = _("%(points)s points") % {"points": points}
    if special:
        return _("%(combination)s, %(points)s") % {
            "combination": COMBINATIONS.get(special, special),
            "points": words,
        }
    if not tile:
        return words
    pattern = _("out with %(tile)s doubled, %(points)s") if doubled else _("out with %(tile)s, %(points)s")
    return pattern % {"tile": TILES[tile][0], "points": words}


def answer_words(keyed: KeyingSheet) -> str:
    """The engine's answer to the deal that was just entered: what it was, the score, who deals next."""
    row = keyed.latest
    if row is None:
        return ""
    words = [deal_words(row).capitalize()]
    if row.running:
        words.append("–".join(map(str, row.running)))
    if keyed.takes_deals and keyed.is_between_games:
        words.append(_("Game %(number)s is over.") % {"number": keyed.game - 1})
    if not keyed.takes_deals:
        words.append(_("The game is over. Confirm the result."))
    elif keyed.dealer:
        words.append(_("Next dealer: %(name)s") % {"name": keyed.seats.get(keyed.dealer, keyed.dealer)})
    return " · ".join(words)
