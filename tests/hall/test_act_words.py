"""The history in words: no kind of act is left without a sentence, and a lived event reads well."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import translation

from hall.act_words import WORDS, lines_of
from ledger.acts import append_act
from ledger.models import Act
from ledger.transactions import writing
from scoring.domain.facts import RulingEffect
from scoring.enums import ActKind, Source
from scoring.errors import ActConflict
from scoring.selectors.match_history import match_acts
from scoring.services.calls import call_referee
from scoring.services.deals import correct_deal, record_deal, resolve_dispute, retract_deal
from scoring.services.outcomes import record_forfeit, record_totals
from scoring.services.queue import move_match
from scoring.services.results import confirm_match
from scoring.services.rulings import cancel_ruling, rule
from scoring.services.undo import undo_last
from tests.events import make_match, play, play_out, seen
from tests.servers.hall import ROOT
from tournaments.domain.stages.cut_list import Agreement
from tournaments.models import Match

APPS = ("clubs", "tournaments", "scoring", "hall")
# What one argument or one constant of another file stands for.
MANY: dict[str, list[str]] = {
    "sent.kind.value": [kind.value for kind in ActKind],
    "f'places_{agreement}'": [f"places_{agreement}" for agreement in Agreement],
    "f'cut_{agreement}'": [f"cut_{agreement}" for agreement in Agreement],
}


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for app in APPS:
        for path in Path(ROOT, app).rglob("*.py"):
            yield path, ast.parse(path.read_text("utf-8"))


def constants() -> dict[str, str]:
    """Names written in capitals with the text they stand for, over all apps."""
    found: dict[str, str] = {}
    for _path, tree in trees():
        for node in tree.body:
            if isinstance(node, ast.Assign):
                found |= dict(_assigned(node.targets[0], node.value))
    return found


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from _assigned(one, its)
    elif isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield target.id, value.value


def appenders(tree: ast.Module) -> dict[str, int]:
    """Functions of a file that pass their own ``kind`` on to an act, and the place of that parameter."""
    found = {"append_act": 0}
    for _round in range(3):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                names = [argument.arg for argument in [*function.args.args, *function.args.kwonlyargs]]
                for call in ast.walk(function):
                    passed = _kind_of(call, found) if isinstance(call, ast.Call) else None
                    if isinstance(passed, ast.Name) and passed.id == "kind" and "kind" in names:
                        found[function.name] = names.index("kind")
    return found


def _kind_of(call: ast.Call, known: dict[str, int]) -> ast.expr | None:
    if not isinstance(call.func, ast.Name) or call.func.id not in known:
        return None
    named = [keyword.value for keyword in call.keywords if keyword.arg == "kind"]
    place = known[call.func.id]
    return named[0] if named else call.args[place] if len(call.args) > place else None


def kinds_in(expression: ast.expr, tree: ast.Module, known: dict[str, str]) -> Iterator[str]:
    text = ast.unparse(expression)
    match expression:
        case ast.Constant(value=str(kind)):
            yield kind
        case ast.IfExp(body=one, orelse=other):
            yield from kinds_in(one, tree, known)
            yield from kinds_in(other, tree, known)
        case ast.Name(id=name) if name in known:
            yield known[name]
        case ast.Name(id="kind"):
            yield from _locally(tree, known)
        case ast.Attribute(value=ast.Attribute(attr=member), attr="value") if text.startswith("ActKind."):
            yield ActKind[member].value
        case _:
            yield from MANY.get(text, [f"not understood: {text}"])


def _locally(tree: ast.Module, known: dict[str, str]) -> Iterator[str]:
    """What a file puts into a variable ``kind`` that is no parameter."""
    for node in ast.walk(tree):
        is_kind = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "kind"
        if isinstance(node, ast.Assign) and is_kind and isinstance(node.value, ast.IfExp | ast.Constant):
            yield from kinds_in(node.value, tree, known)


def appended_kinds() -> set[str]:
    known, found = constants(), set()
    known |= {"RULED": "ruling_made", "CANCELLED": "ruling_cancelled"}
    for path, tree in trees():
        if "append_act" in path.read_text("utf-8"):
            by_name = appenders(tree)
            for call in ast.walk(tree):
                kind = _kind_of(call, by_name) if isinstance(call, ast.Call) else None
                if kind is not None:
                    found |= set(kinds_in(kind, tree, known))
    return found


def test_the_search_finds_what_is_appended() -> None:
    found = appended_kinds()
    assert len(found) > 90
    assert {"deal", "late", "match_pinned", "cut_published", "places_kept", "pair_entered"} <= found
    assert [kind for kind in found if kind.startswith("not understood")] == []


def test_every_kind_has_words_and_no_words_are_left_over() -> None:
    assert appended_kinds() - set(WORDS) == set()
    assert set(WORDS) - appended_kinds() == set()


@pytest.fixture
def match() -> Match:
    return make_match()


def told(match: Match) -> list[str]:
    with translation.override("en"):
        return [line.sentence for line in lines_of(match_acts(match), match.tournament)]


def last_of(match: Match) -> str:
    match.refresh_from_db()
    return told(match)[-1]


@pytest.mark.django_db
def test_match_reads_as_it_went(match: Match) -> None:
    deal = play(match, "sheet,s1,3,6,led")
    assert last_of(match) == "Deal 1: 川田 out with 角, 40 points"
    correct_deal(deal, record="sheet,s1,2,7,doubled", reason="misread", by=None)
    assert (
        last_of(match)
        == "Corrected – Deal 1: 川田 out with 角, 40 points → 海野 out with 飛 doubled, 80 points"
    )
    play(match, "sheet,s2,R")
    assert last_of(match) == "Deal 2: redeal"
    retract_deal(match, uuid=uuid4(), after=seen(match))
    assert last_of(match) == "Taken back – Deal 2: redeal"
    call_referee(match, by=None)
    assert last_of(match) == "The table calls the referee"
    undo_last(match, act=Act.objects.get(kind="retract").uuid)
    assert last_of(match) == "Undone: “Taken back – Deal 2: redeal”"
    move_match(match, table=7)
    assert last_of(match) == "Moved from table 1 to table 7"
    record_totals(match, totals=[[100, 120]], ended_by="time_up")
    assert last_of(match) == "Entered without deals: 100–120 (time up)"
    record_forfeit(match, winner=2, reason="left", by=None)
    assert last_of(match) == "Entered without deals: 海野・浜野 wins without play"


@pytest.mark.django_db
def test_held_and_resolved_are_told(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    uuid = uuid4()
    with pytest.raises(ActConflict):
        record_deal(match, uuid=uuid, after=None, record="sheet,s1,2,5,led")
    assert last_of(match) == "Held, because something else came first – 海野 out with 金, 30 points"
    match.refresh_from_db()
    resolve_dispute(match, held=match.games.get().deals.get(uuid=uuid), by=None)
    assert last_of(match).endswith("the held one stands – 海野 out with 金, 30 points")


@pytest.mark.django_db
def test_rulings_are_told(match: Match) -> None:
    play_out(match, winner=1)
    confirm_match(match, by=None)
    assert last_of(match) == "The result is confirmed"
    game = match.games.get()
    rule(match, on=game, effect=RulingEffect.POINTS, side=1, points=-20, reason="G-4.7")
    assert last_of(match) == "Ruling: Game 1: −20 points for 山田・川田"
    ruling = rule(match, on=match, effect=RulingEffect.LOSS, side=1, reason="G-8")
    assert last_of(match) == "Ruling: The match is lost by 山田・川田"
    cancel_ruling(ruling, reason="misheard")
    assert last_of(match) == "Ruling cancelled: The match is lost by 山田・川田"


@pytest.mark.django_db
def test_who_did_it_is_told_and_when_by_the_clock_of_the_hall(match: Match) -> None:
    play(match, "sheet,s1,1,6,led")
    record_deal(match, uuid=uuid4(), after=seen(match), record="sheet,s1,1,6,led", source=Source.IMPORT)
    Act.objects.filter(kind="deal").update(at=datetime(2026, 9, 13, 4, 5, tzinfo=UTC))
    line = lines_of(match_acts(match), match.tournament)[-1]
    assert (line.day, line.time) == ("2026-09-13", "13:05")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(WORDS))
def test_words_stand_when_payload_is_erased_or_strange(match: Match, kind: str) -> None:
    with writing():
        act = append_act(kind, subject=match.uuid, scope=match.tournament.uuid)
    [empty] = lines_of([act], match.tournament)
    act.payload.delete()
    [erased] = lines_of([Act.objects.get(pk=act.pk)], match.tournament)
    for line in (empty, erased):
        assert line.sentence
        assert not re.search(r"%\(|None|[0-9a-f]{8}-", line.sentence)
