"""A rotation planned ahead: all its rounds, from one round on. A new plan is a row with the next version."""

import uuid

from django.db import models

from tournaments.models.stage import Stage


class Plan(models.Model):
    """``rounds``: per round {"tables": [[[entry number, …], …], …], "sitting_out": [entry number, …]}."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="plans")
    version = models.PositiveIntegerField()
    first_round = models.PositiveIntegerField(default=1)
    seed = models.CharField(max_length=60)
    rounds = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage_id", "version"]
        constraints = [models.UniqueConstraint(fields=["stage", "version"], name="one_plan_a_version")]

    def __str__(self) -> str:
        return f"{self.stage} plan {self.version}"
