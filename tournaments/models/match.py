"""A match at a table: its sides, who really sat where, and its games."""

import secrets
import uuid

from django.db import models

from clubs.models import Member
from tournaments.domain.table_game import ruleset_at
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
    number = models.PositiveIntegerField(help_text="Place in the draw of the round")
    table = models.PositiveIntegerField(null=True, blank=True, help_text="None: a bye, or it waits for one")
    pinned = models.BooleanField(default=False, help_text="Kept when the draft is drawn again")
    due_on = models.DateField(null=True, blank=True, help_text="League: postponed to this local date")
    state = models.CharField(
        max_length=20,
        default=MatchState.WAITING.value,
        choices=[(s.value, s.value) for s in MatchState],
    )
    first_played_at = models.DateTimeField(null=True, blank=True)
    referee_called_at = models.DateTimeField(
        null=True, blank=True, help_text="審判を呼ぶ; None: nobody calls"
    )
    extra_minutes = models.PositiveIntegerField(default=0, help_text="On top of the clock of the hall")
    meeting_place = models.CharField(max_length=120, blank=True, help_text="League: agreed by the sides")
    meeting_at = models.DateTimeField(null=True, blank=True, help_text="League: agreed by the sides")
    reasons = models.JSONField(default=list, help_text="Why the draw made this table: codes, params")

    class Meta:
        ordering = ["round_id", models.F("table").asc(nulls_last=True), "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_match_a_number"),
            # A table that is free again takes the next match of the queue.
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=~models.Q(state__in=[MatchState.CONFIRMED.value, MatchState.VOID.value]),
                name="one_open_match_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.round} table {self.table}"

    @property
    def tournament(self) -> Tournament:
        return self.round.stage.division.tournament

    @property
    def is_bye(self) -> bool:
        """One side alone: nobody is met."""
        return len(self.sides.all()) == 1

    @property
    def ruleset_key(self) -> str:
        """The game played here: a table of three may stand among tables of four."""
        return ruleset_at(len(self.sides.all()), self.round.stage.ruleset_key)

    @property
    def place(self) -> str:
        """Where it is played as people say it: the table, else its number in the draw."""
        return str(self.table) if self.table else f"#{self.number}"


class Side(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=120, blank=True, help_text="Where no entry is named")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="sides")

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_side_a_number")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """Its entry, else its label, else whoever sits there."""
        if self.entry or self.label:
            return self.entry.shown_name if self.entry else self.label
        seats = self.match.seats.filter(from_game=1)
        count = self.match.sides.count()
        return "・".join(
            seat.person.short_name for seat in seats if (seat.number - 1) % count + 1 == self.number
        )


class Seat(models.Model):
    """Who really sat at a place, from which game on."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(
        Entry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
        help_text="Whom this seat counts for where a side is no entry; None: a floater",
    )
    from_game = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["match_id", "number", "from_game"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "from_game"], name="one_person_a_seat")
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.person}"


class DateOffer(models.Model):
    """A day on which one side of a league match offered to play."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="date_offers")
    side = models.PositiveSmallIntegerField()
    day = models.DateField(help_text="Local date")
    offered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match_id", "day", "side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "day"], name="one_offer_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.match.code} side {self.side}: {self.day}"


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
        ordering = ["match_id", "leg"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "leg"],
                condition=models.Q(state=GameState.LIVE.value),
                name="one_live_game_a_leg",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match.code} game {self.leg}"
