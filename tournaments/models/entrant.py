"""Who plays in a stage, in the order of seeding: the list that passed a cut, or groups of a league.

A stage without rows takes everybody entered at the reception.
"""

from django.db import models

from tournaments.models.entry import Entry
from tournaments.models.stage import Stage


class Entrant(models.Model):
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entrants")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField(help_text="Place in the seeding, from 1")
    group = models.PositiveSmallIntegerField(default=0, help_text="Group, from 1; 0 = no groups")

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_once_a_stage"),
            models.UniqueConstraint(fields=["stage", "number"], name="one_entrant_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.entry}"
