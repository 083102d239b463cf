"""A round of a stage: drafted, published, closed."""

import uuid

from django.db import models

from tournaments.enums import RoundState
from tournaments.models.stage import Stage


class Round(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    state = models.CharField(
        max_length=20,
        default=RoundState.DRAFT.value,
        choices=[(s.value, s.value) for s in RoundState],
    )
    seed = models.CharField(max_length=60)
    basis = models.CharField(max_length=64, blank=True, help_text="Digest of what the draw was made from")
    lots = models.JSONField(default=dict, help_text="手くじ: lots drawn from the box, by entry number")
    warnings = models.JSONField(default=list, help_text="What the numbers forced upon it: codes, params")
    deadline = models.DateField(null=True, blank=True, help_text="League: local date")
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage_id", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return f"{self.stage} round {self.number}"
