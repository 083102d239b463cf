"""What the hall asks of every draw of an event: people kept apart, people who cannot move."""

import uuid

from django.db import models

from clubs.models import Member
from tournaments.models.tournament import Tournament


class ForbiddenPair(models.Model):
    """Two persons who are not to meet, not to be partners, or neither."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    as_opponents = models.BooleanField(default=True)
    as_partners = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["tournament_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "one", "other"], name="forbidden_pair_once"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class FixedTable(models.Model):
    """Somebody who cannot move plays every round at this table."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fixed_tables")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    table = models.PositiveIntegerField()

    class Meta:
        ordering = ["tournament_id", "table", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "member"], name="one_fixed_table_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.member} at table {self.table}"
