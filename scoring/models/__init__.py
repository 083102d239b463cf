from scoring.models.deal import Deal
from scoring.models.outcome import Outcome
from scoring.models.result import MatchResult
from scoring.models.ruling import Ruling

__all__ = ["Deal", "MatchResult", "Outcome", "Ruling"]
