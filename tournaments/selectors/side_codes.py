"""Who has a personal card, by whose digits a side confirms its results."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Member
from tournaments.models import EntryMember, SideCode, Tournament
from tournaments.selectors.reception import attendance_list


@dataclass(frozen=True, slots=True)
class CardHolder:
    """One person of the event. ``branch`` is told where two share a name; ``made_at`` None: no card yet."""

    person: Member
    number: int | None
    branch: str
    made_at: datetime | None


def card_holders(tournament: Tournament) -> list[CardHolder]:
    """Everybody of the event in 五十音 order, floaters too: whoever sits at a table may have to confirm."""
    people = [row.member for row in attendance_list(tournament)]
    names = Counter(person.name for person in people)
    made = dict(SideCode.objects.filter(tournament=tournament).values_list("person", "made_at"))
    numbers = _entry_numbers(tournament)
    return [
        CardHolder(
            person=person,
            number=numbers.get(person.pk),
            branch=person.home.name if person.home and names[person.name] > 1 else "",
            made_at=made.get(person.pk),
        )
        for person in people
    ]


def _entry_numbers(tournament: Tournament) -> dict[int, int]:
    """By database id of the person, the number of the entry in which that person plays."""
    places = EntryMember.objects.filter(entry__division__tournament=tournament, entry__withdrawn_at=None)
    return dict(places.order_by("entry__number").values_list("member", "entry__number"))
