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
    """Everything that these acts name, what they undo included: a fixed number of queries."""
    acts = list(acts)
    undone = _undone(acts)
    acts += undone.values()
    uuids = {uuid for act in acts for uuid in _uuids(act)}
    deals = _by_uuid(Deal.objects.select_related("game__match"), uuids)
    of_deals = {str(deal.game.match.uuid) for deal in deals.values()}
    plans = dict(Plan.objects.filter(uuid__in=uuids).values_list("uuid", "stage__uuid"))
    stages = _by_uuid(
        Stage.objects.select_related("division__tournament"), uuids | {str(u) for u in plans.values()}
    )
    return ActNames(
        people=_by_uuid(Member.objects.all(), uuids),
        entries=_by_uuid(Entry.objects.prefetch_related("members__member"), uuids),
        teams=_by_uuid(Team.objects.all(), uuids),
        branches=_by_uuid(Branch.objects.all(), uuids),
        accounts=_by_uuid(Account.objects.all(), uuids),
        phones=_by_uuid(Phone.objects.prefetch_related("accesses__link"), uuids),
        links=_by_uuid(TableLink.objects.select_related("match"), uuids),
        stages=stages | {str(plan): stages[str(stage)] for plan, stage in plans.items()},
        rounds=_by_uuid(Round.objects.select_related("stage"), uuids),
        matches=_by_uuid(_matches(), uuids | of_deals),
        deals=deals,
        undone=undone,
    )


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
    """Every uuid of the act: its actor, its subject, and those in its payload."""
    content = act.payload.content if _told(act) else {}
    own = {str(act.uuid), str(act.subject), str(act.actor or "")}
    return {text for text in own | set(_texts(content)) if _is_uuid(text)}


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
