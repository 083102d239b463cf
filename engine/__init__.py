"""The rules engine's front door: a record goes in, a verdict comes out.

Applications import from here and from nowhere deeper. Pure Python, standard library only;
no framework, no database, no sentence for people: codes, plies and numbers of rules.
"""

from engine.errors import (
    BadOption,
    EngineError,
    IllegalDeal,
    IllegalPlay,
    RecordRefused,
    RecordSyntaxError,
    UnknownOption,
)
from engine.goita.kifu import MatchDeal, MatchRecord, read_match, write_match
from engine.goita.lines import MatchFile, read_match_file
from engine.goita.match import verify_match
from engine.goita.sequence import expected_dealer
from engine.protocol import Ruleset, State, TileKind
from engine.registry import RULESETS
from engine.verdict import Course, Fault, Outcome, Question, TotalVerdict, Verdict

__all__ = [
    "RULESETS",
    "BadOption",
    "Course",
    "EngineError",
    "Fault",
    "IllegalDeal",
    "IllegalPlay",
    "MatchDeal",
    "MatchFile",
    "MatchRecord",
    "Outcome",
    "Question",
    "RecordRefused",
    "RecordSyntaxError",
    "Ruleset",
    "State",
    "TileKind",
    "TotalVerdict",
    "UnknownOption",
    "Verdict",
    "expected_dealer",
    "read_match",
    "read_match_file",
    "verify_match",
    "write_match",
]
