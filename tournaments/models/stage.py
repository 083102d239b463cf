"""A stage: one format played by one frozen profile and one set of engine options."""

import hashlib
import uuid

from django.db import models

from tournaments.domain.profile import Profile, profile_from
from tournaments.domain.ranked import persons_in_entry, ranks_persons
from tournaments.domain.settings import Settings, settings_from
from tournaments.domain.stages.cut_rule import CutRule, cut_rule_from
from tournaments.enums import Format
from tournaments.models.tournament import Division, Tournament


class Stage(models.Model):
    uuid = models.UUIDField(unique=True, default=uuid.uuid4)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField(default=1)
    format = models.CharField(max_length=30, choices=[(f.value, f.value) for f in Format])
    rounds_planned = models.PositiveIntegerField(default=5)
    ruleset_key = models.CharField(max_length=20, default="goita")
    options = models.JSONField(default=dict, help_text="Engine options, frozen at the start")
    stored_settings = models.JSONField(default=dict, help_text="How the format is played, frozen likewise")
    stored_cut = models.JSONField(
        default=dict, help_text="Who comes in from the stage before; empty: everybody entered"
    )
    stored_profile = models.JSONField(default=dict, help_text="Scoring profile, frozen at the start")
    rules_version = models.CharField(max_length=20, blank=True)
    seed = models.CharField(max_length=40, help_text="Every lot of this stage follows from it")
    started_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.division} {self.number} {self.format}"

    @property
    def profile(self) -> Profile:
        return profile_from(self.stored_profile)

    @property
    def settings(self) -> Settings:
        return settings_from(self.stored_settings)

    @property
    def cut_rule(self) -> CutRule | None:
        """Who comes in from the stage before; None: whoever was entered at the reception."""
        return cut_rule_from(self.stored_cut) if self.stored_cut else None

    @property
    def ranks_persons(self) -> bool:
        """Whether a person stands in the table for himself, whoever is the partner of the day."""
        return ranks_persons(Format(self.format), self.settings)

    @property
    def entry_size(self) -> int:
        """Persons in one entry: one where persons are ranked, else a whole side."""
        return persons_in_entry(Format(self.format), self.settings)

    def lot(self, purpose: str) -> int:
        """The seed of one lot, fixed by the stage's seed and what the lot is for."""
        digest = hashlib.sha256(f"{self.seed}/{purpose}".encode()).hexdigest()
        return int(digest[:12], 16)

    @property
    def tournament(self) -> Tournament:
        return self.division.tournament
