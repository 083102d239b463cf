"""裁定: what a referee decided beside the record (G-8). It never alters what was typed."""

import uuid

from django.db import models

from clubs.models import Account
from scoring.domain.facts import RulingEffect
from scoring.models.deal import Deal
from tournaments.models import Entry, Game, Match, Stage


class Ruling(models.Model):
    """One target, one effect, in the order of creation; a row that ``cancels`` another undoes it."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rulings")
    match = models.ForeignKey(
        Match,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="rulings",
        help_text="Of a deal, a game or the match; None: in the standings only",
    )
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    deal = models.ForeignKey(Deal, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="rulings")
    effect = models.CharField(max_length=20, choices=[(e.value, e.value) for e in RulingEffect])
    side = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Against or for which side")
    points = models.IntegerField(default=0, help_text="Signed; of the effect `points` only")
    after_deals = models.PositiveSmallIntegerField(
        default=0, help_text="Deals of the game that counted then: points count from there on"
    )
    reason = models.CharField(max_length=200)
    made_by = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(auto_now_add=True)
    cancels = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="cancelled_by"
    )

    class Meta:
        ordering = ["stage", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(match__isnull=True) ^ models.Q(entry__isnull=True),
                name="ruling_on_match_or_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.effect} {self.points or ''} on {self.match or self.entry}"
