"""Changes of a draft by hand: two change places, a table stays, somebody sits out, two are kept apart.

Each is an act of its own, and the tables it touches say who did it. What it breaks has to be accepted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import NobodySitsOut, NotInDraft, OpponentsFixed, RulesBroken, SameEntryTwice
from scoring.selectors.basis import Basis, basis_of_round
from scoring.selectors.changes import lost_if_redrawn
from scoring.selectors.draws import (
    bars_rematch,
    is_by_score,
    is_drawn_anew,
    is_open_to_changes,
    kept_apart_once,
    places_of,
)
from scoring.services.drafts import redraw_round, refuse_not_draft
from scoring.services.queue import entries_by_number, note_by_hand
from tournaments.domain.drafts.by_hand import (
    broken_at,
    broken_by_bye,
    exchanged,
    reasons_at,
    reasons_of_bye,
    units_at,
)
from tournaments.domain.draw import ByeDrawn, Key, Reason, Rules, Seed, Sides, TablePairing
from tournaments.domain.reasons import BROKEN, rules_broken
from tournaments.models import Entry, Match, Round
from tournaments.services.matches import reseat_match
from tournaments.services.wishes import keep_apart

# What a block says of a place, whoever has it.
OF_PLACE = {"block", "waits", "ghost"}


def swap_units(
    round: Round, *, one: Entry, other: Entry, accept: bool = False, by: Account | None = None
) -> None:
    """These two have each other's place, at a table or without one; in a rotation they are persons.

    The tables say anew what they keep and give up, and so does the round. Raises RulesBroken, naming what
    the tables would break, unless that is accepted; SameEntryTwice, RoundNotDraft, OpponentsFixed,
    NotInDraft.
    """
    _refuse_same(one, other)
    with writing():
        locked = _locked(round.pk)
        keys: tuple[Key, Key] = (one.number, other.number)
        basis = basis_of_round(locked.stage, locked.number)
        units = {unit.key: unit for unit in basis.seeds}
        entries = entries_by_number(locked.stage)
        touched = {
            match: exchanged(sides, *keys)
            for match, sides in places_of(locked)
            if units_at(sides) & set(keys)
        }
        _refuse_not_there(locked, (one, other), touched.values(), units)
        broken = {match: _broken(locked, sides, units, basis.rules) for match, sides in touched.items()}
        if any(broken.values()) and not accept:
            raise RulesBroken(
                round=locked.number,
                entries=[one.shown_name, other.shown_name],
                broken=[asdict(reason) for reasons in broken.values() for reason in reasons],
            )
        for match, sides in touched.items():
            _put(match, sides, entries, _reasons(locked, sides, basis), by=by)
        _warn(locked)
        _append(
            "units_swapped",
            locked,
            by=by,
            entries=[str(one.uuid), str(other.uuid)],
            accepted=sorted({reason.code for reasons in broken.values() for reason in reasons}),
        )


def pin_match(match: Match, *, pinned: bool, by: Account | None = None) -> None:
    """The table (or the bye) stays when the draft is drawn again, or does so no more.

    Raises RoundNotDraft, OpponentsFixed.
    """
    with writing():
        locked = _locked(match.round_id)
        if not is_drawn_anew(locked.stage):
            raise OpponentsFixed(round=locked.number)
        locked.matches.filter(pk=match.pk).update(pinned=pinned)
        _append("match_pinned" if pinned else "match_unpinned", locked, by=by, match=str(match.uuid))
        match.refresh_from_db()


def pin_changed(round: Round, *, by: Account | None = None) -> None:
    """Every table whose people were changed by hand stays when the draft is drawn again.

    Raises RoundNotDraft, OpponentsFixed.
    """
    with writing():
        for match in lost_if_redrawn(_locked(round.pk)):
            pin_match(match, pinned=True, by=by)


def choose_bye(round: Round, *, entry: Entry, by: Account | None = None) -> Round:
    """The draft is drawn again with this entry sitting out in place of whoever did (T06).

    Raises NobodySitsOut where nobody has to, OpponentsFixed, NotInDraft, and what a draw raises.
    """
    with writing():
        locked = _locked(round.pk)
        if not is_drawn_anew(locked.stage):
            raise OpponentsFixed(round=locked.number)
        if all(len(sides) > 1 for _match, sides in places_of(locked)):
            raise NobodySitsOut(round=locked.number)
        if entry.number not in {unit.key for unit in basis_of_round(locked.stage, locked.number).seeds}:
            raise NotInDraft(entry=entry.number, round=locked.number)
        drawn = redraw_round(locked, bye=entry.number, by=by)
        _sign(drawn, {entry.number}, "bye_by_hand", by=by)
        _append("bye_chosen", drawn, by=by, entry=str(entry.uuid))
    return drawn


def forbid_and_redraw(
    round: Round, *, one: Entry, other: Entry, whole_event: bool, by: Account | None = None
) -> Round:
    """The draft is drawn again with these two apart: in this round, or from now on in the whole event.

    Raises OpponentsFixed, SameEntryTwice, and what a draw raises.
    """
    _refuse_same(one, other)
    pair: frozenset[Key] = frozenset({one.number, other.number})
    with writing():
        locked = _locked(round.pk)
        if whole_event:
            keep_apart(locked.stage.tournament, one=one.people[0], other=other.people[0], by=by)
        once = frozenset() if whole_event else frozenset({pair})
        drawn = redraw_round(locked, apart=kept_apart_once(locked) | once, by=by)
        _sign(drawn, pair, "apart_by_hand", by=by)
        _append(
            "parted_by_hand",
            drawn,
            by=by,
            entries=[str(one.uuid), str(other.uuid)],
            whole_event=whole_event,
        )
    return drawn


def allow_and_redraw(round: Round, *, one: Entry, other: Entry, by: Account | None = None) -> Round:
    """The draft is drawn again, and these two are no more kept apart in this round.

    Raises OpponentsFixed, and what a draw raises.
    """
    with writing():
        locked = _locked(round.pk)
        pair: frozenset[Key] = frozenset({one.number, other.number})
        drawn = redraw_round(locked, apart=kept_apart_once(locked) - {pair}, by=by)
        _append("parted_no_more", drawn, by=by, entries=[str(one.uuid), str(other.uuid)])
    return drawn


def _locked(pk: int) -> Round:
    locked = lock(Round, pk)
    refuse_not_draft(locked)
    if not is_open_to_changes(locked):
        raise OpponentsFixed(round=locked.number)
    return locked


def _refuse_same(one: Entry, other: Entry) -> None:
    if one == other:
        raise SameEntryTwice(entry=one.shown_name)


def _refuse_not_there(
    round: Round, named: Iterable[Entry], touched: Iterable[Sides], units: Mapping[Key, Seed]
) -> None:
    """A bye that was asked for is nobody's to give away."""
    drawn = {key for sides in touched for key in units_at(sides)}
    for entry in named:
        if entry.number not in drawn or not (entry.number in units or entry.is_house):
            raise NotInDraft(entry=entry.number, round=round.number)


