"""A match at a table: its sides, who really sat where, and its games."""

import secrets
import uuid

from django.db import models

from clubs.models import Member
from tournaments.enums import GameState, MatchState
from tournaments.models.entry import Entry
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_code() -> str:
    """Six random characters that are not confused when read aloud (Crockford base32)."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(6))


class Match(models.Model):
    """``state`` and ``first_played_at`` are written by scoring services only."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    code = models.CharField(max_length=6, unique=True, default=new_code)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True, help_text="None: a bye")
    state = models.CharField(
        max_length=20,
        default=MatchState.WAITING.value,
        choices=[(s.value, s.value) for s in MatchState],
    )
    first_played_at = models.DateTimeField(null=True, blank=True)
    reasons = models.JSONField(default=list, help_text="Why the draw made this table: codes, params")

    class Meta:
        ordering = ["round", models.F("table").asc(nulls_last=True), "id"]
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="one_match_a_table")]

    def __str__(self) -> str:
        return f"{self.code} {self.round} table {self.table}"

    @property
    def tournament(self) -> Tournament:
        return self.round.stage.division.tournament

    @property
    def is_bye(self) -> bool:
        return self.table is None


class Side(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=120, blank=True, help_text="Where no entry is named")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="sides")

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_side_a_number")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return self.entry.shown_name if self.entry else self.label


class Seat(models.Model):
    """Who really sat at a place, from which game on."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")
    from_game = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["match", "number", "from_game"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "from_game"], name="one_person_a_seat")
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.person}"


class Game(models.Model):
    """一本: deals to the target. A best of three, legs and replays are games of one match."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    leg = models.PositiveSmallIntegerField(default=1)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Seat")
    state = models.CharField(
        max_length=20,
        default=GameState.LIVE.value,
        choices=[(s.value, s.value) for s in GameState],
    )

    class Meta:
        ordering = ["match", "leg"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "leg"],
                condition=models.Q(state=GameState.LIVE.value),
                name="one_live_game_a_leg",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match.code} game {self.leg}"
