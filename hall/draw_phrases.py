"""Why a draw made this table, in words: the codes of ``tournaments.domain.reasons`` as sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hall.words import Words

REASONS: Mapping[str, Words] = {
    "lot": _("by lot"),
    "hand_lot": _("by lots from the box"),
    "pinned": _("kept as it was"),
    "same_score": _("equal score"),
    "score_gap": _("scores %(gap)s apart"),
    "no_rematch": _("have not met"),
    "rematch": _("have met before (%(times)s×)"),
    "partners_first_time": _("new partners"),
    "partner_again": _("partners again (%(times)s×)"),
    "met_before": _("were opponents before (%(times)s×)"),
    "forbidden_pair": _("were not to meet"),
    "team_mates": _("team-mates of %(team)s"),
    "different_branch": _("different branches"),
    "same_branch": _("same branch"),
    "round_robin": _("everybody meets everybody, turn %(round)s"),
    "matchday": _("matchday %(turn)s of cycle %(cycle)s"),
    "opponent_absent": _("should have met %(unit)s, who is absent"),
    "group_finished": _("group %(group)s has played all its rounds"),
    "fewest_byes": _("fewest rounds sat out"),
    "second_bye": _("has sat out before (%(byes)s×)"),
    "lowest": _("lowest in the table"),
    "above_lowest": _("those below have sat out or cannot be placed otherwise"),
    "rested_last_round": _("also sat out the round before"),
    "chosen_bye": _("chosen to sit out"),
    "fewest_games": _("fewest games so far (%(games)s at most)"),
    "longest_wait": _("have waited longest"),
    "all_who_wait": _("all who wait play"),
}

# What the organiser should look at before publishing.
WARNINGS = {
    "rematch",
    "partner_again",
    "forbidden_pair",
    "team_mates",
    "same_branch",
    "second_bye",
    "rested_last_round",
}

RELAXATIONS: Mapping[str, Words] = {
    "rematch": _("Let pairs meet again where it cannot be avoided"),
    "partner_again": _("Let partners play together again, those of longest ago first"),
    "second_bye": _("Let a pair sit out a second time"),
    "forbidden_pair": _("Let pairs meet that were not to meet"),
}


@dataclass(frozen=True, slots=True)
class ReasonWords:
    text: str
    warns: bool


def reason_words(reason: Mapping[str, Any]) -> ReasonWords:
    """One stored reason as words; an unknown code is shown as it is."""
    code = str(reason["code"])
    text = str(REASONS.get(code, gettext(code))) % {**reason.get("params", {})}
    return ReasonWords(text, code in WARNINGS)
