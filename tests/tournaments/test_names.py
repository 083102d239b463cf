"""Nobody disappears behind a namesake (T40)."""

import pytest
from django.utils import translation

from clubs.models import Branch, Member
from clubs.services.members import register_member
from tests.events import make_stage
from tournaments.models import Entry, EntryMember, Stage
from tournaments.selectors.names import distinct_people, named_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return make_stage()


def branch(slug: str) -> Branch:
    return Branch.objects.get(slug=slug)


def person(name: str, home: str = "noto", **facts: object) -> Member:
    return register_member(name, branch=branch(home), **facts)  # type: ignore[arg-type]


def pair(stage: Stage, *people: Member) -> Entry:
    number = stage.division.entries.count() + 1
    entry = Entry.objects.create(division=stage.division, number=number)
    for place, member in enumerate(people, 1):
        EntryMember.objects.create(entry=entry, member=member, number=place)
    return entry


def names(stage: Stage) -> list[str]:
    with translation.override("en"):
        return [entry.name for entry in named_entries(stage.division).values()]


def test_a_pair_is_named_by_family_names(stage: Stage) -> None:
    pair(stage, person("田中 太郎"), person("吉田 花子"))
    assert names(stage) == ["田中・吉田"]


def test_one_family_name_in_a_pair_is_told_apart_by_branch(stage: Stage) -> None:
    pair(stage, person("山口 正"), person("山口 京", "tokyo"))
    assert names(stage) == ["山口（能登）・山口（東京）"]


def test_one_family_name_of_one_branch_is_written_in_full(stage: Stage) -> None:
    pair(stage, person("山口 正"), person("山口 京"))
    assert names(stage) == ["山口 正・山口 京"]


def test_pairs_of_one_name_are_told_apart_by_branch_then_number(stage: Stage) -> None:
    pair(stage, person("田中 一"), person("吉田 一"))
    pair(stage, person("田中 二", "tokyo"), person("吉田 二", "tokyo"))
    pair(stage, person("田中 三", "tokyo"), person("吉田 三", "tokyo"))
    assert names(stage) == ["田中・吉田（能登）", "田中・吉田 (no. 2)", "田中・吉田 (no. 3)"]


def test_namesakes_keep_their_branch(stage: Stage) -> None:
    people = distinct_people([person("田中 太郎"), person("田中 太郎", "osaka")])
    assert [one.name for one in people] == ["田中 太郎（能登）", "田中 太郎（大阪）"]


def test_a_minor_is_shown_by_initial(stage: Stage) -> None:
    pair(stage, person("田中 太郎", minor=True), person("吉田 花子", public_name="花ちゃん"))
    assert names(stage) == ["田〇・花ちゃん"]


def test_query_count_does_not_grow(stage: Stage, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    division = stage.division
    for _ in range(3):
        pair(stage, person("田中 一"), person("吉田 一", "tokyo"))
        with django_assert_num_queries(4):
            named_entries(division)


def test_order_in_public_does_not_tell_the_reading_of_a_hidden_name(stage: Stage) -> None:
    members = [
        person("渡辺 花子", reading="わたなべ はなこ", public_name="あおぞら"),
        person("田中 一", reading="たなか はじめ"),
        person("安部 二", reading="あべ つぐ", public_name="Sora"),
    ]
    ordered = sorted(distinct_people(members), key=lambda one: one.sort_key)
    assert [one.name for one in ordered] == ["あおぞら", "田中 一", "Sora"]


def test_namesakes_of_one_branch_have_the_number_of_their_entry(stage: Stage) -> None:
    for name in ("森 一", "田中 太郎", "林 二", "田中 太郎"):
        pair(stage, person(name))
    assert names(stage) == ["森 一", "田中 太郎 (no. 2)", "林 二", "田中 太郎 (no. 4)"]
