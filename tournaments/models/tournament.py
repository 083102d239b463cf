"""An event (大会): when, where, whose, and what the public may see of it."""

import uuid
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone

from clubs.models import Club
from tournaments.enums import TournamentState


class Tournament(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    venue = models.CharField(max_length=120, blank=True)
    venue_timezone = models.CharField(max_length=60, default="Asia/Tokyo")
    starts_at = models.DateTimeField()
    fee = models.PositiveIntegerField(default=0, help_text="Yen a person")
    tables = models.PositiveIntegerField(default=0, help_text="Tables in the hall; 0 = enough")
    tables_out = models.JSONField(default=list, help_text="Numbers of tables out of service")
    state = models.CharField(
        max_length=20,
        default=TournamentState.RECEPTION.value,
        choices=[(s.value, s.value) for s in TournamentState],
    )
    draw_is_public = models.BooleanField(default=True, help_text="Gate: published rounds show")
    standings_are_public = models.BooleanField(default=True, help_text="Gate: standings show")
    public_version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-starts_at", "slug"]

    def __str__(self) -> str:
        return self.name

    @property
    def local_start(self) -> datetime:
        """The start on the clock of the hall."""
        return self.starts_at.astimezone(ZoneInfo(self.venue_timezone))

    @property
    def local_date(self) -> date:
        return self.local_start.date()

    @property
    def today(self) -> date:
        """The day it is now on the clock of the hall."""
        return timezone.now().astimezone(ZoneInfo(self.venue_timezone)).date()


class Division(models.Model):
    """A class of play within an event (一般の部, 子どもの部); most events have one."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_division_a_number")]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} {self.number}"
