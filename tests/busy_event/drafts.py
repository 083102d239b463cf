"""A draft changed by hand, and who is kept apart. Each is an ``Act``."""

from collections.abc import Iterable
from random import Random

from ledger.errors import Refusal
from scoring.errors import NoRoundFits, PartnersMustRepeat, RulesBroken
from scoring.services.draft_edits import choose_bye, forbid_and_redraw, pin_match, swap_units
from tests.busy_event.event import ALL_RULES, BusyEvent
from tests.busy_event.places import chosen, told, units_of
from tournaments.domain.draw import Relaxation
from tournaments.models import ForbiddenPair
from tournaments.services.wishes import keep_apart, keep_apart_no_more


def two_are_exchanged(event: BusyEvent, pick: int) -> None:
    if draft := event.draft:
        units = sorted(units_of(told(draft)))
        if len(units) < 2:
            return
        entries = {entry.number: entry for entry in event.everybody()}
        one, other = (entries[unit] for unit in Random(pick).sample(units, 2))
        try:
            swap_units(draft, one=one, other=other)
        except RulesBroken as refused:
            swap_units(draft, one=one, other=other, accept=True)
            broken: Iterable[dict[str, str]] = refused.params["broken"]  # type: ignore[assignment]
            event.given_up |= {Relaxation(reason["code"]) for reason in broken}


def bye_is_chosen(event: BusyEvent, pick: int) -> None:
    if draft := event.draft:
        drawn = choose_bye(draft, entry=chosen(event.entries(), pick))
        event.given_up = ALL_RULES if event.follows_box(drawn) else frozenset({Relaxation.SECOND_BYE})
        event.drawn(event, drawn)


def is_pinned(event: BusyEvent, pick: int) -> None:
    if draft := event.draft:
        matches = list(draft.matches.order_by("number"))
        if matches:
            pin_match(chosen(matches, pick), pinned=pick % 4 > 0)


def two_are_parted(event: BusyEvent, pick: int) -> None:
    """The draft is drawn again with two of it kept apart, in this round alone."""
    draft, units = event.draft, sorted(event.here(event.coming))
    if draft is None or len(units) < 2:
        return
    entries = {entry.number: entry for entry in event.everybody()}
    one, other = Random(pick).sample(units, 2)
    before, event.apart = event.apart, event.apart | {frozenset((one, other))}
    try:
        drawn = forbid_and_redraw(draft, one=entries[one], other=entries[other], whole_event=False)
    except Refusal as refused:
        if isinstance(refused, NoRoundFits | PartnersMustRepeat):
            event.refused(event, refused, draft, frozenset())
        event.apart = before
        raise
    event.given_up = ALL_RULES if event.follows_box(drawn) else frozenset()
    event.drawn(event, drawn)


def two_never_meet(event: BusyEvent, pick: int) -> None:
    people = [person for entry in event.entries() for person in entry.people]
    if len(people) > 1:
        one, other = Random(pick).sample(people, 2)
        keep_apart(
            event.stage.tournament,
            one=one,
            other=other,
            as_opponents=pick % 3 != 0,
            as_partners=pick % 3 != 1,
        )


def two_may_meet_again(event: BusyEvent, pick: int) -> None:
    if pairs := list(ForbiddenPair.objects.filter(tournament=event.stage.tournament).order_by("pk")):
        keep_apart_no_more(chosen(pairs, pick))
