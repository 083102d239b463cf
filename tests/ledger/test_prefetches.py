"""A full hall has 1,000 people and more, and everybody is read at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Member
from tests.events import make_stage
from tournaments.models import Attendance

pytestmark = pytest.mark.django_db
PEOPLE = 1_200  # SQLite's expressions are a thousand deep at most


def test_more_people_than_an_expression_is_deep_are_read_in_one_query() -> None:
    event = make_stage().tournament
    people = Member.objects.bulk_create(Member(name=f"選手{number}") for number in range(PEOPLE))
    Attendance.objects.bulk_create(Attendance(tournament=event, member=person) for person in people)
    with CaptureQueriesContext(connection) as asked:
        read = list(event.attendances.prefetch_related("member"))
    assert {row.member.name for row in read} == {person.name for person in people}
    assert len(asked) == 2


def test_nobody_to_read_is_nobody() -> None:
    assert list(make_stage().tournament.attendances.prefetch_related("member")) == []
