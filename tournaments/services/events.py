"""Setting an event up, and changing how it is played until play begins."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise

from clubs.models import Account, Club
from engine import RULESETS
from ledger.acts import append_act
from ledger.locks import lock
from ledger.transactions import writing
from tournaments.domain.agreement import check_agreement
from tournaments.domain.all_play_all.groups import Grouping
from tournaments.domain.draw import DrawImpossible
from tournaments.domain.profile import (
    PRESET_OPTIONS,
    PRESETS,
    Profile,
    as_played,
    profile_to,
)
from tournaments.domain.ranked import persons_in_entry
from tournaments.domain.records import InvalidRecord
from tournaments.domain.settings import Settings, settings_to
from tournaments.domain.stages.cut_rule import CutRule, cut_rule_to
from tournaments.domain.table_game import ruleset_of
from tournaments.enums import Format
from tournaments.errors import (
    EntriesStand,
    EntriesWait,
    SettingsFrozen,
    SettingsRefused,
    SlugTaken,
    StageCannotFollow,
    StageInPlay,
)
from tournaments.models import Division, Stage, Tournament
from tournaments.selectors.entrants import entrants
from tournaments.services.entrants import set_entrants
from tournaments.services.versions import raise_public_version


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
    best_of: int | None = None,
    settings: Settings | None = None,
    by: Account | None = None,
) -> Tournament:
    """The event exists with one division and one stage and is open for reception.

    ``best_of`` None: as many games as the preset has. Raises SlugTaken, SettingsRefused.
    """
    settings = settings or Settings()
    with writing():
        tournament = create_tournament(
            name, slug=slug, club=club, starts_at=starts_at, venue=venue, fee=fee, tables=tables, by=by
        )
        add_stage(
            tournament.divisions.get(),
            format=format,
            preset=preset,
            profile=as_played(PRESETS[preset], format, best_of=best_of),
            ruleset_key=ruleset_of(settings.shape),
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
    cut: CutRule | None = None,
    seed: str = "",
    by: Account | None = None,
) -> Stage:
    """The division plays one more stage, by the preset's profile unless another is given.

    ``settings`` say how the format is played; by default two pairs at a table. ``cut`` says who comes in
    from the stage before. Raises the engine's refusal when an option is unknown to the ruleset,
    SettingsRefused for what contradicts the format, and StageCannotFollow when entries of the stage
    before do not become entries of this one.
    """
    settings, profile = settings or Settings(), profile or as_played(PRESETS[preset], format)
    _refuse_contradictions(format, settings, profile)
    engine_options = dict(PRESET_OPTIONS.get(preset, {}) if options is None else options)
    RULESETS[ruleset_key].check_options(engine_options)
    with writing():
        before = lock(Division, division.pk).stages.last()
        stage = Stage.objects.create(
            division=division,
            number=before.number + 1 if before else 1,
            format=format.value,
            ruleset_key=ruleset_key,
            options=engine_options,
            stored_profile=profile_to(profile),
            rules_version=RULESETS[ruleset_key].rules_version,
            rounds_planned=rounds_planned,
            stored_settings=settings_to(settings),
            stored_cut=cut_rule_to(cut) if cut else {},
            seed=seed or secrets.token_hex(8),
        )
        if cut and before:
            _refuse_misfit(before, stage)
        raise_public_version(division.tournament)
        append_act(
            "stage_added",
            subject=stage.uuid,
            scope=division.tournament.uuid,
            by=by,
            payload={"format": stage.format, "preset": preset},
        )
    return stage


def _refuse_misfit(before: Stage, stage: Stage) -> None:
    """Entries stay what they are, but for persons who are joined into pairs."""
    if (before.entry_size, stage.entry_size) not in {(1, 2), (stage.entry_size, stage.entry_size)}:
        raise StageCannotFollow(before=before.entry_size, after=stage.entry_size)


def _refuse_misfit_stages(division: Division) -> None:
    for before, stage in pairwise(division.stages.order_by("number")):
        if stage.cut_rule:
            _refuse_misfit(before, stage)


def change_cut(stage: Stage, rule: CutRule, *, by: Account | None = None) -> Stage:
    """Who comes in from the stage before is decided by this rule from now on.

    Raises StageInPlay once the list is announced.
    """
    with writing():
        lock(Division, stage.division_id)
        locked = lock(Stage, stage.pk)
        if locked.started_at or locked.entrants.exists():
            raise StageInPlay(stage=locked.number)
        locked.stored_cut = cut_rule_to(rule)
        locked.save(update_fields=["stored_cut"])
        raise_public_version(locked.tournament)
        append_act(
            "cut_changed",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={"cut": locked.stored_cut},
        )
    stage.refresh_from_db()
    return stage


def change_stage(
    stage: Stage,
    *,
    format: Format,
    settings: Settings,
    rounds_planned: int,
    preset: str = "",
    best_of: int | None = None,
    by: Account | None = None,
) -> Stage:
    """The stage is played so from now on; a draft and a plan made for what was before are gone.

    ``preset`` empty: results are counted as before. Raises SettingsFrozen once the stage has begun,
    EntriesStand where the entries there are would not fit, StageCannotFollow where a stage beside it would
    not, SettingsRefused.
    """
    with writing():
        locked = lock(Stage, stage.pk)
        if locked.started_at:
            raise SettingsFrozen(stage=locked.number)
        _refuse_misfit_entries(locked, persons_in_entry(format, settings))
        profile = PRESETS[preset] if preset else locked.profile
        profile = as_played(profile, format, best_of=best_of)
        _refuse_contradictions(format, settings, profile)
        locked.format, locked.rounds_planned = format.value, rounds_planned
        locked.stored_settings, locked.stored_profile = settings_to(settings), profile_to(profile)
        locked.ruleset_key = ruleset_of(settings.shape)
        locked.options = dict(PRESET_OPTIONS[preset]) if preset else locked.options
        locked.save()
        _refuse_misfit_stages(locked.division)
        locked.rounds.all().delete()
        locked.plans.all().delete()
        _spread_anew(locked)
        raise_public_version(locked.tournament)
        append_act(
            "stage_changed",
            subject=locked.uuid,
            scope=locked.tournament.uuid,
            by=by,
            payload={
                "format": locked.format,
                "rounds_planned": rounds_planned,
                "settings": locked.stored_settings,
                "profile": locked.stored_profile,
                "options": locked.options,
            },
        )
    stage.refresh_from_db()
    return stage


def _refuse_contradictions(format: Format, settings: Settings, profile: Profile) -> None:
    try:
        check_agreement(format, settings, profile)
    except InvalidRecord as error:
        raise SettingsRefused(fault=error.code, **error.params) from error


def _refuse_misfit_entries(stage: Stage, persons: int) -> None:
    """Pairs that were entered do not come apart, and persons do not become pairs by themselves.

    Behind a cut nobody is entered before the list is announced, but who waits for the stage.
    """
    if stage.cut_rule:
        entered = stage.entrants.exists() or stage.entries_waiting.filter(withdrawn_at=None).exists()
    else:
        entered = stage.division.entries.filter(withdrawn_at=None).exists()
    if entered and stage.entry_size != persons:
        raise EntriesStand(before=stage.entry_size, after=persons)


def _spread_anew(stage: Stage) -> None:
    """The groups of a draft are gone; who passed a cut stays and is spread over the groups there are now."""
    if not stage.cut_rule:
        stage.entrants.all().delete()
    elif passed := list(entrants(stage)):
        try:
            set_entrants(stage, passed, by=Grouping.SNAKE, seed=stage.lot("groups"))
        except DrawImpossible as error:
            raise SettingsRefused(field="groups", fault=error.code, **error.params) from error


def drop_stage(stage: Stage, *, by: Account | None = None) -> None:
    """The stage is not played after all.

    Raises StageInPlay once its entrants or a round are announced, EntriesWait while anybody goes straight
    into it.
    """
    with writing():
        lock(Division, stage.division_id)
        if stage.started_at or stage.entrants.exists():
            raise StageInPlay(stage=stage.number)
        if waiting := list(stage.entries_waiting.values_list("number", flat=True)):
            raise EntriesWait(stage=stage.number, entries=waiting)
        raise_public_version(stage.tournament)
        append_act("stage_dropped", subject=stage.uuid, scope=stage.tournament.uuid, by=by)
        stage.delete()
