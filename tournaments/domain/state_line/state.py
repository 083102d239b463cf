"""What one line asks for: a format, who is there with their history, the rules; and every default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.domain.draw import Relaxation, Rules, Seed
from tournaments.domain.pairing import DRAWINGS
from tournaments.domain.records import InvalidRecord, choice, each, flag, whole
from tournaments.domain.settings import FirstRound, Settings, ThirdPlace, settings_from
from tournaments.domain.state_line.entrants import opponents_at, rounds_behind, seeds_in
from tournaments.domain.state_line.fields import MOST_ROUNDS, Fields, number_or_text, pair
from tournaments.enums import Format

LARGEST_SEED = 2**63 - 1
MOST_PLANNED = 200
"""Rounds of a rotation: as many as two hundred persons have partners, and one."""
BY_HISTORY = (Format.SWISS, Format.ROTATION)
PASSED_ON = ("shape", "mode", "split", "cycles")


@dataclass(frozen=True, slots=True)
class State:
    """One line that can be answered. ``seeds`` are those present, in the order of the line.

    ``round_number`` is the round to be drawn, ``rounds`` how many are asked for from it on.
    """

    id: str | int
    format: Format
    seeds: tuple[Seed, ...]
    rules: Rules
    round_number: int
    rounds: int
    seed: int


def state_from(values: Mapping[str, object]) -> State:
    """The state with every default filled in. Raises InvalidRecord."""
    fields = Fields(values)
    name = fields.needed("id", number_or_text)
    stage_format: Format = fields.needed("format", drawn_format)
    settings = settings_of(fields, stage_format)
    everybody = fields.needed("persons" if stage_format is Format.ROTATION else "units", seeds_in)
    return State(
        id=name,
        format=stage_format,
        seeds=tuple(unit for unit in everybody if unit.present),
        rules=rules_of(fields, settings),
        round_number=fields.given(
            "round", whole(1, MOST_ROUNDS), next_round(everybody, settings, stage_format)
        ),
        rounds=fields.given("rounds", whole(1, MOST_PLANNED), 1),
        seed=fields.given("seed", whole(0, LARGEST_SEED), 0),
    )


def next_round(seeds: Sequence[Seed], settings: Settings, stage_format: Format) -> int:
    """One more than the longest history tells of; the first where one answer holds the whole draw."""
    if stage_format not in BY_HISTORY:
        return 1
    return 1 + rounds_behind(seeds, opponents_at(settings.shape, seats=stage_format is Format.ROTATION))


def drawn_format(field: str, value: object) -> Format:
    known = [stage_format.value for stage_format in DRAWINGS]
    if value not in known:
        raise InvalidRecord("format_has_no_draw", {"field": field, "format": str(value), "formats": known})
    return Format(value)


def settings_of(fields: Fields, stage_format: Format) -> Settings:
    """Those of the desk; the first round goes by the order of the line, so that nothing is left to a lot."""
    asked = {name: fields.values[name] for name in PASSED_ON if fields.values.get(name) is not None}
    default = (2, 2) if stage_format is Format.ROTATION else (1, 1)
    third_place = fields.given("third_place", flag, False)
    return replace(
        settings_from({"shape": default, **asked}),
        first_round=FirstRound.RANK,
        branch_rounds=MOST_ROUNDS if fields.given("avoid_club", flag, False) else 0,
        third_place=ThirdPlace.MATCH if third_place else ThirdPlace.SHARED,
    )


def rules_of(fields: Fields, settings: Settings) -> Rules:
    """Who is forbidden to meet shares no table at all, not even as partners."""
    forbidden = frozenset(fields.given("forbidden", each(pair), ()))
    return Rules(
        settings=settings,
        forbidden=forbidden,
        apart=forbidden,
        relaxed=frozenset(fields.given("relaxed", each(choice(Relaxation)), ())),
    )
