from tournaments.models.absence import Absence
from tournaments.models.announcement import Announcement, AnnouncementKind
from tournaments.models.clock import Clock
from tournaments.models.entrant import Entrant
from tournaments.models.entry import Attendance, Entry, EntryMember
from tournaments.models.hall import FixedTable, ForbiddenPair
from tournaments.models.match import DateOffer, Game, Match, Seat, Side
from tournaments.models.phone import EventKey, Phone, PhoneAccess, PinGuess, SideCode, TableLink
from tournaments.models.plan import Plan
from tournaments.models.round import Round
from tournaments.models.stage import Stage
from tournaments.models.team import Team
from tournaments.models.tournament import Division, Tournament

__all__ = [
    "Absence",
    "Announcement",
    "AnnouncementKind",
    "Attendance",
    "Clock",
    "DateOffer",
    "Division",
    "Entrant",
    "Entry",
    "EntryMember",
    "EventKey",
    "FixedTable",
    "ForbiddenPair",
    "Game",
    "Match",
    "Phone",
    "PhoneAccess",
    "PinGuess",
    "Plan",
    "Round",
    "Seat",
    "Side",
    "SideCode",
    "Stage",
    "TableLink",
    "Team",
    "Tournament",
]
