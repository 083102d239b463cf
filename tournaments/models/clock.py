"""The clock of the hall: one for everybody, by the server's time."""

from django.db import models

from tournaments.models.round import Round


class Clock(models.Model):
    """When the time of a round began and when it is up; stopped while ``paused_at`` is set."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="As long as it is not paused")
    paused_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"clock of {self.round}"
