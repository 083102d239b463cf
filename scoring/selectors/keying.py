"""One match as the desk keys it: who sits where, whose deal it is, what was entered, what is held."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.enums import DealState
from scoring.models import Deal
from scoring.selectors.acts import is_held, last_act
from scoring.selectors.brackets import TAKEN_BACK, has_bracket, has_reason
from scoring.selectors.deals import DealRow, DealSheet, GameSheet, deal_sheet
from scoring.selectors.matches import MatchCard, match_card, public_match
from scoring.selectors.viewer import Viewer
from tournaments.enums import GameState, MatchState, RoundState
from tournaments.models import Game, Match
from tournaments.selectors.names import distinct_people, named_entries


@dataclass(frozen=True, slots=True)
class KeyingSheet:
    """Everything that the keying page shows, as of the act ``after``."""

    match: Match
    card: MatchCard
    sheet: DealSheet
    seats: Mapping[int, str]
    game: int
    dealer: int | None
    after: UUID | None
    correcting: DealRow | None = None

    @property
    def is_open(self) -> bool:
        """True while something may still be entered."""
        closed = (MatchState.CONFIRMED, MatchState.VOID)
        return self.match.round.state == RoundState.PUBLISHED.value and self.card.state not in closed

    @property
    def may_reopen(self) -> bool:
        """Confirmed, and its round is open, or of a bracket, where it opens again."""
        open_round = self.match.round.state == RoundState.PUBLISHED.value
        return self.card.state is MatchState.CONFIRMED and (open_round or has_bracket(self.match.round.stage))

    @property
    def may_correct(self) -> bool:
        """Its result stands, in whatever round; a table that was taken back waits for who comes through."""
        stands = self.card.state in (MatchState.CONFIRMED, MatchState.VOID)
        return stands and not has_reason(self.match, TAKEN_BACK)

    @property
    def takes_deals(self) -> bool:
        """True while the next deal is awaited."""
        waiting = (MatchState.WAITING, MatchState.PLAYING)
        return self.is_open and self.card.state in waiting

    @property
    def in_play(self) -> GameSheet | None:
        return next((game for game in self.sheet.games if game.number == self.game), None)

    @property
    def number(self) -> int:
        """Of the deal that comes next."""
        return 1 + len(self.counting)

    @property
    def counting(self) -> list[DealRow]:
        """The deals of the game in play that count."""
        return [row for row in self.in_play.rows if row.counts] if self.in_play else []

    @property
    def latest(self) -> DealRow | None:
        """The last deal of the match that counts."""
        rows = [row for game in self.sheet.games for row in game.rows if row.counts]
        return rows[-1] if rows else None

    @property
    def game_of_the_latest(self) -> int:
        """The game whose last deal can be taken back: the one that has just ended, between two."""
        return max(
            (game.number for game in self.sheet.games if any(row.counts for row in game.rows)),
            default=self.game,
        )

    @property
    def is_between_games(self) -> bool:
        """A game has just ended and the next one has no deal yet."""
        return self.game > 1 and all(game.number < self.game for game in self.sheet.games)

    @property
    def contested(self) -> list[tuple[DealRow | None, DealRow]]:
        """Each held deal beside the one that stands at its place."""
        return [
            (next((other for other in game.rows if other.counts and other.number == row.number), None), row)
            for game in self.sheet.games
            for row in game.rows
            if row.state is DealState.HELD
        ]

    @property
    def withdrawal_is_held(self) -> bool:
        """Somebody wanted to take back a deal that was no longer the last, and nothing else is held."""
        return self.card.state is MatchState.DISPUTED and not self.contested and is_held(self.match)


def keying_sheet(code: str, *, correcting: UUID | None = None) -> KeyingSheet | None:
    """The match with this code as it stands now; None when there is none with a table.

    ``correcting`` is a deal of it that counts; None too when there is none.
    """
    match = public_match(code, Viewer.STAFF)
    if match is None or match.is_bye:
        return None
    sheet = deal_sheet(match, Viewer.STAFF)
    counting = {row.uuid: row for game in sheet.games for row in game.rows if row.counts}
    if correcting and correcting not in counting:
        return None
    game = game_in_play(match, sheet)
    return KeyingSheet(
        match=match,
        card=match_card(match, named_entries(match.round.stage.division), Viewer.STAFF),
        sheet=sheet,
        seats=seat_names(match, game=game.leg),
        game=game.leg,
        dealer=expected_dealer(game),
        after=last_act(match),
        correcting=counting[correcting] if correcting else None,
    )


def game_in_play(match: Match, sheet: DealSheet) -> Game:
    """The first game without an end, also where a correction took its end away; else the last one."""
    games = list(match.games.filter(state=GameState.LIVE.value).order_by("leg"))
    ended = {game.number for game in sheet.games if game.finished}
    return next((game for game in games if game.leg not in ended), games[-1])


def seat_names(match: Match, *, game: int) -> dict[int, str]:
    """Who sits at each seat in this game: the last one who sat down there at or before it."""
    seats = list(match.seats.filter(from_game__lte=game).select_related("person").order_by("from_game"))
    names = {person.member: person.name for person in distinct_people(seat.person for seat in seats)}
    return dict(sorted({seat.number: names[seat.person_id] for seat in seats}.items()))


def expected_dealer(game: Game) -> int | None:
    """Who deals next by the rules of the stage; None before the first deal and after a points form."""
    last = Deal.objects.filter(game=game, state=DealState.CURRENT.value).order_by("number").last()
    if last is None:
        return game.first_dealer
    return (last.outcome or {}).get("next_dealer")
