"""Who plays in a stage behind a cut, in the order of seeding, and who plays in which group.

A stage without a cut takes everybody entered at the reception; there a row only tells the group.
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
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="entry_once_a_stage"),
            models.UniqueConstraint(fields=["stage", "number"], name="one_entrant_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.entry}"
