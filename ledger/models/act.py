"""Acts: who did what, when, to which thing. Rows are added, never changed, and chained by hash.

Every event (and the installation itself) has a chain of its own: a *scope*. An act's hash
covers the one before it, so nothing can be taken out or altered unseen. The payload is covered
through SHA-256(salt ‖ payload) and lies in a side table, which anonymising may empty.
"""

import uuid

from django.db import models


class Act(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    scope = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    subject = models.UUIDField()
    actor = models.UUIDField(null=True)
    at = models.DateTimeField()
    payload_digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["scope", "number"]
        constraints = [models.UniqueConstraint(fields=["scope", "number"], name="one_act_per_place_in_chain")]
        indexes = [models.Index(fields=["subject", "number"], name="act_by_subject")]

    def __str__(self) -> str:
        return f"{self.scope} {self.number} {self.kind}"


class ActPayload(models.Model):
    """What an act was about; never holds a person's name."""

    act = models.OneToOneField(Act, on_delete=models.CASCADE, related_name="payload")
    salt = models.CharField(max_length=32)
    content = models.JSONField()

    def __str__(self) -> str:
        return f"payload of {self.act}"


class ChainHead(models.Model):
    """The last place of a chain: the row that writers of one scope lock in turn."""

    scope = models.UUIDField(primary_key=True)
    number = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.scope} at {self.number}"
