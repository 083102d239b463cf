"""The public version: every visible change raises it, so that no cache shows what was."""

from django.db.models import F

from clubs.models import Account
from ledger.acts import append_act
from ledger.transactions import writing
from tournaments.models import Tournament


def raise_public_version(tournament: Tournament) -> None:
    """Pages cached before this transaction are no longer served after it."""
    Tournament.objects.filter(pk=tournament.pk).update(public_version=F("public_version") + 1)


def set_gates(tournament: Tournament, *, draw: bool, standings: bool, by: Account | None = None) -> None:
    """The draw and the standings are public or not, each on its own."""
    with writing():
        Tournament.objects.filter(pk=tournament.pk).update(
            draw_is_public=draw, standings_are_public=standings
        )
        raise_public_version(tournament)
        append_act(
            "gates_set",
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={"draw": draw, "standings": standings},
        )
    tournament.refresh_from_db()