def _broken(round: Round, sides: Sides, units: Mapping[Key, Seed], rules: Rules) -> tuple[Reason, ...]:
    if len(sides) > 1:
        return broken_at(sides, units, rules, bars_rematch=bars_rematch(round.stage))
    return tuple(
        reason for key in units_at(sides) if key in units for reason in broken_by_bye(units[key], units)
    )


def _reasons(round: Round, sides: Sides, basis: Basis) -> tuple[Reason, ...]:
    """What is to be said of a table, or of a bye where they are given anew in every round."""
    stage, units = round.stage, {unit.key: unit for unit in basis.seeds}
    if len(sides) > 1:
        return reasons_at(
            sides,
            units,
            basis.rules,
            round_number=round.number,
            by_score=is_by_score(stage, round.number),
            bars_rematch=bars_rematch(stage),
        )
    alone = [units[key] for key in units_at(sides) if key in units and is_drawn_anew(stage)]
    return tuple(reason for unit in alone for reason in reasons_of_bye(unit, units))


def _warn(round: Round) -> None:
    """The round warns of every rule that its tables break as they are now."""
    told = [
        (match, sides, tuple(Reason(reason["code"], reason["params"]) for reason in match.reasons))
        for match, sides in places_of(round)
    ]
    tables = [TablePairing(match.number, sides, reasons) for match, sides, reasons in told if len(sides) > 1]
    byes = [
        ByeDrawn(key, reasons)
        for _match, sides, reasons in told
        if len(sides) == 1
        for key in units_at(sides)
    ]
    others = [warning for warning in round.warnings if warning["code"] not in BROKEN]
    round.warnings = [*others, *(asdict(broken) for broken in rules_broken(tables, byes))]
    round.save(update_fields=["warnings"])


def _put(
    match: Match,
    sides: Sides,
    entries: Mapping[Key, Entry],
    reasons: Iterable[Reason],
    *,
    by: Account | None,
) -> None:
    """The sides sit there now; what is true of the place stays. A house pair whom nobody meets goes home."""
    if len(sides) == 1 and all(entries[key].is_house for key in units_at(sides)):
        match.delete()
        return
    reseat_match(match, sides, entries)
    of_place = [reason for reason in match.reasons if reason["code"] in OF_PLACE]
    match.reasons = [*of_place, *(asdict(reason) for reason in reasons)]
    note_by_hand(match, "by_hand", by=by)


def _sign(round: Round, keys: Iterable[Key], code: str, *, by: Account | None) -> None:
    """The tables at which these sit say who wanted it so."""
    named = set(keys)
    for match, sides in places_of(round):
        if units_at(sides) & named:
            note_by_hand(match, code, by=by)


def _append(kind: str, round: Round, *, by: Account | None, **facts: object) -> None:
    append_act(kind, subject=round.uuid, scope=round.stage.tournament.uuid, by=by, payload=facts)
