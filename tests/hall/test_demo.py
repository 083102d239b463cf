"""The demonstration: what stands in it, twice the same, and safe to start again."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from clubs.models import Account, Branch, Member
from hall.demo import SLUG, load_demo
from ledger.acts import chain_faults
from ledger.models import Act
from scoring.models import Deal
from scoring.selectors.lines import ranking_of
from scoring.services.rebuild import rebuild
from tournaments.models import Attendance, Entry, Match, Round, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
Facts = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[Facts]:
    """The demonstration, loaded for the second time; what the first loading had drawn and played."""
    with django_db_blocker.unblock(), transaction.atomic():
        mark = transaction.savepoint()
        load_demo()
        first = drawn_and_played()
        transaction.savepoint_rollback(mark)
        load_demo()
        yield first
        transaction.set_rollback(True)


def drawn_and_played() -> Facts:
    """Every deal with its table and the pairs at it, and whoever stands where."""
    deals = Deal.objects.order_by("game__match__round__number", "game__match__table", "number")
    pairs = deals.values_list("game__match__round__number", "game__match__table", "number", "normal_record")
    entries = Entry.objects.order_by("number").values_list("number", "sides__match__round__number")
    return [*pairs, *sorted(entries), *standings()]


def standings() -> Facts:
    stage = Stage.objects.get()
    numbers = {str(uuid): number for uuid, number in Entry.objects.values_list("uuid", "number")}
    ranking = ranking_of(stage, entries=stage.division.entries.all(), through=3)
    return [(line.rank, numbers[str(line.entry)], line.wins) for line in ranking]


def test_56_persons_in_28_pairs_from_eight_branches() -> None:
    assert (Member.objects.count(), Entry.objects.count(), Branch.objects.count()) == (56, 28, 8)
    assert Branch.objects.filter(memberships__isnull=True).count() == 0
    assert Member.objects.filter(reading="").count() == 0


def test_names_are_of_every_kind() -> None:
    lengths = {len(name.replace(" ", "")) for name in Member.objects.values_list("name", flat=True)}
    assert {1, 2, 8} <= lengths
    assert max(lengths) == 8
    twice = [name for name, n in Counter(Member.objects.values_list("name", flat=True)).items() if n > 1]
    assert twice == ["高橋 真"]
    homes = Member.objects.filter(name="高橋 真").values_list("memberships__branch", flat=True)
    assert len(set(homes)) == 2
    assert Member.objects.filter(minor=True).count() == 2
    assert not Member.objects.filter(minor=True, in_newspaper=True).exists()


def test_fees_are_mostly_taken() -> None:
    owing = [attendance.owes for attendance in Attendance.objects.all() if attendance.owes]
    assert sorted(owing) == [500, 1000, 1000, 1000]


def test_three_rounds_are_over_and_the_fourth_is_on_the_tables() -> None:
    assert list(Round.objects.order_by("number").values_list("state", flat=True)) == [
        "closed", "closed", "closed", "published",
    ]  # fmt: skip
    assert Stage.objects.get().rounds_planned == 5
    states = Counter(Match.objects.filter(round__number=4).values_list("state", flat=True))
    assert states == {"confirmed": 5, "to_confirm": 2, "playing": 6, "waiting": 1}


def test_every_deal_has_its_full_record_and_the_right_dealer() -> None:
    deals = Deal.objects.all()
    assert not deals.exclude(state="current").exists()
    assert {
        deal.record.count(",") > 4 or bool(deal.outcome and deal.outcome["special"]) for deal in deals
    } == {True}
    assert [deal for deal in deals if "dealer_differs" in deal.warnings] == []


def test_no_pair_met_another_twice() -> None:
    met = [frozenset(side.entry_id for side in match.sides.all()) for match in Match.objects.all()]
    assert len(met) == len(set(met)) == 56


def test_branches_do_not_meet_in_the_first_two_rounds() -> None:
    for match in Match.objects.filter(round__number__lte=2):
        one, two = (set(side.entry.branch_names) for side in match.sides.all() if side.entry)
        assert not one & two


def test_everything_derived_follows_from_the_records() -> None:
    event = Tournament.objects.get(slug=SLUG)
    rebuilt = rebuild(event)
    assert rebuilt.agrees
    assert rebuilt.deals == Deal.objects.count()
    assert list(chain_faults(event.uuid)) == []


def test_draws_and_deals_are_the_same_each_time(demo: Facts) -> None:
    assert drawn_and_played() == demo


def test_started_again_only_the_password_is_new() -> None:
    acts = Act.objects.count()
    (name, first), (_, second) = load_demo(), load_demo()
    account = Account.objects.get(username=name)
    assert account.check_password(second)
    assert not account.check_password(first)
    assert (Act.objects.count(), Tournament.objects.count(), Account.objects.count()) == (acts, 1, 1)
