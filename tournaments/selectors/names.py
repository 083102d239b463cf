"""How entries and people are named side by side, so that no two of them look the same.

Two who share a name are told apart by branch, and by number where the branch is shared too.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from clubs.models import Member, Membership
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
    """All entries of a division by database id, in order of number: four queries.

    Most pages of an event ask for it, and a thousand people may play: of each only what is shown is read.
    """
    entries = list(division.entries.order_by("number"))
    members, homes = _members_of(division), _homes_in(division)
    numbers = {member.pk: entry.number for entry in entries for member in members[entry.pk]}
    everybody = {member.pk: member for entry in entries for member in members[entry.pk]}
    people = _told_apart([_person(member, homes.get(pk, "")) for pk, member in everybody.items()], numbers)
    named = {person.member: person for person in people}
    names = _distinct([_entry_name(entry, members[entry.pk], named) for entry in entries])
    return {entry.pk: name for entry, name in zip(entries, names, strict=True)}


def distinct_people(members: Iterable[Member]) -> list[PersonName]:
    """People with their branch beside the name wherever two of them share it.

    Where that is not enough, with their place here.
    """
    by_id = {member.pk: member for member in members}
    people = [_person(member, member.home.name if member.home else "") for member in by_id.values()]
    return _told_apart(people, {pk: place for place, pk in enumerate(by_id, start=1)})


def _members_of(division: Division) -> Mapping[int, list[Member]]:
    """Who plays in each entry, by its database id."""
    places = EntryMember.objects.filter(entry__division=division).order_by("entry", "number")
    shown = Member.objects.only("name", "public_name", "minor", "sort_key")
    people = {member.pk: member for member in shown.filter(entry_places__entry__division=division)}
    members: dict[int, list[Member]] = defaultdict(list)
    for entry, member in places.values_list("entry", "member"):
        members[entry].append(people[member])
    return members


def _homes_in(division: Division) -> Mapping[int, str]:
    """The branch under which each member is listed, by the member's database id."""
    homes = Membership.objects.filter(is_home=True, left=None, member__entry_places__entry__division=division)
    return dict(homes.values_list("member", "branch__name"))


def _person(member: Member, branch: str) -> PersonName:
    return PersonName(member.pk, member.shown_name, branch, member.shown_sort_key)


def _told_apart(people: Sequence[PersonName], numbers: Mapping[int, int]) -> list[PersonName]:
    """``numbers`` by database id, for those whom neither name nor branch tells apart."""
    shared = _shared(people, lambda person: person.name)
    still_shared = _shared(people, lambda person: (person.name, person.branch))
    return [
        replace(person, name=_with_mark(person.name, person.branch, by_number, numbers[person.member]))
        if is_shared
        else person
        for person, is_shared, by_number in zip(people, shared, still_shared, strict=True)
    ]


def _entry_name(entry: Entry, members: Sequence[Member], people: Mapping[int, PersonName]) -> EntryName:
    named = tuple(people[member.pk] for member in members)
    return EntryName(
        key=str(entry.uuid),
        number=entry.number,
        name=_label(entry, members, people),
        branches="・".join(dict.fromkeys(person.branch for person in named if person.branch)),
        people=named,
        withdrawn=entry.withdrawn_at is not None,
        is_house=entry.is_house,
    )


def _label(entry: Entry, members: Sequence[Member], people: Mapping[int, PersonName]) -> str:
    """The pair's own name, else its members' family names; both in full where those are equal."""
    if entry.name or not members:
        return entry.name or f"#{entry.number}"
    if len(members) == 1:
        return people[members[0].pk].name
    short = [member.short_name for member in members]
    if len(set(short)) == len(short):
        return "・".join(short)
    branches = [people[member.pk].branch for member in members]
    if all(branches) and len(set(branches)) == len(branches):
        return "・".join(f"{name}（{at}）" for name, at in zip(short, branches, strict=True))
    return "・".join(people[member.pk].name for member in members)


def _distinct(names: Sequence[EntryName]) -> list[EntryName]:
    shared = _shared(names, lambda entry: entry.name)
    still_shared = _shared(names, lambda entry: (entry.name, entry.branches))
    return [
        replace(entry, name=_with_mark(entry.name, entry.branches, order, entry.number))
        if shared[index]
        else entry
        for index, (entry, order) in enumerate(zip(names, still_shared, strict=True))
    ]


def _with_mark(name: str, branch: str, by_number: bool, number: int) -> str:
    if branch and not by_number:
        return f"{name}（{branch}）"
    return _("%(name)s (no. %(number)s)") % {"name": name, "number": number}


def _shared(items: Sequence[T], key: Callable[[T], object]) -> list[bool]:
    counts = Counter(key(item) for item in items)
    return [counts[key(item)] > 1 for item in items]
