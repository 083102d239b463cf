"""How a game or match ended where no deals tell it: totals only, forfeit, bye, void."""

import uuid

from django.db import models

from clubs.models import Account
from scoring.domain.facts import OutcomeKind
from scoring.enums import Source
from tournaments.models import Match


class Outcome(models.Model):
    """Append-only: the highest version is current, earlier ones stay."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="outcomes")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=20, choices=[(k.value, k.value) for k in OutcomeKind])
    winner = models.PositiveSmallIntegerField(null=True, help_text="Side")
    points = models.JSONField(default=list, help_text="Per game: [[side 1, side 2], …]")
    ended_by = models.CharField(max_length=20, blank=True, help_text="time_up, forfeit, ruling")
    reason = models.CharField(max_length=200, blank=True)
    source = models.CharField(max_length=20, choices=[(s.value, s.value) for s in Source])
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField()
    withdrawn = models.BooleanField(default=False, help_text="This version says: no outcome")

    class Meta:
        ordering = ["match_id", "version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="one_outcome_a_version")]

    def __str__(self) -> str:
        return f"{self.match.code} {self.kind} v{self.version}"
