"""Which acts on a match took effect, the last of them, and whether one waits for the desk."""

from uuid import UUID

from django.db.models import QuerySet

from ledger.models import Act
from scoring.enums import ActKind
from tournaments.models import Match

UNDONE, DEAL_UNDONE = "undone", "deal_undone"
"""Takes back the act that its payload names as ``act``, of a ``kind``; the latter also names its ``deal``."""
OF_TABLES = [ActKind.DEAL.value, ActKind.REDEAL.value, ActKind.RETRACT.value, ActKind.TIME_UP.value]
RESOLVED, DEAL_RESOLVED = "dispute_resolved", "deal_resolved"
"""The desk has chosen; by the latter one ``deal`` more counts, in the place of none."""
RESOLUTIONS = [RESOLVED, DEAL_RESOLVED]
APPLIED = [*OF_TABLES, DEAL_UNDONE, DEAL_RESOLVED]
ATTACHED = "record_attached"
LATE_SEEN = "late_seen"
CORRECTED = "result_corrected"
STANDS, REOPENED = ["match_confirmed", CORRECTED], "match_reopened"
RULINGS = ["ruling_made", "ruling_cancelled"]


def applied_acts(match: Match) -> QuerySet[Act]:
    """What changed how many deals there are, the bell too, in order: by table and desk, and by undoing."""
    return Act.objects.filter(subject=match.uuid, kind__in=APPLIED).order_by("number")


def last_act(match: Match) -> UUID | None:
    """The act that the next one has to name as ``after``; its uuid alone, for it is asked at every deal."""
    return applied_acts(match).values_list("uuid", flat=True).last()


def takes_back(act: Act) -> bool:
    """Whether a deal counts no more by this act."""
    if act.kind == DEAL_UNDONE:
        return bool(act.payload.content["kind"] != ActKind.RETRACT.value)
    return act.kind == ActKind.RETRACT.value


def undone_acts(match: Match) -> set[UUID]:
    """The acts on the match that were undone."""
    return undone_by(Act.objects.filter(subject=match.uuid))


def undone_by(acts: QuerySet[Act]) -> set[UUID]:
    """The acts that any of these took back."""
    undone = acts.filter(kind__in=[UNDONE, DEAL_UNDONE], payload__isnull=False)
    contents = undone.values_list("payload__content", flat=True)
    return {UUID(uuid) for content in contents for uuid in [content["act"], *content.get("with", [])]}


def was_confirmed(match: Match) -> bool:
    """Whether people have said that the result stands, and nobody has opened the match again since."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=[*STANDS, REOPENED])
    last = acts.exclude(uuid__in=undone_acts(match)).order_by("number").last()
    return last is not None and last.kind != REOPENED


def is_held(match: Match) -> bool:
    """True while an act is held that the desk has not resolved."""
    acts = Act.objects.filter(subject=match.uuid, kind__in=[ActKind.HELD.value, *RESOLUTIONS])
    kinds = acts.order_by("number").values_list("kind", flat=True)
    last = kinds.last()
    if last in RESOLUTIONS:
        last = kinds.exclude(uuid__in=undone_acts(match)).last()
    return last == ActKind.HELD.value
