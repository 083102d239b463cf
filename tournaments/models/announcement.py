"""発表: what was announced stands, whatever is derived later (tournaments.md §1).

Three things are announced: the draw of a round, the list that passed a cut, the places
awarded. A row is never changed; a further act is a row with the next version.
"""

import uuid
from enum import StrEnum

from django.db import models

from clubs.models import Account
from tournaments.models.round import Round
from tournaments.models.stage import Stage


class AnnouncementKind(StrEnum):
    DRAW = "draw"
    CUT = "cut"
    PLACES = "places"


class Announcement(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="announcements")
    round = models.ForeignKey(
        Round,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="announcements",
    )
    kind = models.CharField(max_length=20, choices=[(k.value, k.value) for k in AnnouncementKind])
    version = models.PositiveIntegerField(default=1)
    content = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    announced_at = models.DateTimeField(auto_now_add=True)
    announced_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ["stage_id", "kind", "round_id", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "kind", "version"],
                condition=models.Q(round__isnull=False),
                name="one_announcement_of_a_round",
            ),
            models.UniqueConstraint(
                fields=["stage", "kind", "version"],
                condition=models.Q(round__isnull=True),
                name="one_announcement_of_a_stage",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.kind} v{self.version}"
