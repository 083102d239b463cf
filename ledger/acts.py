"""Appending acts and proving their chain. Called inside the transaction of what they tell."""

import hashlib
import json
import secrets
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils import timezone

from ledger.models import Act, ActPayload, ChainHead

INSTALLATION = uuid.UUID(int=0)


class Actor(Protocol):
    """Who acts: an account, seen from below."""

    @property
    def uuid(self) -> uuid.UUID: ...


def append_act(
    kind: str,
    *,
    subject: uuid.UUID,
    scope: uuid.UUID = INSTALLATION,
    by: Actor | None = None,
    payload: Mapping[str, object] | None = None,
    act_uuid: uuid.UUID | None = None,
) -> Act:
    """One more act stands at the end of the scope's chain; must run inside ``writing()``."""
    head = _locked_head(scope)
    content, salt = dict(payload or {}), secrets.token_hex(16)
    act = Act(
        uuid=act_uuid or uuid.uuid4(),
        scope=scope,
        number=head.number + 1,
        kind=kind,
        subject=subject,
        actor=by.uuid if by else None,
        at=timezone.now(),
        payload_digest=payload_digest(salt, content),
        previous=head.digest,
    )
    act.digest = act_digest(act)
    act.save(force_insert=True)
    ActPayload.objects.create(act=act, salt=salt, content=content)
    head.number, head.digest = act.number, act.digest
    head.save()
    return act


def _locked_head(scope: uuid.UUID) -> ChainHead:
    """The end of the chain, kept from other writers; two who begin a chain at once begin the same one."""
    heads = ChainHead.objects.select_for_update().filter(scope=scope)
    if head := heads.first():
        return head
    ChainHead.objects.get_or_create(scope=scope)
    return heads.get()


def payload_digest(salt: str, content: Mapping[str, object]) -> str:
    """SHA-256(salt ‖ payload) in a form that does not depend on key order."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256((salt + text).encode()).hexdigest()


def act_digest(act: Act) -> str:
    """The hash that the next act of the scope builds on."""
    fields = (
        act.uuid, act.scope, act.number, act.kind, act.subject, act.actor,
        _moment(act.at), act.payload_digest, act.previous,
    )  # fmt: skip
    return hashlib.sha256("\n".join(map(str, fields)).encode()).hexdigest()


def _moment(at: datetime) -> str:
    return at.astimezone(timezone.get_fixed_timezone(0)).isoformat(timespec="microseconds")


@dataclass(frozen=True, slots=True)
class ChainFault:
    """A place where the chain does not hold, and why."""

    act: uuid.UUID
    number: int
    code: str


def chain_faults(scope: uuid.UUID) -> Iterator[ChainFault]:
    """Every act of the scope that was altered, moved or follows a gap; nothing when it holds."""
    expected, previous = 1, ""
    for act in Act.objects.filter(scope=scope).order_by("number").select_related("payload"):
        if act.number != expected:
            yield ChainFault(act.uuid, act.number, "act_missing")
        elif act.previous != previous or act.digest != act_digest(act):
            yield ChainFault(act.uuid, act.number, "act_altered")
        elif not payload_holds(act):
            yield ChainFault(act.uuid, act.number, "payload_altered")
        expected, previous = act.number + 1, act.digest
    head = ChainHead.objects.filter(scope=scope).first()
    if head and (head.number, head.digest) != (expected - 1, previous):
        yield ChainFault(uuid.UUID(int=0), head.number, "end_missing")


def payload_holds(act: Act) -> bool:
    """True when the payload is what was written, or was erased by anonymising."""
    payload = getattr(act, "payload", None)
    return payload is None or act.payload_digest == payload_digest(payload.salt, payload.content)
