"""What commands for people have in common: the terminal's language, refusals as sentences."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation

from hall.phrases import sentence_for
from ledger.errors import Refusal


class TerminalCommand(BaseCommand):
    """Speaks the language of the terminal; a refusal ends it with its code and sentence."""

    def run_from_argv(self, argv: list[str]) -> None:
        with translation.override(settings.TERMINAL_LANGUAGE):
            super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(settings.TERMINAL_LANGUAGE):
            try:
                return super().execute(*args, **options)
            except Refusal as refusal:
                raise CommandError(f"{refusal.code}: {sentence_for(refusal)}") from refusal
