"""How entries and people are named side by side, so that no two of them look the same.

Two who share a name are told apart by branch, and by number where the branch is shared too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Member
from tournaments.models import Division, Entry, EntryMember

T = TypeVar("T")
KANA_ROWS = [
    "あいうえお",
    "かきくけこ",
    "さしすせそ",
    "たちつてと",
    "なにぬねの",
    "はひふへほ",
    "まみむめも",
    "やゆよ",
    "らりるれろ",
    "わゐゑをん",
]


@dataclass(frozen=True, slots=True)
class PersonName:
    """One person as a list shows them; ``sort_key`` orders by 五十音."""

    member: int
    name: str
    branch: str
    sort_key: str

    @property
    def kana_row(self) -> str:
        """あ, か, さ …: the row of the index; empty where no reading is known."""
        return next((row[0] for row in KANA_ROWS if self.sort_key[:1] in row), "")


@dataclass(frozen=True, slots=True)
class EntryName:
    """One entry as every page of its event shows it; an ``is_house`` one is ranked nowhere."""

    key: str
    number: int
    name: str
    branches: str
    people: tuple[PersonName, ...]
    withdrawn: bool
    is_house: bool

    @property
    def sort_key(self) -> str:
        return self.people[0].sort_key if self.people else f"～{self.name}"


def named_entries(division: Division) -> dict[int, EntryName]:
    """All entries of a division by database id, in order of number: four queries."""
    entries = list(_with_people(division.entries.order_by("number")))
    members = [member for entry in entries for member in entry.people]
    numbers = {member.pk: entry.number for entry in entries for member in entry.people}
    people = {person.member: person for person in distinct_people(members, numbers=numbers)}
    names = _distinct([_entry_name(entry, people) for entry in entries])
    return {entry.pk: name for entry, name in zip(entries, names, strict=True)}


def distinct_people(
    members: Iterable[Member], *, numbers: Mapping[int, int] | None = None
) -> list[PersonName]:
    """People with their branch beside the name wherever two of them share it.

    Where that is not enough, with their number: from ``numbers`` by database id, else their place here.
    """
    by_id = {member.pk: member for member in members}
    people = [
        PersonName(member.pk, member.shown_name, _branch(member), member.shown_sort_key)
        for member in by_id.values()
    ]
    places = {person.member: place for place, person in enumerate(people, start=1)}
    numbered = [(numbers or places)[person.member] for person in people]
    shared = _shared(people, lambda person: person.name)
    still_shared = _shared(people, lambda person: (person.name, person.branch))
    return [
        replace(person, name=_told_apart(person.name, person.branch, by_number, number))
        if is_shared
        else person
        for person, is_shared, by_number, number in zip(people, shared, still_shared, numbered, strict=True)
    ]


def _with_people(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    places = EntryMember.objects.select_related("member").prefetch_related("member__memberships__branch")
    return entries.prefetch_related(Prefetch("members", queryset=places))


def _entry_name(entry: Entry, people: dict[int, PersonName]) -> EntryName:
    return EntryName(
        key=str(entry.uuid),
        number=entry.number,
        name=_label(entry, people),
        branches="・".join(entry.branch_names),
        people=tuple(people[member.pk] for member in entry.people),
        withdrawn=entry.withdrawn_at is not None,
        is_house=entry.is_house,
    )


def _label(entry: Entry, people: dict[int, PersonName]) -> str:
    """The pair's own name, else its members' family names; both in full where those are equal."""
    members = entry.people
    if entry.name or not members:
        return entry.shown_name
    if len(members) == 1:
        return people[members[0].pk].name
    short = [member.short_name for member in members]
    if len(set(short)) == len(short):
        return "・".join(short)
    branches = [_branch(member) for member in members]
    if all(branches) and len(set(branches)) == len(branches):
        return "・".join(f"{name}（{at}）" for name, at in zip(short, branches, strict=True))
    return "・".join(people[member.pk].name for member in members)


def _distinct(names: Sequence[EntryName]) -> list[EntryName]:
    shared = _shared(names, lambda entry: entry.name)
    still_shared = _shared(names, lambda entry: (entry.name, entry.branches))
    return [
        replace(entry, name=_told_apart(entry.name, entry.branches, order, entry.number))
        if shared[index]
        else entry
        for index, (entry, order) in enumerate(zip(names, still_shared, strict=True))
    ]


def _told_apart(name: str, branch: str, by_number: bool, number: int) -> str:
    if branch and not by_number:
        return f"{name}（{branch}）"
    return _("%(name)s (no. %(number)s)") % {"name": name, "number": number}


def _shared(items: Sequence[T], key: Callable[[T], object]) -> list[bool]:
    counts = Counter(key(item) for item in items)
    return [counts[key(item)] > 1 for item in items]


def _branch(member: Member) -> str:
    return member.home.name if member.home else ""
