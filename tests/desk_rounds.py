"""Rounds as the desk carries them: every act is a button of its pages, and none is refused."""

from collections.abc import Callable
from typing import TypeAlias

from django.test import Client
from django.urls import reverse

from tests.desk import words
from tournaments.enums import MatchState, RoundState
from tournaments.models import Match, Round, Stage, Tournament

Chooser: TypeAlias = Callable[[Match], int]
"""The number of the entry that wins a match."""


def press(client: Client, address: str, act: str, **typed: object) -> None:
    answer = client.post(address, {"act": act, **typed})
    assert answer.status_code == 302, words(answer)


def page(stage: Stage, name: str) -> str:
    return reverse(name, args=[stage.tournament.slug])


def announce_round(client: Client, stage: Stage) -> Round:
    """Reception is closed where it was open, the next round drawn and published."""
    if Tournament.objects.get(pk=stage.tournament.pk).state == "reception":
        press(client, page(stage, "desk-reception"), "close_reception")
    press(client, page(stage, "desk-draw"), "draw")
    round = stage.rounds.get(state=RoundState.DRAFT.value)
    press(client, page(stage, "desk-draw"), "publish", round=str(round.uuid))
    return round


def sides(match: Match) -> list[int]:
    return list(match.sides.order_by("number").values_list("entry__number", flat=True))


def key_games(client: Client, match: Match, *winners: int) -> None:
    """The totals of each game are typed from the slip, won by these entries, and confirmed."""
    one, other = sides(match)
    typed: dict[str, object] = {}
    for game, winner in enumerate(winners, 1):
        loser_side = 2 if winner == one else 1
        assert winner in (one, other)
        typed |= {f"game-{game}-{3 - loser_side}": 150, f"game-{game}-{loser_side}": 90}
    address = reverse("desk-match", args=[match.code])
    press(client, address, "totals", **typed)
    press(client, address, "confirm")


def close(client: Client, round: Round) -> None:
    press(client, page(round.stage, "desk-event"), "close_round", round=str(round.uuid))


def play_round(client: Client, stage: Stage, chosen: Chooser, *, games: int = 1) -> Round:
    """The next round is drawn, played and closed; whoever is chosen wins as many games as it takes."""
    round = announce_round(client, stage)
    for match in round.matches.filter(state=MatchState.WAITING.value).order_by("number"):
        key_games(client, match, *[chosen(match)] * games)
    close(client, round)
    return round


def withdraw(client: Client, stage: Stage, number: int, **typed: object) -> None:
    entry = stage.division.entries.get(number=number)
    row = stage.tournament.attendances.get(member=entry.people[0])
    address = reverse("desk-person", args=[stage.tournament.slug, row.uuid])
    press(client, address, "withdraw", reason="帰宅", gone="on", **typed)


def final_places(client: Client, stage: Stage) -> list[tuple[int, int]]:
    """The event is closed; its places as awarded, with the numbers of the entries."""
    press(client, page(stage, "desk-event"), "close_event")
    rows = Client().get(page(stage, "standings")).context["table"].rows
    return [(row.rank, row.entry.number) for row in rows]


def lower(match: Match) -> int:
    """Whoever has the smaller number wins."""
    return min(sides(match))


def one_of(*winners: int) -> Chooser:
    """These win, whoever they meet."""

    def choose(match: Match) -> int:
        (winner,) = set(sides(match)) & set(winners)
        return winner

    return choose
