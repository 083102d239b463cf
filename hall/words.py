"""The society's words for what is stored as codes: states, formats, ranking keys, marks, tiles."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.selectors.needs import Need
from tournaments.enums import Format, MatchState, RankingKey, RoundState

Words = str | Promise


@dataclass(frozen=True, slots=True)
class KeyWords:
    """A ranking key: the heading of its column, its name, what it means."""

    short: Words
    name: Words
    meaning: Words


RANKING = {
    RankingKey.WINS: KeyWords(_("W–L"), _("Wins"), _("Matches won; a drawn match counts one half.")),
    RankingKey.NET_WINS: KeyWords(_("Net"), _("Net wins"), _("Wins minus losses.")),
    RankingKey.WIN_RATE: KeyWords(_("Rate"), _("Win rate"), _("Wins divided by the number played.")),
    RankingKey.POINTS_FOR: KeyWords(_("Points"), _("Points"), _("All points scored.")),
    RankingKey.POINT_DIFF: KeyWords(
        _("Diff."), _("Point difference"), _("Points scored minus points conceded, over all games.")
    ),
    RankingKey.SCORE_WITH_BONUS: KeyWords(
        _("Score"), _("Score with bonus"), _("Points scored, with the bonus for each win.")
    ),
    RankingKey.HEAD_TO_HEAD: KeyWords(
        _("Direct"),
        _("Direct encounter"),
        _("Among those equal so far: who won when they met."),
    ),
    RankingKey.SOS: KeyWords(
        _("SOS"), _("Opponents' wins"), _("The sum of the wins of all opponents really met.")
    ),
    RankingKey.SODOS: KeyWords(
        _("SODOS"),
        _("Beaten opponents' wins"),
        _("The sum of the wins of all opponents beaten, half for those drawn with."),
    ),
    RankingKey.SOSOS: KeyWords(_("SOSOS"), _("Opponents' SOS"), _("The sum of the opponents' own sums.")),
    RankingKey.CUMULATIVE: KeyWords(
        _("Cumul."), _("Cumulative wins"), _("The sum of the wins held after each round.")
    ),
    RankingKey.GAMES_PLAYED: KeyWords(_("Games"), _("Games played"), _("The number of games played.")),
    RankingKey.PLACINGS: KeyWords(
        _("Places"), _("Sum of places"), _("The sum of the places at each table; less is better.")
    ),
    RankingKey.TEAM_PLACINGS: KeyWords(
        _("Team places"),
        _("Sum of the team's ranks"),
        _("The sum of the ranks of the team's entries; less is better."),
    ),
    RankingKey.PLACE_POINTS: KeyWords(
        _("Place pts"), _("Points for places"), _("Points for each place at a table.")
    ),
    RankingKey.COMBINATIONS: KeyWords(
        _("Combin."), _("Dealt combinations"), _("Deals won by a dealt combination.")
    ),
    RankingKey.FINISHES: KeyWords(_("Outs"), _("Times gone out"), _("Deals ended by going out.")),
    RankingKey.LOT: KeyWords(_("Lot"), _("Lot"), _("Drawn by lot, from the published seed.")),
}

FORMATS = {
    Format.SWISS: _("Swiss system"),
    Format.ROTATION: _("A new partner in each round"),
    Format.FREE: _("Free play"),
    Format.ROUND_ROBIN: _("Round robin"),
    Format.LEAGUE: _("League"),
    Format.KNOCKOUT: _("Knockout"),
    Format.TWO_WINS_TWO_LOSSES: _("Two wins through, two losses out"),
    Format.TITLE: _("Title match"),
    Format.IMPORTED: _("Imported records"),
}

ROUND_STATES = {
    RoundState.DRAFT: _("draft"),
    RoundState.PUBLISHED: _("in play"),
    RoundState.CLOSED: _("closed"),
}


@dataclass(frozen=True, slots=True)
class StateWords:
    """A state: never by colour alone, so a sign and a word; ``look`` is the class of its box."""

    sign: str
    word: Words
    look: str = ""


MATCH_STATES = {
    MatchState.WAITING: StateWords("…", _("not begun"), "quiet"),
    MatchState.PLAYING: StateWords("▶", _("in play")),
    MatchState.TO_CONFIRM: StateWords("?", _("to be confirmed")),
    MatchState.CONFIRMED: StateWords("✓", _("confirmed"), "quiet"),
    MatchState.DISPUTED: StateWords("!", _("needs checking"), "need"),
    MatchState.VOID: StateWords("×", _("void"), "quiet"),
}

NEEDS = {
    Need.DISPUTED: MATCH_STATES[MatchState.DISPUTED],
    Need.CALLED: StateWords("⚑", _("referee called"), "need"),
    Need.LATE: StateWords("↧", _("delivered late"), "need"),
    Need.TO_CONFIRM: MATCH_STATES[MatchState.TO_CONFIRM],
    Need.SLOW: StateWords("◔", _("slow"), "need"),
    Need.PLAYING: MATCH_STATES[MatchState.PLAYING],
    Need.WAITING: MATCH_STATES[MatchState.WAITING],
    Need.DONE: StateWords("✓", _("done"), "quiet"),
}
"""What a table needs, as the desk says it."""

MARKS = {
    "win": ("○", _("won")),
    "loss": ("●", _("lost")),
    "draw": ("△", _("drawn")),
    "forfeit_win": ("□", _("won by forfeit")),
    "forfeit_loss": ("■", _("lost by forfeit")),
    "bye": ("－", _("sat out")),
    "missed": ("－", _("missed")),
    "void": ("×", _("void")),
    "unfinished": ("…", _("unfinished")),
    "waiting": ("…", _("not begun")),
    "disputed": ("!", _("needs checking")),
}

TILES = {
    "1": ("し", _("pawn")),
    "2": ("香", _("lance")),
    "3": ("馬", _("knight")),
    "4": ("銀", _("silver")),
    "5": ("金", _("gold")),
    "6": ("角", _("bishop")),
    "7": ("飛", _("rook")),
    "8": ("王", _("king")),
    "9": ("玉", _("king (jewel)")),
    "back": ("", _("face-down tile")),
}

ENDINGS = {"time_up": _("time up"), "forfeit": _("by forfeit"), "ruling": _("ruling")}

COMBINATIONS = {
    "five_five": _("five and five pawns"),
    "six": _("six pawns"),
    "seven": _("seven pawns"),
    "eight": _("eight pawns"),
}

WEEKDAY_DATES = {"ja": "Y年n月j日（D）", "en": "l j F Y", "ru": "l, j E Y"}
