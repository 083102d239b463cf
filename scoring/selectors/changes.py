"""What has changed since a draft was drawn, as far as it can be told: by the event, and by hand."""

from dataclasses import dataclass

from scoring.models import MatchResult
from scoring.selectors.basis import basis_of_round, is_stale
from scoring.selectors.draws import is_drawn_anew, places_of
from tournaments.domain.drafts.by_hand import units_at
from tournaments.domain.draw import Key
from tournaments.models import Entry, Match, Round


@dataclass(frozen=True, slots=True)
class Changes:
    """Entry numbers of those who came and who left since; whether results of earlier rounds changed."""

    came: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    results: bool = False

    @property
    def is_known(self) -> bool:
        """Else it was a wish, a branch, a team or a rule."""
        return bool(self.came or self.left or self.results)


def changes_since(round: Round) -> Changes | None:
    """None while the draft is what would be drawn from today."""
    if not is_stale(round):
        return None
    stage = round.stage
    basis = basis_of_round(stage, round.number)
    here: set[Key] = {seed.key for seed in basis.seeds if seed.present} | set(basis.asked)
    drawn = {key for _match, sides in places_of(round) for key in units_at(sides)}
    drawn -= set(
        Entry.objects.filter(division=stage.division, is_house=True).values_list("number", flat=True)
    )
    # Where places are fixed, whoever is out of the bracket is here and has no table.
    came = here - drawn if is_drawn_anew(stage) or round.number == 1 else set()
    settled = MatchResult.objects.filter(match__round__stage=stage, settled_at__gt=round.drawn_at)
    return Changes(
        came=tuple(sorted(map(int, came))),
        left=tuple(sorted(map(int, drawn - here))),
        results=settled.exclude(match__round=round).exists(),
    )


def lost_if_redrawn(round: Round) -> list[Match]:
    """The tables whose people were changed by hand and which do not stay when the draft is drawn again."""
    return [
        match
        for match in round.matches.filter(pinned=False).order_by("number")
        if any(reason["code"] == "by_hand" for reason in match.reasons)
    ]
