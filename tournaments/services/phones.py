"""A phone comes in: by the link on the slip and its PIN, without an account."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from ledger.acts import INSTALLATION, append_act
from ledger.transactions import writing
from tournaments.domain.phone_secrets import digest_of, is_same, link_pin, new_phone_key
from tournaments.errors import LinkExpired, LinkLocked, LinkOrPinWrong, LinkRevoked
from tournaments.models import Phone, PhoneAccess, PinGuess, TableLink

GUESSES_KEPT = timedelta(days=1)
# Whoever types a token that does not exist waits as long as one who types a wrong PIN.
NO_SECRET, NO_LINK = "00" * 32, UUID(int=0)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entered:
    """Which phone has come in where, and what its cookie holds from now on."""

    access: PhoneAccess
    key: str


def enter_by_link(token: str, *, pin: str, key: str = "") -> Entered:
    """The phone may act at the table of this link. ``key`` is its cookie, empty on its first visit.

    Raises LinkOrPinWrong, LinkLocked after five wrong PINs, both for unknown tokens alike; and of a link
    whose PIN was right LinkRevoked, LinkExpired.
    """
    digest = digest_of(token)
    link = _link(digest)
    secret, uuid = (link.tournament.key.secret, link.uuid) if link else (NO_SECRET, NO_LINK)
    is_right = is_same(pin, link_pin(secret, uuid)) and link is not None
    if not _may_try(digest, link, is_right=is_right):
        raise LinkLocked
    if link is None or not is_right:
        raise LinkOrPinWrong
    if link.revoked_at:
        raise LinkRevoked
    if link.expires_at <= timezone.now():
        raise LinkExpired(round=link.round.number)
    return _let_in(link, key)


def take_seat(access: PhoneAccess, *, seat: int | None) -> None:
    """The phone looks at the table from this seat and speaks for its side; None: for nobody."""
    with writing():
        access.seat = seat
        access.save(update_fields=["seat"])
        append_act(
            "phone_seated",
            subject=access.link.uuid,
            scope=access.link.tournament.uuid,
            by=access.phone,
            payload={"seat": seat},
        )


def _link(token_digest: str) -> TableLink | None:
    links = TableLink.objects.select_related("round__stage__division__tournament__key")
    return links.filter(token_digest=token_digest).first()


def _may_try(token_digest: str, link: TableLink | None, *, is_right: bool) -> bool:
    """Whether this PIN is looked at; a wrong one is counted, for whatever token."""
    with writing():
        PinGuess.objects.filter(last_at__lt=timezone.now() - GUESSES_KEPT).delete()
        PinGuess.objects.get_or_create(token_digest=token_digest)
        guess = PinGuess.objects.select_for_update().get(token_digest=token_digest)
        if guess.is_locked:
            return False
        guess.wrong = 0 if is_right else guess.wrong + 1
        guess.save()
        if is_right:
            return True
        log.warning("wrong PIN %d for link %s", guess.wrong, link.uuid if link else "unknown")
        if guess.is_locked:
            scope = link.tournament.uuid if link else INSTALLATION
            append_act("link_locked", subject=link.uuid if link else NO_LINK, scope=scope)
    return True


def _let_in(link: TableLink, key: str) -> Entered:
    with writing():
        phone = Phone.objects.filter(tournament=link.tournament, key_digest=digest_of(key)).first()
        if phone is None:
            key = new_phone_key()
            phone = Phone.objects.create(tournament=link.tournament, key_digest=digest_of(key))
        access, is_new = PhoneAccess.objects.get_or_create(phone=phone, link=link)
        if is_new:
            append_act(
                "phone_entered",
                subject=link.uuid,
                scope=link.tournament.uuid,
                by=phone,
                payload={"table": link.table, "match": str(link.match.uuid) if link.match else ""},
            )
    return Entered(access, key)
