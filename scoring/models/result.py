"""The settled result of a match: derived from deals and outcome, may be thrown away any time."""

from django.db import models

from scoring.domain.match_score import MatchScore
from scoring.domain.stored_score import score_from
from tournaments.models import Match


class MatchResult(models.Model):
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="result")
    score = models.JSONField(help_text="As scoring.domain.stored_score writes it")
    settled_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"result of {self.match.code}"

    @property
    def match_score(self) -> MatchScore:
        return score_from(self.score)
