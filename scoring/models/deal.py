"""What was typed at the table. Rows are added, never edited; only their state moves on."""

import uuid

from django.db import models

from clubs.models import Account
from scoring.enums import DealState, Source
from tournaments.models import Game


class Deal(models.Model):
    """One deal and the engine's verdict about it: an outcome or a fault, never both."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=20, choices=[(s.value, s.value) for s in DealState])
    record = models.TextField(help_text="As it came in")
    normal_record = models.TextField(blank=True, help_text="Equal deals are equal text")
    dealer = models.PositiveSmallIntegerField(null=True, help_text="Seat; unknown to a points form")
    outcome = models.JSONField(null=True)
    fault_code = models.CharField(max_length=60, blank=True)
    fault_ply = models.PositiveIntegerField(null=True)
    fault_rule = models.CharField(max_length=20, blank=True)
    warnings = models.JSONField(default=list)
    typed_score = models.JSONField(null=True, help_text="[a, b] as a record wrote it; never added")
    rules_version = models.CharField(max_length=20)
    source = models.CharField(max_length=20, choices=[(s.value, s.value) for s in Source])
    entered_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    entered_at = models.DateTimeField()
    superseded_by = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="supersedes"
    )
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was corrected")

    class Meta:
        ordering = ["game_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=models.Q(state=DealState.CURRENT.value),
                name="one_current_deal_a_number",
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__isnull=True) ^ models.Q(fault_code=""),
                name="outcome_xor_fault",
            ),
            models.CheckConstraint(
                condition=models.Q(fault_code="") | ~models.Q(state=DealState.CURRENT.value),
                name="unlawful_deal_never_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} deal {self.number} ({self.state})"
