"""Words that are stored: formats, states and ranking keys. Plain enums, so that domains may use them."""

from enum import StrEnum


class Format(StrEnum):
    """What a stage does (tournaments.md §2)."""

    SWISS = "swiss"
    ROTATION = "rotation"
    FREE = "free"
    ROUND_ROBIN = "round_robin"
    LEAGUE = "league"
    KNOCKOUT = "knockout"
    TWO_WINS_TWO_LOSSES = "two_wins_two_losses"
    TITLE = "title"
    IMPORTED = "imported"


class TournamentState(StrEnum):
    """How far the event has come: reception, play, end."""

    RECEPTION = "reception"
    RUNNING = "running"
    CLOSED = "closed"


class RoundState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class MatchState(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    TO_CONFIRM = "to_confirm"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    VOID = "void"


class AbsenceKind(StrEnum):
    """Why an entry is not drawn: away by its own fault, or a bye that it asked for and what it is worth."""

    AWAY = "away"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"


class GameState(StrEnum):
    LIVE = "live"
    VOID = "void"
    REPLACED = "replaced"


class RankingKey(StrEnum):
    """What a ranking may be ordered by (tournaments.md §3); functions in scoring.domain.tiebreaks."""

    WINS = "wins"
    NET_WINS = "net_wins"
    WIN_RATE = "win_rate"
    POINTS_FOR = "points_for"
    POINT_DIFF = "point_diff"
    SCORE_WITH_BONUS = "score_with_bonus"
    HEAD_TO_HEAD = "head_to_head"
    SOS = "sos"
    SODOS = "sodos"
    SOSOS = "sosos"
    CUMULATIVE = "cumulative"
    GAMES_PLAYED = "games_played"
    PLACINGS = "placings"
    TEAM_PLACINGS = "team_placings"
    PLACE_POINTS = "place_points"
    COMBINATIONS = "combinations"
    FINISHES = "finishes"
    LOT = "lot"
