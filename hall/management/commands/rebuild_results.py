"""Everything derived of an event is derived again and compared with what is stored."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _

from hall.errors import EventUnknown
from hall.lock import hall_lock
from hall.management.terminal import TerminalCommand
from scoring.models import Deal
from scoring.services.rebuild import Rebuilt, adopt_results, rebuild
from tournaments.models import Match, Tournament


class Command(TerminalCommand):
    help = "Judges every deal of an event again, derives every result again, lists what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="its short name in the address")
        parser.add_argument(
            "--adopt", action="store_true", help="store the results derived now, but for closed rounds"
        )

    def handle(self, *, event: str, adopt: bool, **options: Any) -> None:
        """Ends with an error while anything differs; reads only, unless told to adopt."""
        tournament = Tournament.objects.filter(slug=event).first()
        if tournament is None:
            raise EventUnknown(event=event)
        rebuilt = rebuild(tournament)
        if adopt and rebuilt.results:
            with hall_lock():
                adopt_results(tournament, rebuilt.results)
            rebuilt = rebuild(tournament)
        self.tell(rebuilt)
        if not rebuilt.agrees:
            raise CommandError(
                _("What is stored differs from what follows from the records. A closed round changes "
                  "only by a ruling; in an open one use --adopt.")
            )  # fmt: skip

    def tell(self, rebuilt: Rebuilt) -> None:
        for deal in rebuilt.verdicts:
            self.stdout.write(_("%(place)s: the engine judges it otherwise today") % {"place": place(deal)})
        for match in rebuilt.results:
            self.stdout.write(_("%(place)s: another result follows") % {"place": table(match)})
        words = _("%(deals)s deals judged, %(matches)s results derived, %(differences)s differences")
        self.stdout.write(
            words
            % {
                "deals": rebuilt.deals,
                "matches": rebuilt.matches,
                "differences": len(rebuilt.verdicts) + len(rebuilt.results),
            }
        )


def table(match: Match) -> str:
    words = _("round %(round)s, table %(table)s (%(code)s)")
    return words % {"round": match.round.number, "table": match.table or "–", "code": match.code}


def place(deal: Deal) -> str:
    words = _("%(table)s, game %(game)s, deal %(number)s")
    return words % {"table": table(deal.game.match), "game": deal.game.leg, "number": deal.number}
