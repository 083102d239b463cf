"""The records of a match as files: a deal a line, or the YAML of a whole match. Nothing is made up.

A deal of which only the result is known is a line of its own form; YAML cannot hold it, and names it in a
comment instead. What was kept as unlawful stands in its place; what was taken back or corrected does not.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine import MatchDeal, MatchRecord, RecordSyntaxError, Ruleset, write_match
from scoring.selectors.deals import DealRow, DealSheet, GameSheet

SEATS_IN_YAML = 4


def record_text(sheet: DealSheet, ruleset: Ruleset, form: str) -> str:
    """The records as ``txt`` or ``yaml``; empty where that form has nothing to tell."""
    return yaml_of(sheet) if form == "yaml" else lines_of(sheet, ruleset)


def record_forms(sheet: DealSheet, ruleset: Ruleset) -> list[str]:
    """The forms in which something can be told."""
    return [form for form in ("txt", "yaml") if record_text(sheet, ruleset, form)]


def lines_of(sheet: DealSheet, ruleset: Ruleset) -> str:
    """One deal a line, a blank line between games; empty where nothing was entered."""
    games = ["\n".join(_lines(game, sheet, ruleset)) for game in sheet.games]
    text = "\n\n".join(filter(None, games))
    return f"{text}\n" if text else ""


def _lines(game: GameSheet, sheet: DealSheet, ruleset: Ruleset) -> Iterator[str]:
    if game.totals_only and game.totals:
        yield ruleset.write_total(game.totals, mark=sheet.ended_by or None)
    yield from (row.record for row in told_rows(game))


def yaml_of(sheet: DealSheet) -> str:
    """The deals with hands and plays, each with the score before it; empty where there is none."""
    players = tuple({seat.seat: seat.name for seat in sheet.seats}.values())
    deals: list[MatchDeal] = []
    missing: list[str] = []
    if len(players) != SEATS_IN_YAML:
        return ""
    for game in sheet.games:
        for row, score in _with_score(game):
            if _is_whole(deal := MatchDeal(row.record, score), players):
                deals.append(deal)
            else:
                missing.append(_missing(game, row))
    return "".join(missing) + write_match(MatchRecord(players, tuple(deals))) if deals else ""


def told_rows(game: GameSheet) -> list[DealRow]:
    """What counts, and what was kept as unlawful in its place."""
    return [row for row in game.rows if row.counts or row.fault_code]


def _with_score(game: GameSheet) -> Iterator[tuple[DealRow, tuple[int, int]]]:
    score = (0, 0)
    for row in told_rows(game):
        yield row, score
        if row.running is not None:
            score = (row.running[0], row.running[1])


def _is_whole(deal: MatchDeal, players: tuple[str, ...]) -> bool:
    """Whether the form of whole matches can hold it."""
    try:
        write_match(MatchRecord(players, (deal,)))
    except RecordSyntaxError:
        return False
    return True


def _missing(game: GameSheet, row: DealRow) -> str:
    told = {"game": game.number, "number": row.number, "record": row.record}
    return "# " + _("Game %(game)s, deal %(number)s has no plays: %(record)s") % told + "\n"
