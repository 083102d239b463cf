"""Rounds that follow from results: the absent forfeit, and a corrected result takes along what hangs on it.

There are never two truths: before a result of an earlier round can change, the tables behind it are taken
back. They are void until the round is closed again. Then they count as before if the same sides meet, else
whoever came through sits there. What was played is kept in any case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from clubs.models import Account
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from scoring.errors import ResultDecidesLater
from scoring.selectors.basis import basis_of_round
from scoring.selectors.brackets import TAKEN_BACK, affected_matches, has_bracket, has_reason, is_played
from scoring.selectors.draws import places_of
from scoring.services.drafts import drawn_again
from scoring.services.outcomes import annul_match, forfeit_absent, revive_match
from scoring.services.queue import entries_by_number, seat_next, wait_if_taken
from scoring.services.results import confirm_match, reopen_match
from tournaments.domain.draw import Key, Reason, Sides
from tournaments.enums import MatchState, RoundState, TournamentState
from tournaments.errors import EventClosed, ReasonMissing
from tournaments.models import Entry, Match, Round, Stage
from tournaments.selectors.entrants import absences_in
from tournaments.services.matches import begin_anew, reseat_match


def settle_absent(round: Round, *, by: Account | None = None) -> None:
    """Every table of which the draw says that a side is absent is decided; call inside ``writing()``."""
    why = dict(absences_in(round.stage, round.number).values_list("entry", "reason"))
    for match in round.matches.filter(state=MatchState.WAITING.value).prefetch_related("sides"):
        absent = [r["params"]["side"] for r in match.reasons if r["code"] == "side_absent"]
        if absent:
            told = (why.get(side.entry_id or 0) for side in match.sides.all() if side.number in absent)
            forfeit_absent(match, absent=absent, reason=" / ".join(filter(None, told))[:200], by=by)
            confirm_match(match, by=by)


def reopen_result(match: Match, *, reason: str, with_later: bool = False, by: Account | None = None) -> None:
    """The match may be changed again; in a bracket its round opens again for that, even when it was closed.

    A draft behind it is thrown away and the tables that hang on the result are taken back. Raises
    ResultDecidesLater, naming those that have been played, unless ``with_later`` takes them back too;
    RoundClosed where rounds are no bracket, EventClosed, ReasonMissing.
    """
    if not has_bracket(match.round.stage):
        return reopen_match(match, reason=reason, by=by)
    if not reason.strip():
        raise ReasonMissing(number=match.code)
    with writing():
        stage = lock(Stage, match.round.stage_id)
        if stage.tournament.state == TournamentState.CLOSED.value:
            raise EventClosed(event=stage.tournament.name)
        later = affected_matches(match)
        played = [f"{each.round.number}/{each.place}" for each in later if is_played(each)]
        if played and not with_later:
            raise ResultDecidesLater(round=match.round.number, tables=played)
        stage.rounds.filter(state=RoundState.DRAFT.value).delete()
        for each in later:
            _take_back(each, reason=reason, by=by)
        _open_again(Round.objects.get(pk=match.round_id), by=by)
        reopen_match(match, reason=reason, by=by)


def follow_results(round: Round, *, by: Account | None = None) -> Round | None:
    """The next round, where tables of it were taken back, has who came through; it is open again.

    None where nothing was taken back. Call inside ``writing()`` when the round is closed.
    """
    later = round.stage.rounds.filter(number=round.number + 1).exclude(state=RoundState.DRAFT.value).first()
    back = [(m, sides) for m, sides in places_of(later) if has_reason(m, TAKEN_BACK)] if later else []
    if not later or not back:
        return None
    entries, drawn = entries_by_number(round.stage), _drawn_places(later)
    for match, sides in back:
        if match.number in drawn:
            _seat_again(match, sides, *drawn[match.number], entries, by=by)
    _open_again(later, by=by)
    seat_next(later)
    return later


def _drawn_places(round: Round) -> Mapping[int, tuple[Sides, Sequence[Reason]]]:
    """Who meets at each place by the results as they are now, and why."""
    draw = drawn_again(round, basis_of_round(round.stage, round.number))
    why = {table.number: table.reasons for table in draw.tables}
    why |= {number: bye.reasons for number, bye in draw.numbered_byes.items()}
    return {number: (sides, why[number]) for number, sides in draw.places.items()}


def _take_back(match: Match, *, reason: str, by: Account | None) -> None:
    """The match is void and says so, and whether it was before. Again changes nothing."""
    if has_reason(match, TAKEN_BACK):
        return
    params = {"by": by.username if by else "", "void": match.state == MatchState.VOID.value}
    match.reasons = [{"code": TAKEN_BACK, "params": params}, *match.reasons]
    match.save(update_fields=["reasons"])
    annul_match(match, reason=reason, by=by)


def _seat_again(
    match: Match,
    before: Sides,
    sides: Sides,
    reasons: Sequence[Reason],
    entries: Mapping[Key, Entry],
    *,
    by: Account | None,
) -> None:
    was_void = match.reasons[0]["params"]["void"]
    match.reasons = [asdict(reason) for reason in reasons]
    if sides != before:
        reseat_match(match, sides, entries)
        begin_anew(match)
        match.table = match.table if len(sides) > 1 else None
    match.save(update_fields=["reasons", "table"])
    if sides != before or not was_void:
        wait_if_taken(match)
        revive_match(match, anew=sides != before, by=by)


def _open_again(round: Round, *, by: Account | None) -> None:
    if round.state != RoundState.CLOSED.value:
        return
    round.state, round.closed_at = RoundState.PUBLISHED.value, None
    round.save()
    append_act("round_reopened", subject=round.uuid, scope=round.stage.tournament.uuid, by=by)
