"""What a phone may reach: the match at its table in its round, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.models import Member
from tournaments.domain.phone_secrets import digest_of, link_pin, link_token
from tournaments.domain.seating import side_of
from tournaments.enums import MatchState
from tournaments.models import Match, PhoneAccess, PinGuess, Round, Seat, TableLink
from tournaments.models.phone import MOST_WRONG_CODES_AT_A_MATCH, MOST_WRONG_CODES_ON_A_PHONE


class LinkState(StrEnum):
    """Whether a link still lets in."""

    LIVE = "live"
    EXPIRED = "expired"
    REVOKED = "revoked"


def state_of(link: TableLink) -> LinkState:
    if link.revoked_at:
        return LinkState.REVOKED
    return LinkState.EXPIRED if link.expires_at <= timezone.now() else LinkState.LIVE


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link as the desk prints it: what stands in the QR, and the digits beside it."""

    link: TableLink
    token: str
    pin: str
    is_locked: bool
    codes_are_locked: bool
    phones: int


def links_of(round: Round) -> list[ShownLink]:
    """The links of a round that let in, in the order of the hall."""
    living = round.table_links.filter(revoked_at=None).order_by("table", "match__number", "side")
    links = list(living.select_related("match").prefetch_related("accesses"))
    if not links:
        return []
    secret = round.stage.tournament.key.secret
    wrong = PinGuess.objects.filter(token_digest__in=[link.token_digest for link in links])
    locked = {guess.token_digest for guess in wrong if guess.is_locked}
    wrong_codes: dict[object, list[int]] = defaultdict(list)
    for link in links:
        wrong_codes[link.table, link.match_id] += [access.wrong_codes for access in link.accesses.all()]
    return [
        ShownLink(
            link,
            token=link_token(secret, link.uuid),
            pin=link_pin(secret, link.uuid),
            is_locked=link.token_digest in locked,
            codes_are_locked=_codes_are_locked(wrong_codes[link.table, link.match_id]),
            phones=len(link.accesses.all()),
        )
        for link in links
    ]


def _codes_are_locked(wrong: Sequence[int]) -> bool:
    """``wrong`` is how often a wrong code was typed on each phone at a match."""
    too_often_on_one = any(count >= MOST_WRONG_CODES_ON_A_PHONE for count in wrong)
    return too_often_on_one or sum(wrong) >= MOST_WRONG_CODES_AT_A_MATCH


def tables_without_link(round: Round) -> list[int]:
    """Where somebody plays and no phone can come."""
    linked = round.table_links.filter(revoked_at=None).exclude(table=None)
    played = round.matches.exclude(table=None).exclude(table__in=linked.values("table"))
    return sorted({match.table for match in played if match.table})


def accesses_to(match: Match) -> QuerySet[PhoneAccess]:
    """Every phone that has come to this match, by whatever link."""
    return PhoneAccess.objects.filter(_leads_to(match, "link__"))


def access_of(keys: Iterable[str], match: Match) -> PhoneAccess | None:
    """By which link the phone with these cookies may come to this match; a living one before others."""
    digests = [digest_of(key) for key in keys]
    found = accesses_to(match).filter(phone__key_digest__in=digests).select_related("link", "phone")
    order = list(LinkState)
    return min(found.order_by(), key=lambda access: order.index(state_of(access.link)), default=None)


def _leads_to(match: Match, link: str = "") -> Q:
    """A link of the match itself, or of its table in its round; one of a table has no match."""
    at_table = {f"{link}round": match.round_id, f"{link}table": match.table, f"{link}match": None}
    return Q(**{f"{link}match": match}) | Q(**at_table)


def match_at(link: TableLink) -> Match | None:
    """What is played there: the match of the link, else the open one at its table, else the last one."""
    if link.match:
        return link.match
    there = link.round.matches.filter(table=link.table)
    over = [MatchState.CONFIRMED.value, MatchState.VOID.value]
    return there.exclude(state__in=over).first() or there.order_by("number").last()


def people_of_side(match: Match, side: int) -> Sequence[Member]:
    """Whoever sits, or sat, on this side of the table."""
    sides = match.sides.count()
    seats = Seat.objects.filter(match=match).select_related("person")
    return [seat.person for seat in seats if side_of(seat.number, sides=sides) == side]
