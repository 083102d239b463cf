"""The only caller of the engine: a record goes in, a stored verdict comes out."""

from dataclasses import asdict

from engine import RULESETS, Verdict
from scoring.models import Deal
from tournaments.models import Stage


def judge(stage: Stage, record: str) -> Verdict:
    """The engine's verdict by the stage's ruleset and frozen options; never raises for a bad record."""
    return RULESETS[stage.ruleset_key].verify(record, options=stage.options)


def verdict_fields(verdict: Verdict) -> dict[str, object]:
    """A verdict as the columns of a deal row."""
    fault = verdict.fault
    return {
        "normal_record": verdict.record,
        "outcome": None if verdict.outcome is None else _plain_outcome(verdict),
        "fault_code": fault.code if fault else "",
        "fault_ply": fault.ply if fault else None,
        "fault_rule": fault.rule if fault else "",
        "warnings": list(verdict.warnings),
        "rules_version": verdict.rules_version,
    }


def verdict_changed(deal: Deal) -> bool:
    """True when the engine judges the row otherwise today than what is stored."""
    fields = verdict_fields(judge(deal.game.match.round.stage, deal.record))
    return any(getattr(deal, name) != value for name, value in fields.items())


def _plain_outcome(verdict: Verdict) -> dict[str, object]:
    facts = asdict(verdict.outcome)  # type: ignore[arg-type]
    facts["points"] = {str(side): value for side, value in facts["points"].items()}
    return facts
