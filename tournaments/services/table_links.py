"""The links that let a phone in: made with the round, revoked or made anew at the desk."""

from datetime import datetime, time, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.domain.phone_secrets import digest_of, link_token, new_secret
from tournaments.enums import Format
from tournaments.models import EventKey, Match, PhoneAccess, PinGuess, Round, TableLink, Tournament

LASTS = timedelta(hours=24)
# A league without a deadline: as long as it may go on.
LASTS_IN_A_LEAGUE = timedelta(days=366)


def event_secret(tournament: Tournament) -> str:
    """The event's secret, made when it is first needed; call inside ``writing()``."""
    key, _made = EventKey.objects.get_or_create(tournament=tournament, defaults={"secret": new_secret()})
    return key.secret


def open_links(round: Round) -> None:
    """Every table that this round is played at has a link, in a league each side of each match.

    Calling it again makes only what is missing; call inside ``writing()``.
    """
    if round.stage.format == Format.IMPORTED.value:
        return
    matches = [match for match in round.matches.prefetch_related("sides") if not match.is_bye]
    wanted: list[tuple[int | None, Match | None, int | None]]
    if round.stage.format == Format.LEAGUE.value:
        wanted = [(None, match, side.number) for match in matches for side in match.sides.all()]
    else:
        wanted = [(table, None, None) for table in sorted({match.table for match in matches if match.table})]
    there = set(round.table_links.filter(revoked_at=None).values_list("table", "match", "side"))
    secret = event_secret(round.stage.tournament)
    TableLink.objects.bulk_create(
        _link(round, table, match, side, secret=secret)
        for table, match, side in wanted
        if (table, match and match.pk, side) not in there
    )


def make_links(round: Round, *, by: Account | None = None) -> None:
    """As ``open_links``, at the desk: a copy that was taken in without its word brings no links."""
    with writing():
        locked = lock(Round, round.pk)
        open_links(locked)
        append_act("links_made", subject=locked.uuid, scope=locked.stage.tournament.uuid, by=by)


def follow_deadlines(round: Round) -> None:
    """The links of a league let in as long as its matches may be played; call inside ``writing()``."""
    links = list(round.table_links.filter(revoked_at=None, table=None).select_related("match"))
    for link in links:
        link.expires_at = _expiry(round, link.match)
    TableLink.objects.bulk_update(links, ["expires_at"])


def renew_link(link: TableLink, *, by: Account | None = None) -> TableLink:
    """The link no longer lets anybody in, those inside are out, and another one stands in its place."""
    with writing():
        revoke_link(link, by=by)
        secret = event_secret(link.tournament)
        new = _link(link.round, link.table, link.match, link.side, secret=secret)
        new.save()
    return new


def revoke_link(link: TableLink, *, by: Account | None = None) -> None:
    """Whoever came in by this link is out; revoking it again changes nothing."""
    with writing():
        locked = lock(TableLink, link.pk)
        if locked.revoked_at:
            return
        locked.revoked_at = timezone.now()
        locked.save(update_fields=["revoked_at"])
        append_act("link_revoked", subject=locked.uuid, scope=link.tournament.uuid, by=by)


def unlock_link(link: TableLink, *, by: Account | None = None) -> None:
    """PINs may be typed again for this link, and codes at its match on every phone that is there."""
    with writing():
        PinGuess.objects.filter(token_digest=link.token_digest).delete()
        there = TableLink.objects.filter(
            round=link.round, table=link.table, match=link.match, revoked_at=None
        )
        PhoneAccess.objects.filter(link__in=there).update(wrong_codes=0)
        append_act("link_unlocked", subject=link.uuid, scope=link.tournament.uuid, by=by)


def _link(
    round: Round, table: int | None, match: Match | None, side: int | None, *, secret: str
) -> TableLink:
    uuid = uuid4()
    return TableLink(
        uuid=uuid,
        round=round,
        table=table,
        match=match,
        side=side,
        token_digest=digest_of(link_token(secret, uuid)),
        expires_at=_expiry(round, match),
    )


def _expiry(round: Round, match: Match | None) -> datetime:
    """A day after the draw; for a match of a league the end of the day by which it is to be played."""
    due = (match and match.due_on) or round.deadline
    if due is None:
        return timezone.now() + (LASTS_IN_A_LEAGUE if match else LASTS)
    zone = ZoneInfo(round.stage.tournament.venue_timezone)
    return datetime.combine(due + timedelta(days=1), time(), tzinfo=zone)
