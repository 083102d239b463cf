"""Rounds of a stage in which an entry is not drawn: late, away, gone, or a bye it asked for."""

import uuid

from django.db import models

from tournaments.enums import AbsenceKind
from tournaments.models.entry import Entry
from tournaments.models.stage import Stage


class Absence(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    first_round = models.PositiveIntegerField()
    last_round = models.PositiveIntegerField(null=True, blank=True, help_text="None: until they come back")
    kind = models.CharField(
        max_length=20,
        default=AbsenceKind.AWAY.value,
        choices=[(k.value, k.value) for k in AbsenceKind],
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["stage_id", "first_round", "id"]

    def __str__(self) -> str:
        return f"{self.entry} away from round {self.first_round}"
