"""A society and its branches."""

import uuid

from django.db import models


class Club(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Branch(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="branches")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=80)
    number = models.PositiveIntegerField(default=0, help_text="Order in lists")

    class Meta:
        ordering = ["club", "number", "name"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_slug_a_branch")]

    def __str__(self) -> str:
        return self.name
