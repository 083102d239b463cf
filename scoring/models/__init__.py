from scoring.models.deal import Deal
from scoring.models.outcome import Outcome
from scoring.models.result import MatchResult

__all__ = ["Deal", "MatchResult", "Outcome"]
