"""What acts are about, by the uuids in them: people, entries, tables, deals, accounts, phones.

Acts hold no names (decisions.md: audit); whoever reads them is told the names of today.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from clubs.models import Account, Branch, Member
from ledger.models import Act
from scoring.enums import ActKind
from scoring.models import Deal
from scoring.selectors.acts import DEAL_UNDONE, UNDONE
from tournaments.models import (
    Entry,
    Match,
    Phone,
    Plan,
    Round,
    Stage,
    TableLink,
    Team,
)

Row = TypeVar("Row", bound=Model)

# What a payload says of other acts, and acts whose own uuid is that of a deal.
OF_ACTS = {"act", "after", "against", "ruling", "with"}
MAKES_A_DEAL = {ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.HELD.value, "deal_corrected"}


@dataclass(frozen=True, slots=True)
class ActNames:
    """Rows by uuid, as text; what is gone since is not among them."""

    people: Mapping[str, Member]
    entries: Mapping[str, Entry]
    teams: Mapping[str, Team]
    branches: Mapping[str, Branch]
    accounts: Mapping[str, Account]
    phones: Mapping[str, Phone]
    links: Mapping[str, TableLink]
    stages: Mapping[str, Stage]
    rounds: Mapping[str, Round]
    matches: Mapping[str, Match]
    deals: Mapping[str, Deal]
    undone: Mapping[str, Act]


def names_in(acts: Iterable[Act]) -> ActNames:
    """Everything that these acts name, what they undo included: a fixed number of queries at most."""
    acts = list(acts)
    undone = _undone(acts)
    wanted = _Wanted(uuid for act in [*acts, *undone.values()] for uuid in _uuids(act))
    deals = wanted.find(Deal.objects.select_related("game__match"))
    wanted.left |= {str(deal.game.match.uuid) for deal in deals.values()}
    matches = wanted.find(_matches())
    accounts = wanted.find(Account.objects.all())
    rounds = wanted.find(Round.objects.select_related("stage"))
    entries = wanted.find(Entry.objects.prefetch_related("members__member"))
    people = wanted.find(Member.objects.all())
    phones = wanted.find(Phone.objects.prefetch_related("accesses__link"))
    links = wanted.find(TableLink.objects.select_related("match"))
    plans = wanted.find(Plan.objects.select_related("stage"))
    return ActNames(
        people=people,
        entries=entries,
        accounts=accounts,
        phones=phones,
        links=links,
        rounds=rounds,
        matches=matches,
        deals=deals,
        undone=undone,
        stages=wanted.find(Stage.objects.all()) | {uuid: plan.stage for uuid, plan in plans.items()},
        teams=wanted.find(Team.objects.all()),
        branches=wanted.find(Branch.objects.all()),
    )


class _Wanted:
    """Uuids whose rows are still to be found; nothing is asked for when none is left."""

    def __init__(self, uuids: Iterable[str]) -> None:
        self.left = set(uuids)

    def find(self, rows: QuerySet[Row]) -> dict[str, Row]:
        found = _by_uuid(rows, self.left) if self.left else {}
        self.left -= found.keys()
        return found


def _undone(acts: Iterable[Act]) -> dict[str, Act]:
    """The acts that these take back."""
    named = [
        act.payload.content.get("act") for act in acts if act.kind in (UNDONE, DEAL_UNDONE) and _told(act)
    ]
    return _by_uuid(Act.objects.select_related("payload"), filter(None, named))


def _told(act: Act) -> bool:
    """Whether what the act was about is not erased."""
    return hasattr(act, "payload")


def _by_uuid(rows: QuerySet[Row], uuids: Iterable[str]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for row in rows.filter(uuid__in=uuids):
        found[str(row.uuid)] = row  # type: ignore[attr-defined]
    return found


def _matches() -> QuerySet[Match]:
    matches = Match.objects.select_related("round__stage__division__tournament")
    return matches.prefetch_related("seats__person", "sides__entry__members__member")


def _uuids(act: Act) -> set[str]:
    """Every uuid of a row in the act: its actor, its subject, those in its payload, the deal it has made."""
    content = act.payload.content if _told(act) else {}
    texts = {
        str(act.subject),
        str(act.actor or ""),
        *_texts({k: v for k, v in content.items() if k not in OF_ACTS}),
    }
    if act.kind in MAKES_A_DEAL:
        texts.add(str(act.uuid))
    return {text for text in texts if _is_uuid(text)}


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _is_uuid(text: str) -> bool:
    if len(text) != 36:
        return False
    try:
        UUID(text)
    except ValueError:
        return False
    return True
