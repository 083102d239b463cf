"""The plan of a rotation: every round with tables, partners and who sits out; versions that were replaced.

What has been drawn is told as it was drawn; only what lies ahead is told as it is planned.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.selectors.basis import basis_of_round
from scoring.selectors.matches import MatchCard, cards_by_round
from scoring.selectors.viewer import Viewer, announced_rounds, sees_draws
from tournaments.domain.drafts.stored_draw import draw_from
from tournaments.domain.draw import Draw, Relaxation
from tournaments.domain.rotation.fit import repeated, still_fits
from tournaments.domain.settings import RotationMode
from tournaments.enums import Format, RoundState
from tournaments.models import Plan, Round, Stage
from tournaments.selectors.entrants import coming_round
from tournaments.selectors.names import EntryName, named_entries


class Standing(StrEnum):
    """Where a round of the plan stands."""

    PLAYED = "played"
    IN_PLAY = "in_play"
    DRAFT = "draft"
    PLANNED = "planned"


STANDING = {
    RoundState.DRAFT: Standing.DRAFT,
    RoundState.PUBLISHED: Standing.IN_PLAY,
    RoundState.CLOSED: Standing.PLAYED,
}


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """``place`` is the table as people say it; it may still change with the hall until it is drawn."""

    place: str
    sides: tuple[tuple[EntryName, ...], ...]


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """``repeats_partner``: in this round the numbers force somebody to have a partner again."""

    number: int
    standing: Standing
    tables: tuple[PlannedTable, ...]
    sitting_out: tuple[EntryName, ...]
    repeats_partner: bool = False


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """One version of the plan; ``newest`` is the number of the one that holds."""

    version: int
    newest: int
    first_round: int
    made_at: datetime
    rounds: tuple[PlannedRound, ...]

    @property
    def is_old(self) -> bool:
        return self.version < self.newest

    @property
    def versions(self) -> range:
        return range(1, self.newest + 1)

    @property
    def persons(self) -> list[EntryName]:
        """Everybody in it, in 五十音 order."""
        everybody = {name for round in self.rounds for name in _everybody(round)}
        return sorted(everybody, key=lambda name: (name.sort_key, name.number))


@dataclass(frozen=True, slots=True)
class CardRow:
    """One round for one person; ``table`` None where they sit out, ``is_away`` where they are not drawn."""

    number: int
    standing: Standing
    place: str
    partners: tuple[EntryName, ...]
    opponents: tuple[EntryName, ...]
    sits_out: bool

    @property
    def is_away(self) -> bool:
        return not (self.place or self.sits_out)


def is_planned(stage: Stage) -> bool:
    """Whether all rounds are planned ahead."""
    return stage.format == Format.ROTATION.value and stage.settings.mode is RotationMode.DESIGN


def latest_plan(stage: Stage, *, before: int | None = None) -> Plan | None:
    """The last version; ``before``: the last one that began before this round."""
    plans = stage.plans.order_by("version")
    return (plans if before is None else plans.filter(first_round__lt=before)).last()


def planned_round(plan: Plan, number: int) -> Draw | None:
    """The round with this number as it was planned; None outside the plan."""
    place = number - plan.first_round
    return draw_from(plan.rounds[place]) if 0 <= place < len(plan.rounds) else None


def follows_plan(stage: Stage) -> bool:
    """Whether the next draw can still be as planned: nobody has come or gone, no rule speaks against it."""
    plan, number = latest_plan(stage), coming_round(stage)
    draw = planned_round(plan, number) if plan else None
    if draw is None:
        return False
    basis = basis_of_round(stage, number)
    return still_fits(draw, basis.seeds, basis.rules)


def plan_for(stage: Stage, viewer: Viewer, *, version: int | None = None) -> ShownPlan | None:
    """The plan as this viewer may read it, the newest unless a version is named; None where there is none.

    The public reads a version once the first of its rounds is announced and the draw is open.
    """
    readable = _readable(stage, viewer)
    shown = next((plan for plan in readable if version in (None, plan.version)), None)
    if shown is None:
        return None
    newest = readable[0].version
    names = {name.number: name for name in named_entries(stage.division).values()}
    drawn = _drawn_rounds(stage, viewer) if shown.version == newest else []
    planned = [
        _planned(number, stored, names)
        for number, stored in enumerate(shown.rounds, shown.first_round)
        if number > len(drawn)
    ]
    return ShownPlan(
        version=shown.version,
        newest=newest,
        first_round=shown.first_round,
        made_at=shown.made_at,
        rounds=(*drawn, *planned),
    )


def has_plan(stage: Stage, viewer: Viewer) -> bool:
    return bool(_readable(stage, viewer))


def card_of(plan: ShownPlan, number: int) -> list[CardRow]:
    """Every round for the entry with this number; empty where it is in none of them."""
    rows = [_row(round, number) for round in plan.rounds]
    return rows if any(not row.is_away for row in rows) else []


def _readable(stage: Stage, viewer: Viewer) -> list[Plan]:
    """Newest first."""
    if not is_planned(stage) or not sees_draws(viewer, stage.tournament):
        return []
    plans = stage.plans.order_by("-version")
    if viewer is Viewer.STAFF:
        return list(plans)
    last = announced_rounds(stage).last()
    return list(plans.filter(first_round__lte=last.number)) if last else []


def _drawn_rounds(stage: Stage, viewer: Viewer) -> list[PlannedRound]:
    rounds = sorted(cards_by_round(stage, viewer), key=lambda drawn: drawn[0].number)
    return [_drawn(round, cards) for round, cards in rounds]


def _drawn(round: Round, cards: Iterable[MatchCard]) -> PlannedRound:
    cards = list(cards)
    return PlannedRound(
        number=round.number,
        standing=STANDING[RoundState(round.state)],
        tables=tuple(
            PlannedTable(card.place, tuple(side.entries for side in card.sides))
            for card in cards
            if not card.is_bye
        ),
        sitting_out=tuple(entry for card in cards if card.is_bye for entry in card.sides[0].entries),
    )


def _planned(number: int, stored: Mapping[str, Any], names: Mapping[int, EntryName]) -> PlannedRound:
    draw, hall = draw_from(stored), stored["hall"]
    return PlannedRound(
        number=number,
        standing=Standing.PLANNED,
        tables=tuple(
            PlannedTable(
                str(hall.get(str(table.number), f"#{table.number}")),
                tuple(_named(side, names) for side in table.sides),
            )
            for table in draw.tables
        ),
        sitting_out=_named([bye.key for bye in draw.byes], names),
        repeats_partner=Relaxation.PARTNER_AGAIN in repeated(draw),
    )


def _named(keys: Sequence[Any], names: Mapping[int, EntryName]) -> tuple[EntryName, ...]:
    return tuple(names[key] for key in keys)


def _everybody(round: PlannedRound) -> Iterable[EntryName]:
    yield from round.sitting_out
    for table in round.tables:
        for side in table.sides:
            yield from side


def _row(round: PlannedRound, number: int) -> CardRow:
    for table in round.tables:
        for side in table.sides:
            if number in {name.number for name in side}:
                return CardRow(
                    number=round.number,
                    standing=round.standing,
                    place=table.place,
                    partners=tuple(name for name in side if name.number != number),
                    opponents=tuple(name for other in table.sides if other != side for name in other),
                    sits_out=False,
                )
    sits_out = number in {name.number for name in round.sitting_out}
    return CardRow(round.number, round.standing, "", (), (), sits_out)
