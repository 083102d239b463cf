"""Entries (ranked units), their members, and who came to the reception."""

import uuid

from django.db import models

from clubs.models import Member
from tournaments.models.stage import Stage
from tournaments.models.team import Team
from tournaments.models.tournament import Division, Tournament


class Entry(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120, blank=True, help_text="Only where it is not A・B")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    is_house = models.BooleanField(default=False, help_text="役員ペア: plays instead of a bye, unranked")
    made_for = models.ForeignKey(
        Stage,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="entries_made",
        help_text="The stage for which a cut joined these people; None: entered at the reception",
    )
    waits_for = models.ForeignKey(
        Stage,
        null=True,
        blank=True,
        on_delete=models.RESTRICT,
        related_name="entries_waiting",
        help_text="直接出場: the stage into which it goes without playing those before; None: from the first",
    )
    drawn_by_lot = models.BooleanField(default=False, help_text="Partners found by the lot")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def people(self) -> list[Member]:
        return [place.member for place in self.members.all()]

    @property
    def shown_name(self) -> str:
        """The pair's own name, or its members' in the order chosen at entry."""
        people = self.people
        if self.name or not people:
            return self.name or f"#{self.number}"
        return people[0].shown_name if len(people) == 1 else "・".join(p.short_name for p in people)

    @property
    def branch_names(self) -> list[str]:
        """The home branches of the members, each once, in their order."""
        return list(dict.fromkeys(p.home.name for p in self.people if p.home))


class EntryMember(models.Model):
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entry_places")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ["entry_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="one_member_a_place"),
            models.UniqueConstraint(fields=["entry", "member"], name="member_once_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.member} in {self.entry}"


class Attendance(models.Model):
    """One person at one event: expected, here or gone, and the fee."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="attendances")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="attendances")
    present = models.BooleanField(default=False)
    is_floater = models.BooleanField(default=False, help_text="フローター: fills gaps, is never ranked")
    arrived_at = models.DateTimeField(null=True, blank=True)
    fee_due = models.PositiveIntegerField(default=0)
    fee_taken = models.PositiveIntegerField(default=0)
    receipt_number = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["member__sort_key", "member__id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "member"], name="person_once_an_event"),
            models.UniqueConstraint(fields=["tournament", "receipt_number"], name="one_receipt_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.member} at {self.tournament}"

    @property
    def owes(self) -> int:
        """Yen still to be taken."""
        return max(0, self.fee_due - self.fee_taken)
