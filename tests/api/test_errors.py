"""One shape for everything that is not a success, in the language that was asked for."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import rest_framework
from django.utils.translation import override
from rest_framework import serializers
from rest_framework.exceptions import Throttled

from clubs.errors import ClubRefusal
from config.api_errors import REFUSALS, UNREAD, answer_error
from config.api_parsing import MOST_BYTES
from config.phrases import OF_FIELDS, PHRASES
from hall.phrases import PHRASES as REFUSAL_PHRASES
from ledger.errors import Gone, Refusal
from scoring.errors import ImportRefusal, ScoringRefusal
from tests.api.conftest import Caller
from tests.events import make_match
from tournaments.errors import TournamentRefusal
from tournaments.models import Match

API_MD = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BASES = (ClubRefusal, TournamentRefusal, ScoringRefusal)


def kinds(base: type[Refusal]) -> Iterator[type[Refusal]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


# Reading files is a command's work; the API has no part in it.
REFUSAL_KINDS: list[type[Refusal]] = [
    Gone,
    *(kind for base in BASES for kind in kinds(base) if not issubclass(kind, ImportRefusal)),
]


def test_table_has_every_refusal_of_the_apps_and_no_other() -> None:
    assert set(REFUSALS) == set(REFUSAL_KINDS)


@pytest.mark.parametrize("kind", REFUSAL_KINDS, ids=lambda kind: kind.code)
def test_every_refusal_has_a_code_of_its_own_and_a_sentence(kind: type[Refusal]) -> None:
    assert [other for other in REFUSAL_KINDS if other.code == kind.code] == [kind]
    assert kind.code in REFUSAL_PHRASES


def test_every_other_error_has_a_sentence() -> None:
    codes = {code for _status, code in UNREAD.values()}
    assert codes <= PHRASES.keys() | REFUSAL_PHRASES.keys()
    assert not PHRASES.keys() & REFUSAL_PHRASES.keys()


def test_documentation_lists_every_code_under_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", API_MD.read_text("utf-8"), re.MULTILINE)
    listed = {(int(status), code) for status, codes in rows for code in re.findall(r"`([a-z_]+)`", codes)}
    answered = {(status.value, kind.code) for kind, status in REFUSALS.items()}
    answered |= {(status.value, code) for status, code in UNREAD.values()}
    assert answered <= listed


def test_too_many_requests_say_how_long_to_wait() -> None:
    with override("en"):
        answer = answer_error(Throttled(wait=2.5), {})
    assert answer is not None
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3")
    assert answer.data["params"] == {"seconds": 3}


def test_what_nobody_has_foreseen_crashes_loudly() -> None:
    assert answer_error(ZeroDivisionError(), {}) is None


def test_nested_faults_are_named_by_their_path() -> None:
    class Inner(serializers.Serializer[object]):
        name = serializers.CharField()

    class Outer(serializers.Serializer[object]):
        numbers = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
        people = Inner(many=True)

    outer = Outer(data={"numbers": [[1], [2, "x"]], "people": [{"name": "a"}, {}]})
    with pytest.raises(serializers.ValidationError) as caught:
        outer.is_valid(raise_exception=True)
    answer = answer_error(caught.value, {})
    assert answer is not None
    faults = [(fault["field"], fault["code"]) for fault in answer.data["params"]["fields"]]
    assert faults == [("numbers.1.1", "invalid"), ("people.1.name", "required")]


@pytest.fixture
def match(db: None) -> Match:
    return make_match()


def put_raw(desk: Any, match: Match, body: bytes | str, kind: str = "application/json") -> object:
    path = f"/api/v1/matches/{match.code}/totals"
    answer = desk.generic("PUT", path, body, content_type=kind)
    told = answer.json()
    assert told.keys() == {"code", "message", "params"}
    return answer.status_code, told["code"]


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "NaN",
        '{"totals": [[Infinity, 1]]}',
        "[" * 30_000,
        "1" * 10_000,
        b"\xff\xfe{}",
        '{"totals": "\\',
        '{"totals": [[150, 90]], "ended_by": "\\ud800"}',
    ],
)
def test_body_that_is_no_json(desk: Caller, match: Match, body: bytes | str) -> None:
    assert put_raw(desk, match, body) == (400, "not_json")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '"x"',
        "7",
        "{}",
        '{"totals": [[150]]}',
        '{"totals": [[150, 90, 10, 0]]}',
        '{"totals": [[150, -10]]}',
        '{"totals": [[150, 1e999999]]}',
        '{"totals": {"0": [150, 90]}}',
        '{"totals": [[150, 90]], "more": 1}',
        '{"totals": [' + "[150, 90]," * 100 + "[150, 90]]}",
    ],
)
def test_body_that_is_not_the_agreed_object(desk: Caller, match: Match, body: str) -> None:
    assert put_raw(desk, match, body) == (400, "invalid_input")


def test_charset_that_nobody_knows_is_passed_over(desk: Caller, match: Match) -> None:
    body = '{"totals": [[150, 90]]}'
    path = f"/api/v1/matches/{match.code}/totals"
    answer = desk.generic("PUT", path, body, content_type="application/json; charset=x-none")
    assert answer.status_code == 200


def test_body_that_is_too_large_is_not_read(desk: Caller, match: Match) -> None:
    assert put_raw(desk, match, "9" * (MOST_BYTES + 1)) == (413, "body_too_large")


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "", "/"])
def test_other_kinds_of_body_are_not_taken(desk: Caller, match: Match, kind: str) -> None:
    assert put_raw(desk, match, "totals=1", kind) == (415, "unsupported_media_type")


@pytest.mark.parametrize("path", ["", "nothing", "events/", "matches/ABC/acts/1", "events/%00", "schema"])
def test_unknown_address(anybody: Caller, path: str, db: None) -> None:
    for method in ("get", "post", "put", "delete"):
        answer = anybody.send(method, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["events/none", "events/none/standings", "matches/000000"])
def test_unknown_code(anybody: Caller, path: str, db: None) -> None:
    answer = anybody.read(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_method_that_an_address_does_not_take(anybody: Caller, match: Match) -> None:
    answer = anybody.send("delete", f"matches/{match.code}")
    told = answer.json()
    assert (answer.status_code, told["code"], told["params"]) == (
        405,
        "method_not_allowed",
        {"method": "DELETE"},
    )


def test_answers_are_json_only(anybody: Caller, db: None) -> None:
    answer = anybody.read("clubs", accept="text/html")
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_message_is_in_the_language_that_was_asked_for(anybody: Caller, db: None) -> None:
    answer = anybody.read("events/none", **{"accept-language": "en"})
    assert answer.json()["message"] == PHRASES["not_found"]
    assert answer.headers["Content-Language"] == "en"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("language", "separator", "missing"),
    [("ja", "、", "この項目は必須です。"), ("ru", ", ", "Обязательное поле.")],
)
def test_fault_of_a_field_is_told_in_the_language_that_was_asked_for(
    desk: Caller, match: Match, language: str, separator: str, missing: str
) -> None:
    answer = desk.put(
        f"/api/v1/matches/{match.code}/totals",
        {"ended_by": "x"},
        format="json",
        headers={"accept-language": language},
    ).json()
    told = {fault["field"]: fault["message"] for fault in answer["params"]["fields"]}
    assert told["totals"] == missing
    assert told.keys() == {"totals", "ended_by"}
    assert separator.join(told) in answer["message"]


@pytest.mark.parametrize(
    ("language", "words"), [("ja", r"[ぁ-ん]"), ("ru", r"[а-я]"), ("en", r"\ANot a valid string\.\Z")]
)
def test_what_the_framework_has_in_english_alone_is_told_in_three_languages(
    desk: Caller, match: Match, language: str, words: str
) -> None:
    answer = desk.put(
        f"/api/v1/matches/{match.code}/acts/{uuid4()}",
        {"act": "deal", "after": None, "record": ["no text"]},
        format="json",
        headers={"accept-language": language},
    ).json()
    told = {fault["field"]: fault["message"] for fault in answer["params"]["fields"]}
    assert re.search(words, told["record"]), told


FIELDS = (
    serializers.BooleanField,
    serializers.CharField,
    serializers.ChoiceField,
    serializers.DateField,
    serializers.DateTimeField,
    serializers.DictField,
    serializers.FloatField,
    serializers.IntegerField,
    serializers.ListField,
    serializers.RegexField,
    serializers.UUIDField,
    serializers.Serializer,
)


@pytest.mark.parametrize("language", ["ja", "ru"])
@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.__name__)
def test_what_the_framework_has_in_english_alone_is_among_our_texts(
    field: type[serializers.Field[Any, Any, Any, Any]], language: str
) -> None:
    theirs = gettext.translation("django", Path(rest_framework.__file__).parent / "locale", [language])
    with override("en"):
        said = {
            str(text)
            for kind in field.__mro__
            for text in getattr(kind, "default_error_messages", {}).values()
        }
        ours = {str(text) for text in OF_FIELDS}
    assert {text for text in said if theirs.gettext(text) == text} <= ours
