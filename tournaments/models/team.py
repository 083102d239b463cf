"""A team (団体) of a division: prefecture, branch, shop. Its entries play for themselves and for it."""

import uuid

from django.db import models

from tournaments.models.tournament import Division


class Team(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["division_id", "name", "id"]
        constraints = [models.UniqueConstraint(fields=["division", "name"], name="one_team_a_name")]

    def __str__(self) -> str:
        return self.name
