"""Small events built through the services, as the desk would build them."""

from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from clubs.models import Club, Member
from clubs.services.members import found_club, register_member
from scoring.models import Deal
from scoring.services.acts import last_act
from scoring.services.deals import record_deal
from scoring.services.drafts import pair_next_round
from scoring.services.rounds import publish_round
from tournaments.enums import Format
from tournaments.models import Entry, Match, Round, Stage
from tournaments.services.entries import enter_pair
from tournaments.services.events import add_stage, create_tournament
from tournaments.services.reception import close_reception, mark_present

BRANCHES = {"noto": "能登", "tokyo": "東京", "osaka": "大阪"}
_numbers = count(1)


def make_club() -> Club:
    return found_club("能登ごいた保存会", slug="noto-goita", branches=BRANCHES)


def make_member(name: str = "", **facts: Any) -> Member:
    return register_member(name or f"選手{next(_numbers)}", **facts)


def make_stage(*, format: Format = Format.SWISS, preset: str = "society_pairs", **facts: Any) -> Stage:
    tournament = create_tournament(
        "町長杯",
        slug=f"cup-{next(_numbers)}",
        club=make_club(),
        starts_at=datetime(2026, 9, 13, 4, tzinfo=UTC),
        fee=500,
    )
    division = tournament.divisions.get()
    return add_stage(division, format=format, preset=preset, seed="test", **facts)


def make_pair(stage: Stage, *names: str) -> Entry:
    """A pair that is entered and here."""
    first, second = (make_member(name) for name in names or ("", ""))
    entry = enter_pair(stage.division, first=first, second=second)
    for person in (first, second):
        mark_present(stage.tournament, person=person)
    return entry


def start_round(stage: Stage) -> Round:
    """The next round, drawn and published."""
    if stage.tournament.state == "reception":
        close_reception(stage.division)
    round = pair_next_round(Stage.objects.get(pk=stage.pk))
    publish_round(round)
    return round


def make_match(*, preset: str = "society_pairs", **facts: Any) -> Match:
    """Two pairs at one table, the round published."""
    stage = make_stage(preset=preset, **facts)
    make_pair(stage, "山田 一", "川田 二")
    make_pair(stage, "海野 三", "浜野 四")
    return start_round(stage).matches.get()


def seen(match: Match) -> UUID | None:
    """What a table that has seen everything names as the last act."""
    return last_act(match)


def play(match: Match, record: str, *, game: int = 1) -> Deal:
    """One more deal, sent by a table that has seen everything."""
    return record_deal(match, uuid=uuid4(), after=seen(match), record=record, game=game)


def play_out(match: Match, *, winner: int, game: int = 1) -> None:
    """The side goes out with doubled rooks twice: 80 + 80 points, past the target."""
    seat = winner
    for _ in range(2):
        play(match, f"sheet,s{seat},{seat},7,doubled", game=game)
    match.refresh_from_db()
