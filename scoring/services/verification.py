"""The only caller of the engine: a record goes in, a stored verdict comes out."""

from collections.abc import Sequence
from dataclasses import asdict

from engine import RULESETS, Fault, Outcome, Verdict
from scoring.models import Deal
from tournaments.models import Game, Match


def judge(match: Match, record: str) -> Verdict:
    """The engine's verdict by the table's ruleset and frozen options, whatever the record is like."""
    return RULESETS[match.ruleset_key].verify(record, options=match.round.stage.options)


def fault_of_masked(match: Match, record: str) -> Fault | None:
    """What is wrong with what a masked record shows; it never scores."""
    return RULESETS[match.ruleset_key].check_masked(record, options=match.round.stage.options)


def judge_in_game(game: Game, record: str, *, before: Deal | None) -> Verdict:
    """The verdict on the game's deal that follows this one: it also warns of a dealer out of turn (G-6.4)."""
    match = game.match
    if before is None:
        return judge(match, record)
    options = match.round.stage.options
    return RULESETS[match.ruleset_key].verify_game([before.record, record], options=options)[-1]


def verdict_fields(verdict: Verdict, *, notes: Sequence[str] = ()) -> dict[str, object]:
    """A verdict as the columns of a deal row; what a file notes about it stands among its warnings."""
    return {
        **_judged(verdict),
        "normal_record": verdict.record,
        "dealer": verdict.dealer,
        "warnings": list(dict.fromkeys([*verdict.warnings, *notes])),
        "rules_version": verdict.rules_version,
    }


def verdict_changed(deal: Deal) -> bool:
    """True when the engine judges the row otherwise today than what is stored."""
    judged = _judged(judge(deal.game.match, deal.record))
    return any(getattr(deal, name) != value for name, value in judged.items())


def _judged(verdict: Verdict) -> dict[str, object]:
    fault = verdict.fault
    return {
        "outcome": _plain(verdict.outcome) if verdict.outcome else None,
        "fault_code": fault.code if fault else "",
        "fault_ply": fault.ply if fault else None,
        "fault_rule": fault.rule if fault else "",
    }


def _plain(outcome: Outcome) -> dict[str, object]:
    points = {str(side): value for side, value in outcome.points.items()}
    return asdict(outcome) | {"points": points}
