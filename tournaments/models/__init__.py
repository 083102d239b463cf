from tournaments.models.announcement import Announcement, AnnouncementKind
from tournaments.models.entry import Attendance, Entry, EntryMember
from tournaments.models.match import Game, Match, Seat, Side
from tournaments.models.round import Round
from tournaments.models.stage import Stage
from tournaments.models.tournament import Division, Tournament

__all__ = [
    "Announcement",
    "AnnouncementKind",
    "Attendance",
    "Division",
    "Entry",
    "EntryMember",
    "Game",
    "Match",
    "Round",
    "Seat",
    "Side",
    "Stage",
    "Tournament",
]
