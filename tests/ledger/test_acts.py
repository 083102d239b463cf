"""The chain of acts: it holds, and every kind of tampering is seen."""

import uuid

import pytest

from ledger.acts import append_act, chain_faults
from ledger.models import Act, ActPayload, ChainHead
from ledger.transactions import writing

pytestmark = pytest.mark.django_db
SCOPE = uuid.UUID(int=7)


def _append(count: int) -> list[Act]:
    with writing():
        return [append_act("tested", subject=SCOPE, scope=SCOPE, payload={"n": n}) for n in range(count)]


def _codes() -> list[str]:
    return [fault.code for fault in chain_faults(SCOPE)]


def test_untouched_chain_holds() -> None:
    acts = _append(3)
    assert [act.number for act in acts] == [1, 2, 3]
    assert _codes() == []


def test_chains_of_two_scopes_do_not_mix() -> None:
    _append(2)
    with writing():
        other = append_act("tested", subject=SCOPE, scope=uuid.UUID(int=8))
    assert other.number == 1
    assert _codes() == []


def test_altered_act_is_seen() -> None:
    act = _append(3)[1]
    Act.objects.filter(pk=act.pk).update(kind="forged")
    assert "act_altered" in _codes()


def test_removed_act_is_seen() -> None:
    _append(3)[1].delete()
    assert "act_missing" in _codes()


def test_cut_off_end_is_seen() -> None:
    _append(3)[2].delete()
    assert _codes() == ["end_missing"]


def test_altered_payload_is_seen() -> None:
    act = _append(2)[0]
    ActPayload.objects.filter(act=act).update(content={"n": 99})
    assert _codes() == ["payload_altered"]


def test_erased_payload_keeps_the_chain_whole() -> None:
    act = _append(2)[0]
    ActPayload.objects.filter(act=act).delete()
    assert _codes() == []


def _append_and_fail() -> None:
    with writing():
        append_act("tested", subject=SCOPE, scope=SCOPE)
        raise ZeroDivisionError


def test_nothing_is_appended_when_the_transaction_fails() -> None:
    with pytest.raises(ZeroDivisionError):
        _append_and_fail()
    assert not ChainHead.objects.exists()
    assert not Act.objects.exists()
