"""What must still be done after a write: kept in the database until a worker has done it."""

from django.db import models


class OutboxItem(models.Model):
    task = models.CharField(max_length=80)
    arguments = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True)
    outcome = models.TextField(blank=True, help_text="What came of it, such as where a copy went")
    failure = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["done_at", "created_at"], name="outbox_waiting")]

    def __str__(self) -> str:
        return f"{self.task} {self.arguments}"
