"""The cut into a stage in sentences: how many pass, how they come in, and what a tie means."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.counting import counted
from hall.listing import listed
from scoring.selectors.cuts import expected_entrants, stage_before
from tournaments.domain.stages.cut_rule import CutRule
from tournaments.domain.stages.next_stage import joined
from tournaments.enums import Format
from tournaments.models import Entry, Stage
from tournaments.selectors.entrants import waiting_for

# As many as are shown where the rule gives no number.
EXAMPLE = 8


def cut_sentences(stage: Stage) -> list[str]:
    """How entries come into this stage; nothing where everybody entered plays."""
    rule, before = stage.cut_rule, stage_before(stage)
    if stage.format == Format.TITLE.value and before is None:
        return list(_who_holds(stage))
    return list(_sentences(rule, before, stage)) if rule and before else []


@dataclass(frozen=True, slots=True)
class Expected:
    """How many will play in a stage, in words; ``everybody``: nobody of the stage before stays behind."""

    words: str
    everybody: bool


def expected_here(stage: Stage) -> Expected | None:
    """What the rule lets in of those there are; nothing once that is announced, or nobody is there."""
    before = stage_before(stage)
    if stage.cut_rule is None or before is None or stage.entrants.exists():
        return None
    coming, field = expected_entrants(stage), expected_entrants(before)
    if not field:
        return None
    passing = (coming - len(waiting_for(stage))) * stage.entry_size
    everybody = passing >= field * before.entry_size
    sentence = (
        _("Nobody stays behind: %(coming)s, out of %(field)s.")
        if everybody
        else _("Expected here: %(coming)s, out of %(field)s.")
    )
    return Expected(sentence % {"coming": counted_in(stage, coming), "field": field_of(before)}, everybody)


def field_of(stage: Stage) -> str:
    """How many play in it, as entered now; nothing where nobody is yet."""
    field = expected_entrants(stage)
    return counted_in(stage, field) if field else ""


def counted_in(stage: Stage, number: int) -> str:
    return counted(number, persons=stage.ranks_persons)


def _sentences(rule: CutRule, before: Stage, stage: Stage) -> Iterator[str]:
    grouped = before.settings.groups > 1
    if stage.format == Format.TITLE.value:
        yield _who_challenges(stage, before)
    else:
        yield _who_passes(rule.top, before.number, grouped=grouped)
        yield from _who_waits(stage)
    if rule.best_others:
        yield ngettext(
            "And the best of those behind them, by match.",
            "And the best %(count)s of those behind them, by match.",
            rule.best_others,
        ) % {"count": rule.best_others}
    if grouped and rule.crosswise:
        yield _("Those of one group meet as late as can be.")
    if stage.entry_size > before.entry_size:
        even = (rule.top or EXAMPLE) // 2 * 2
        pairs = listed(f"{one}+{other}" for one, other in joined(range(1, even + 1), rule.joining))
        yield _("They become pairs by their ranks: %(pairs)s.") % {"pairs": pairs}
    yield _(
        "A tie across the line is decided by play-off or by the lot of the published seed, or all or none "
        "of them pass."
    )


def _who_holds(stage: Stage) -> Iterator[str]:
    if holders := _names(waiting_for(stage)):
        yield _("%(holder)s hold the title and are challenged.") % {"holder": holders}


def _who_challenges(stage: Stage, before: Stage) -> str:
    holders = _names(waiting_for(stage))
    if holders:
        sentence = _("The first of stage %(before)s challenges %(holder)s, who hold the title.")
        return sentence % {"before": before.number, "holder": holders}
    return _("The title is vacant: the first two of stage %(before)s play for it.") % {
        "before": before.number
    }


def _who_waits(stage: Stage) -> Iterator[str]:
    if names := _names(waiting_for(stage)):
        yield _("Straight into this stage: %(entries)s.") % {"entries": names}


def _names(entries: Iterable[Entry]) -> str:
    return listed(entry.shown_name for entry in entries)


def _who_passes(top: int | None, before: int, *, grouped: bool) -> str:
    if top is None:
        return _("Everybody who is not out in stage %(before)s passes.") % {"before": before}
    if grouped:
        sentence = ngettext(
            "The first of each group of stage %(before)s passes.",
            "The first %(count)s of each group of stage %(before)s pass.",
            top,
        )
    else:
        sentence = ngettext(
            "The first of stage %(before)s passes.",
            "The first %(count)s of stage %(before)s pass.",
            top,
        )
    return sentence % {"count": top, "before": before}
