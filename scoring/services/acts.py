"""Acts on a match as they come in from a table, the desk or a file (decisions.md: acts from a phone).

Each act carries the sender's uuid and names the last act it has seen. Sent again, it is
answered and not done twice. When somebody else's act came first and says the same, that one is
the answer; when it differs, the new one is kept as *held*, the match is disputed and the desk
resolves it. What a phone delivers when its link has expired or the match is closed is kept as
*late* and does not count. Nothing typed is lost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.db.models import prefetch_related_objects

from clubs.models import Account
from ledger.acts import append_act
from ledger.errors import Refusal
from ledger.locks import hold_row
from ledger.models import Act
from ledger.transactions import writing
from scoring.enums import ActKind, Source
from scoring.errors import ActConflict, DeliveredLate, MatchClosed, RoundNotPublished
from scoring.models import Deal
from scoring.selectors.acts import applied_acts, last_act
from scoring.services.repeats import done_before
from scoring.services.results import match_changed
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, PhoneAccess
from tournaments.selectors.phones import LinkState, state_of
from tournaments.services.matches import lock_match_alone

__all__ = ["Enterer", "Sent", "account_of", "deal_of", "last_act", "perform"]

CLOSED = {MatchState.CONFIRMED.value, MatchState.VOID.value}

Enterer: TypeAlias = Account | PhoneAccess | None
"""Who sends an act: somebody at the desk, a phone at a table, or nobody but a file or a draw."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One act as it was sent."""

    uuid: UUID
    kind: ActKind
    game: int
    after: UUID | None
    record: str = ""
    masked: str = ""
    by: Enterer = None
    source: Source = Source.DESK

    @property
    def seat(self) -> int | None:
        """For whom a phone speaks."""
        return self.by.seat if isinstance(self.by, PhoneAccess) else None

    @property
    def payload(self) -> dict[str, object]:
        attached = {"masked": self.masked} if self.masked else {}
        return {
            "act": self.kind.value,
            "game": self.game,
            "after": str(self.after or ""),
            "record": self.record,
            **attached,
        }

    def is_told_by(self, act: Act) -> bool:
        """Whether the act says what is sent, however it was taken."""
        content = act.payload.content
        return all(content.get(name) == value for name, value in self.payload.items())


def perform(
    match: Match,
    sent: Sent,
    *,
    apply: Callable[[Match], Deal],
    hold: Callable[[Match], Deal | None],
    same: Callable[[Act], bool],
) -> Deal | None:
    """Do the act once, or answer what it did, or hold it.

    ``apply`` does it and returns the row it made or changed; ``hold`` keeps it beside;
    ``same`` says whether an earlier act of somebody else means the same. Returns the deal
    concerned. Raises UuidReused, MatchClosed, RoundNotPublished, ActConflict, DeliveredLate.
    """
    with writing():
        locked = lock_match_alone(match)
        prefetch_related_objects([locked], "sides")
        if earlier := done_before(sent.uuid, locked, means=sent.is_told_by):
            return _answer_again(locked, earlier, sent)
        if isinstance(sent.by, PhoneAccess) and _is_late(locked, sent.by):
            _append(locked, sent, kind=ActKind.LATE.value, deal=None)
            refusal: Refusal = _too_late(locked)
        else:
            _refuse_closed(locked)
            is_disputed = locked.state == MatchState.DISPUTED.value
            if not is_disputed and sent.after == last_act(locked):
                deal = apply(locked)
                match_changed(locked)
                _append(locked, sent, kind=sent.kind.value, deal=deal)
                return deal
            overtaken = _act_after(locked, sent.after)
            if overtaken and not is_disputed and same(overtaken):
                return deal_of(overtaken)
            hold_row(locked.tournament)
            _append(locked, sent, kind=ActKind.HELD.value, deal=hold(locked), against=overtaken)
            match_changed(locked)
            refusal = _conflict(overtaken, sent)
    raise refusal


def account_of(by: Enterer) -> Account | None:
    """The account, where one has acted."""
    return by if isinstance(by, Account) else None


def deal_of(act: Act) -> Deal | None:
    """The deal that an act made or took back."""
    return Deal.objects.filter(uuid=str(act.payload.content.get("deal") or act.uuid)).first()


def _is_late(match: Match, access: PhoneAccess) -> bool:
    """A phone may have been without network for long: its link is out, or the result stands already."""
    is_open = match.state not in CLOSED and match.round.state == RoundState.PUBLISHED.value
    return not is_open or state_of(access.link) is not LinkState.LIVE


def _too_late(match: Match) -> DeliveredLate:
    return DeliveredLate(table=match.place, code=match.code)


def _refuse_closed(match: Match) -> None:
    if match.state in CLOSED:
        raise MatchClosed(table=match.table or "–", code=match.code)
    if match.round.state != RoundState.PUBLISHED.value:
        raise RoundNotPublished(round=match.round.number)


def _answer_again(match: Match, earlier: Act, sent: Sent) -> Deal | None:
    content = earlier.payload.content
    if earlier.kind == ActKind.LATE.value:
        raise _too_late(match)
    if earlier.kind == ActKind.HELD.value:
        against = Act.objects.filter(uuid=content["against"]).first() if content["against"] else None
        raise _conflict(against, sent)
    return deal_of(earlier)


def _act_after(match: Match, after: UUID | None) -> Act | None:
    """What came first; where the sender names an act that nobody knows here, the last one."""
    acts = applied_acts(match)
    if after is None:
        return acts.first()
    seen = acts.filter(uuid=after).first()
    return (seen and acts.filter(number__gt=seen.number).first()) or acts.last()


def _append(
    match: Match,
    sent: Sent,
    *,
    kind: str,
    deal: Deal | None,
    against: Act | None = None,
) -> None:
    append_act(
        kind,
        subject=match.uuid,
        scope=match.tournament.uuid,
        by=sent.by.phone if isinstance(sent.by, PhoneAccess) else sent.by,
        payload={
            **sent.payload,
            "seat": sent.seat,
            "deal": str(deal.uuid) if deal else "",
            "against": str(against.uuid) if against else "",
        },
        act_uuid=sent.uuid,
    )


def _conflict(existing: Act | None, sent: Sent) -> ActConflict:
    theirs = existing.payload.content if existing else {}
    return ActConflict(
        existing={"uuid": str(existing.uuid) if existing else "", **_shown(theirs)},
        held={"uuid": str(sent.uuid), **_shown(sent.payload)},
    )


def _shown(content: dict[str, object]) -> dict[str, object]:
    return {name: content.get(name, "") for name in ("act", "game", "record")}
