"""記録: the deals of a match in order, each with what the engine found and the running score."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.domain.match_score import GameScore, MatchScore
from scoring.enums import DealState
from scoring.models import Deal, MatchResult, Outcome
from scoring.selectors.rulings import RulingRow, rulings_on
from scoring.selectors.viewer import Viewer, sees_draws, sees_results
from tournaments.domain.seating import side_of
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.models import Game, Match, Seat, Stage
from tournaments.selectors.names import distinct_people

PUBLIC_STATES = [DealState.CURRENT.value, DealState.REJECTED.value]


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat and who sits there; the name is empty where nobody was named."""

    seat: int
    side: int
    name: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """One row of the sheet. ``points`` is what the deal scores or would score, ``running`` the totals by
    side after it; the latter is None when the deal does not count."""

    uuid: UUID
    number: int
    state: DealState
    dealer: SeatName | None
    out: SeatName | None
    side: int | None
    end: str
    tile: str
    doubled: bool
    special: str
    reason: str
    points: int | None
    running: tuple[int, ...] | None
    typed_score: tuple[int, int] | None
    typed_score_differs: bool
    fault_code: str
    fault_ply: int | None
    fault_rule: str
    warnings: tuple[str, ...]
    corrected: bool
    record: str

    @property
    def counts(self) -> bool:
        return self.state is DealState.CURRENT


@dataclass(frozen=True, slots=True)
class GameSheet:
    """One game: its rows, its totals by side; ``totals_only`` when no deal tells them (合計のみ).

    ``totals`` are as played, ``standing`` as rulings leave them; ``ruled`` says that one made the whole game
    void or lost.
    """

    number: int
    rows: tuple[DealRow, ...]
    totals: tuple[int, ...] | None
    finished: bool
    winner: int | None
    totals_only: bool
    awarded: bool
    surplus_deals: int
    standing: tuple[int, ...] | None = None
    ruled: str = ""

    @property
    def is_changed(self) -> bool:
        """A ruling gave or took points."""
        return self.standing != self.totals

    @property
    def line(self) -> tuple[tuple[int, ...], ...]:
        """The running score after each deal that counts."""
        return tuple(row.running for row in self.rows if row.running is not None)


@dataclass(frozen=True, slots=True)
class UnlawfulDeal:
    """A deal that was kept and does not count, with what the engine found."""

    code: str
    table: int | None
    round_number: int
    game: int
    number: int
    fault_code: str
    fault_ply: int | None
    fault_rule: str


@dataclass(frozen=True, slots=True)
class DealSheet:
    """The whole record of a match, or why there is none to see; why a side forfeits is told to the staff."""

    games: tuple[GameSheet, ...] = ()
    seats: tuple[SeatName, ...] = ()
    outcome: str = ""
    ended_by: str = ""
    outcome_reason: str = ""
    disputed: bool = False
    hidden: bool = False
    rulings: tuple[RulingRow, ...] = ()


def deal_sheet(match: Match, viewer: Viewer) -> DealSheet:
    """All games with their deals; nothing of a hidden result, no totals of a disputed one."""
    draft = match.round.state == RoundState.DRAFT.value
    if viewer is Viewer.PUBLIC and (draft or not sees_draws(viewer, match.tournament)):
        return DealSheet(hidden=True)
    if not sees_results(viewer, match.tournament):
        return DealSheet(hidden=True)
    disputed = match.state == MatchState.DISPUTED.value
    if disputed and viewer is Viewer.PUBLIC:
        return DealSheet(disputed=True)
    seats = list(
        match.seats.select_related("person")
        .prefetch_related("person__memberships__branch")
        .order_by("number", "from_game")
    )
    people = _names_at_table(seats)
    score = _score(match)
    outcome = _outcome(match)
    return DealSheet(
        games=tuple(_games(match, score, seats, people, viewer)),
        seats=tuple(_seat_name(seat.number, 1, seats, people) for seat in seats),
        outcome=outcome.kind if outcome else "",
        ended_by=outcome.ended_by if outcome else "",
        outcome_reason=outcome.reason if outcome and viewer is Viewer.STAFF else "",
        disputed=disputed,
        rulings=tuple(rulings_on(match, viewer)),
    )


def seats_in(match: Match, *, game: int) -> list[SeatName]:
    """Who sits at the table in this game, by the shortest names that tell them apart."""
    seats = list(match.seats.select_related("person").order_by("number", "from_game"))
    people = _names_at_table(seats)
    return [_seat_name(number, game, seats, people) for number in sorted({seat.number for seat in seats})]


def unlawful_deals(stage: Stage, viewer: Viewer) -> list[UnlawfulDeal]:
    """Every unlawful deal of a stage in order of rounds and tables: one query."""
    if not (sees_draws(viewer, stage.tournament) and sees_results(viewer, stage.tournament)):
        return []
    rows = (
        Deal.objects.filter(game__match__round__stage=stage, state=DealState.REJECTED.value)
        .exclude(fault_code="")
        .exclude(game__match__round__state=RoundState.DRAFT.value)
        .exclude(game__match__state=MatchState.DISPUTED.value)
        .select_related("game__match__round")
        .order_by("game__match__round__number", "game__match__table", "game__leg", "number", "id")
    )
    return [
        UnlawfulDeal(
            code=row.game.match.code,
            table=row.game.match.table,
            round_number=row.game.match.round.number,
            game=row.game.leg,
            number=row.number,
            fault_code=row.fault_code,
            fault_ply=row.fault_ply,
            fault_rule=row.fault_rule,
        )
        for row in rows
    ]


