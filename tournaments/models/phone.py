"""Phones at the tables: the link that lets one in, the phone that came in, who sits behind it.

Nothing here is told to others: tokens, PINs and codes are random or derived from the event's key,
and what is stored of them cannot be turned back.
"""

import uuid

from django.db import models

from clubs.models import Member
from tournaments.models.match import Match
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament

MOST_WRONG_PINS = 5
MOST_WRONG_CODES_ON_A_PHONE = 5
MOST_WRONG_CODES_AT_A_MATCH = 20


class EventKey(models.Model):
    """The secret of one event: its links and PINs follow from it, its side codes are hashed under it."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="key")
    secret = models.CharField(max_length=64, help_text="32 random bytes in hex")

    def __str__(self) -> str:
        return f"key of {self.tournament}"


class TableLink(models.Model):
    """A way in: to whatever is played at one table in one round, or for one side to one match of a league."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="table_links")
    table = models.PositiveIntegerField(null=True, blank=True, help_text="None: the link of one match")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="table_links"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Whose link it is, in a league")
    token_digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=models.Q(revoked_at=None, match=None),
                name="one_link_a_table",
            ),
            models.UniqueConstraint(
                fields=["match", "side"],
                condition=models.Q(revoked_at=None, match__isnull=False),
                name="one_link_a_side",
            ),
            models.CheckConstraint(
                condition=models.Q(table__isnull=False, match=None, side=None)
                | models.Q(table=None, match__isnull=False, side__isnull=False),
                name="link_of_table_or_side",
            ),
        ]

    def __str__(self) -> str:
        return f"link to {self.match or f'table {self.table}'} of {self.round}"

    @property
    def tournament(self) -> Tournament:
        return self.round.stage.division.tournament


class Phone(models.Model):
    """A browser that came in by a link and its PIN; its cookie is the key."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="phones")
    key_digest = models.CharField(max_length=64, unique=True)
    first_seen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"phone {self.uuid}"


class PhoneAccess(models.Model):
    """One phone at one table: from which seat it looks, and how often a wrong code was typed on it."""

    phone = models.ForeignKey(Phone, on_delete=models.CASCADE, related_name="accesses")
    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="accesses")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="None: nobody's in particular")
    opened_at = models.DateTimeField(auto_now_add=True)
    wrong_codes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["phone", "link"], name="one_access_a_link")]

    def __str__(self) -> str:
        return f"{self.phone} at {self.link}"


class SideCode(models.Model):
    """The four digits on one person's card; they confirm for the side where that person sits."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="side_codes")
    person = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="side_codes")
    digest = models.CharField(max_length=64, help_text="HMAC-SHA-256 under the event's key")
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "person"], name="one_code_a_person")]

    def __str__(self) -> str:
        return f"code of {self.person}"


class PinGuess(models.Model):
    """Wrong PINs typed for one token, known or not: both are counted alike, so neither can be told apart."""

    token_digest = models.CharField(max_length=64, unique=True)
    wrong = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.wrong} wrong for {self.token_digest[:8]}"

    @property
    def is_locked(self) -> bool:
        """No PIN is looked at any more until the desk unlocks the link."""
        return self.wrong >= MOST_WRONG_PINS
