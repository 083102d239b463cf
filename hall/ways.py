"""The usual ways to play, with which a new event begins; every setting can be changed afterwards."""

from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from hall.words import Words
from tournaments.domain.settings import FirstRound, RotationMode, Settings
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.enums import Format
from tournaments.models import Stage

THREE_PLAYERS = (1, 1, 1)


@dataclass(frozen=True, slots=True)
class Play:
    """How a stage is to be played. ``preset`` empty: counted as before; ``stage`` once there is one.

    ``final`` is the stage that follows at once, set up with this one.
    """

    format: Format
    preset: str = ""
    rounds: int = 1
    settings: Settings = field(default_factory=Settings)
    best_of: int | None = None
    stage: Stage | None = None
    final: "Final | None" = None


@dataclass(frozen=True, slots=True)
class Final:
    """The stage behind another one, at tables of the same shape, and who comes into it."""

    play: Play
    cut: CutRule


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play by a short key, and what it means for those who come."""

    key: str
    name: Words
    meaning: Words
    play: Play


SEEDED_KNOCKOUT = Play(Format.KNOCKOUT, "society_pairs", settings=Settings(first_round=FirstRound.RANK))

USUAL = (
    Way(
        "pairs",
        _("Fixed pairs, equals meet"),
        _("Whoever has as many wins as you is your next opponent. Nobody is out; nobody is met twice."),
        Play(Format.SWISS, "society_pairs", 5, Settings(branch_rounds=1)),
    ),
    Way(
        "partners",
        _("A new partner each round, planned ahead"),
        _("Everybody has each partner once at most and meets the others as evenly as the numbers allow."),
        Play(Format.ROTATION, "society_individual", 5),
    ),
    Way(
        "partners-lot",
        _("A new partner each round, by lot"),
        _("Seats are drawn before each round; a partner comes again only when none is left."),
        Play(Format.ROTATION, "society_individual", 3, Settings(mode=RotationMode.LOT)),
    ),
    Way(
        "everybody",
        _("Everybody against everybody"),
        _("The fairest where there are few: with eight pairs it takes seven rounds."),
        Play(Format.ROUND_ROBIN, "society_pairs"),
    ),
    Way(
        "groups-final",
        _("Qualifying groups, then a knockout"),
        _("Everybody meets everybody in a group; the first of each group go on crosswise into a knockout."),
        Play(
            Format.ROUND_ROBIN,
            "society_pairs",
            settings=Settings(groups=2),
            final=Final(SEEDED_KNOCKOUT, CutRule(top=2)),
        ),
    ),
    Way(
        "meeting",
        _("A meeting, people come and go"),
        _("No rounds: whoever waits forms the next table, who has played least comes first."),
        Play(Format.FREE, "monthly_meeting"),
    ),
    Way(
        "knockout",
        _("Knockout"),
        _("Who loses is out; the first losers can have a second game. Short, and hard on many."),
        Play(Format.KNOCKOUT, "society_pairs", settings=Settings(branch_rounds=1, second_game=True)),
    ),
)
RARER = (
    Way(
        "partners-final",
        _("A new partner each round, then a knockout of pairs"),
        _("Each person is ranked; the best become pairs, 1+5, 2+6 and so on, and play a knockout."),
        Play(Format.ROTATION, "society_individual", 3, final=Final(SEEDED_KNOCKOUT, CutRule(top=8))),
    ),
    Way(
        "partners-standing",
        _("A new partner each round, by standing"),
        _("Those of like score share a table; the last rounds are the hardest."),
        Play(Format.ROTATION, "society_individual", 5, Settings(mode=RotationMode.STANDING)),
    ),
    Way(
        "threes",
        _("Tables of three single players"),
        _("For Goita of three: each plays for himself, equals meet, nobody is met twice."),
        Play(Format.SWISS, "three_seats", 3, Settings(shape=THREE_PLAYERS)),
    ),
    Way(
        "league",
        _("A league over months"),
        _("Pairs find their own days; matches not played by the deadline are ruled upon."),
        Play(Format.LEAGUE, "tokyo_meijin"),
    ),
    Way(
        "title",
        _("Title match"),
        _("Two pairs, best of seven. The desk can name one of them the holder before the draw."),
        Play(Format.TITLE, "tokyo_meijin", best_of=7),
    ),
    Way(
        "two-wins",
        _("Two wins through, two losses out"),
        _("A qualifier in blocks of four: about half are through and go on to a final stage."),
        Play(Format.TWO_WINS_TWO_LOSSES, "society_pairs"),
    ),
)
WAYS = {way.key: way for way in (*USUAL, *RARER)}


def play_of(stage: Stage) -> Play:
    """How the stage is played now; what its results count stays."""
    return Play(Format(stage.format), rounds=stage.rounds_planned, settings=stage.settings, stage=stage)
