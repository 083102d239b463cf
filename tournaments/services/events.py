"""Setting an event up."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from clubs.models import Account, Club
from engine import RULESETS
from ledger.acts import append_act
from ledger.transactions import writing
from tournaments.domain.profile import PRESET_OPTIONS, PRESETS, Profile, profile_to
from tournaments.domain.settings import Settings, settings_to
from tournaments.enums import Format
from tournaments.errors import SlugTaken
from tournaments.models import Division, Stage, Tournament


def set_up_event(
    name: str,
    *,
    slug: str,
    club: Club,
    starts_at: datetime,
    format: Format,
    preset: str = "society_pairs",
    venue: str = "",
    fee: int = 0,
    tables: int = 0,
    rounds_planned: int = 5,
    settings: Settings | None = None,
    by: Account | None = None,
) -> Tournament:
    """The event exists with one division and one stage and is open for reception. Raises SlugTaken."""
    with writing():
        tournament = create_tournament(
            name, slug=slug, club=club, starts_at=starts_at, venue=venue, fee=fee, tables=tables, by=by
        )
        add_stage(
            tournament.divisions.get(),
            format=format,
            preset=preset,
            rounds_planned=rounds_planned,
            settings=settings,
            by=by,
        )
    return tournament


def create_tournament(
    name: str,
    *,
    slug: str,
    club: Club,
    starts_at: datetime,
    venue: str = "",
    fee: int = 0,
    tables: int = 0,
    by: Account | None = None,
) -> Tournament:
    """The event exists with one division and waits for its stage; its slug never changes."""
    with writing():
        tournament, created = Tournament.objects.get_or_create(
            slug=slug,
            defaults={
                "name": name.strip(),
                "club": club,
                "starts_at": starts_at,
                "venue": venue.strip(),
                "fee": fee,
                "tables": tables,
            },
        )
        if not created:
            raise SlugTaken(slug=slug)
        Division.objects.create(tournament=tournament)
        append_act(
            "tournament_created",
            subject=tournament.uuid,
            scope=tournament.uuid,
            by=by,
            payload={"slug": slug},
        )
    return tournament


def add_stage(
    division: Division,
    *,
    format: Format,
    preset: str = "society_pairs",
    profile: Profile | None = None,
    options: Mapping[str, object] | None = None,
    ruleset_key: str = "goita",
    rounds_planned: int = 5,
    settings: Settings | None = None,
    seed: str = "",
    by: Account | None = None,
) -> Stage:
    """The division plays one more stage, by the preset's profile unless another is given.

    ``settings`` say how the format is played; by default two pairs at a table.

    Raises the engine's refusal when an option is unknown to the ruleset.
    """
    engine_options = dict(PRESET_OPTIONS.get(preset, {}) if options is None else options)
    RULESETS[ruleset_key].check_options(engine_options)
    with writing():
        stage = Stage.objects.create(
            division=division,
            number=division.stages.count() + 1,
            format=format.value,
            ruleset_key=ruleset_key,
            options=engine_options,
            stored_profile=profile_to(profile or PRESETS[preset]),
            rules_version=RULESETS[ruleset_key].rules_version,
            rounds_planned=rounds_planned,
            stored_settings=settings_to(settings or Settings()),
            seed=seed or secrets.token_hex(8),
        )
        append_act(
            "stage_added",
            subject=stage.uuid,
            scope=division.tournament.uuid,
            by=by,
            payload={"format": stage.format, "preset": preset},
        )
    return stage