def _names_at_table(seats: Iterable[Seat]) -> dict[int, str]:
    """Family names while all at this table differ, else full names told apart."""
    members = {seat.person_id: seat.person for seat in seats}
    short = {pk: member.short_name for pk, member in members.items()}
    if len(set(short.values())) == len(short):
        return short
    return {person.member: person.name for person in distinct_people(members.values())}


def _score(match: Match) -> MatchScore | None:
    result = MatchResult.objects.filter(match=match).first()
    return result.match_score if result else None


def _outcome(match: Match) -> Outcome | None:
    last = match.outcomes.order_by("version").last()
    return None if last is None or last.withdrawn else last


def _games(
    match: Match,
    score: MatchScore | None,
    seats: list[Seat],
    people: Mapping[int, str],
    viewer: Viewer,
) -> Iterable[GameSheet]:
    scores = {game.number: game for game in score.games} if score else {}
    games = match.games.filter(state=GameState.LIVE.value).order_by("leg")
    by_leg = {game.leg: game for game in games.prefetch_related("deals__supersedes")}
    for leg in sorted(by_leg.keys() | scores.keys()):
        game = by_leg.get(leg)
        deals = _shown_deals(game, viewer) if game else []
        if deals or leg in scores:
            yield _sheet(leg, deals, scores.get(leg), seats, people)


def _shown_deals(game: Game, viewer: Viewer) -> list[Deal]:
    deals = sorted(game.deals.all(), key=lambda deal: (deal.number, deal.pk))
    if viewer is Viewer.STAFF:
        return deals
    return [deal for deal in deals if deal.state in PUBLIC_STATES]


def _sheet(
    leg: int,
    deals: list[Deal],
    score: GameScore | None,
    seats: list[Seat],
    people: Mapping[int, str],
) -> GameSheet:
    running = [_by_side(totals) for totals in score.running] if score else []
    rows: list[DealRow] = []
    counted = 0
    for deal in deals:
        before = running[counted - 1] if counted else (0,) * _sides(seats)
        after = None
        if deal.state == DealState.CURRENT.value and counted < len(running):
            after = running[counted]
            counted += 1
        rows.append(_row(deal, leg, before, after, seats, people))
    return GameSheet(
        number=leg,
        rows=tuple(rows),
        totals=_by_side(score.raw) if score else None,
        finished=score.finished if score else False,
        winner=score.winner if score else None,
        totals_only=not counted and score is not None and not score.awarded,
        awarded=score.awarded and score.ruled is None if score else False,
        surplus_deals=score.surplus_deals if score else 0,
        standing=_by_side(score.standing) if score else None,
        ruled=score.ruled.value if score and score.ruled else "",
    )


def _row(
    deal: Deal,
    leg: int,
    before: tuple[int, ...],
    after: tuple[int, ...] | None,
    seats: list[Seat],
    people: Mapping[int, str],
) -> DealRow:
    outcome = deal.outcome or {}
    out = outcome.get("seat")
    typed = (deal.typed_score[0], deal.typed_score[1]) if deal.typed_score else None
    return DealRow(
        uuid=deal.uuid,
        number=deal.number,
        state=DealState(deal.state),
        dealer=_seat_name(deal.dealer, leg, seats, people) if deal.dealer else None,
        out=_seat_name(out, leg, seats, people) if out else None,
        side=outcome.get("side"),
        end=outcome.get("end", ""),
        tile=outcome.get("tile") or "",
        doubled=bool(outcome.get("doubled")),
        special=outcome.get("special") or "",
        reason=outcome.get("reason") or "",
        points=sum(after) - sum(before) if after else sum(outcome.get("points", {}).values()) or None,
        running=after,
        typed_score=typed,
        # A record may write the score before or after the deal (rules-goita.md, Records).
        typed_score_differs=typed is not None and typed not in (before, after),
        fault_code=deal.fault_code,
        fault_ply=deal.fault_ply,
        fault_rule=deal.fault_rule,
        warnings=tuple(deal.warnings),
        corrected=hasattr(deal, "supersedes"),
        record=deal.normal_record or deal.record,
    )


def _seat_name(number: int, leg: int, seats: Iterable[Seat], people: Mapping[int, str]) -> SeatName:
    """Who sits there in this game: the last one who sat down at or before it."""
    here = [seat for seat in seats if seat.number == number and seat.from_game <= leg]
    name = people[here[-1].person_id] if here else ""
    return SeatName(number, side_of(number, sides=_sides(seats)), name)


def _sides(seats: Iterable[Seat]) -> int:
    """Three seats are three sides."""
    return 3 if len({seat.number for seat in seats}) == 3 else 2


def _by_side(totals: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(totals[side] for side in sorted(totals))
