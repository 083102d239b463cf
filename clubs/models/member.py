"""A person: name, reading, what may be shown of them, and where they belong."""

import uuid

from django.db import models

from clubs.models.club import Branch
from ledger.collation import fold, sort_key


class Member(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    name = models.CharField(max_length=80)
    reading = models.CharField(max_length=120, blank=True)
    public_name = models.CharField(max_length=80, blank=True)
    in_newspaper = models.BooleanField(default=False)
    minor = models.BooleanField(default=False)
    sort_key = models.CharField(max_length=500, editable=False, db_index=True)
    folded = models.CharField(max_length=200, editable=False, db_index=True)
    registered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        """Order and search keys always follow name and reading."""
        self.sort_key = sort_key(self.reading, self.name)
        self.folded = fold(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def shown_name(self) -> str:
        """The name for public pages: the one chosen, an initial for a minor, else the full name."""
        if self.public_name:
            return self.public_name
        return f"{self.name[:1]}〇" if self.minor else self.name

    @property
    def shown_sort_key(self) -> str:
        """Order in public lists; a chosen name stands where its own letters put it, so that the order
        does not tell the reading of the other.
        """
        return sort_key(self.public_name, self.public_name) if self.public_name else self.sort_key

    @property
    def short_name(self) -> str:
        """What stands in a pair's name: the family name where a space sets it apart."""
        return self.shown_name.split()[0]

    @property
    def home(self) -> Branch | None:
        """The branch under which this person is listed."""
        return next((m.branch for m in self.memberships.all() if m.is_home and not m.left), None)


class Membership(models.Model):
    """One person in one branch; a person may have several, one of them home."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="memberships")
    branch = models.ForeignKey(Branch, on_delete=models.PROTECT, related_name="memberships")
    is_home = models.BooleanField(default=True)
    joined = models.DateField(null=True, blank=True)
    left = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "branch"], name="one_membership_a_branch"),
            models.UniqueConstraint(
                fields=["member"],
                condition=models.Q(is_home=True),
                name="one_home_branch",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} in {self.branch}"
