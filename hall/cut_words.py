"""The cut into a stage in sentences: how many pass, how they come in, and what a tie means."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.listing import listed
from scoring.selectors.cuts import stage_before
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
    return list(_sentences(rule, before, stage)) if rule and before else []


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
