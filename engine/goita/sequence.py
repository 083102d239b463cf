"""The deals of one game in their order: who should have dealt (G-6.4)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.verdict import Verdict


def expected_dealer(before: Verdict | None) -> int | None:
    """Who deals after this deal. Nothing is expected before the first deal, after a points form,
    after an unlawful deal, nor after five and five, which ends the game."""
    if before is None or before.outcome is None:
        return None
    return before.outcome.next_dealer


def with_expected_dealers(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The same verdicts, with a warning where another seat dealt than was expected."""
    return tuple(
        warned(verdict, "dealer_differs") if _dealer_differs(before, verdict) else verdict
        for before, verdict in zip((None, *verdicts), verdicts, strict=False)
    )


def _dealer_differs(before: Verdict | None, verdict: Verdict) -> bool:
    expected = expected_dealer(before)
    return expected is not None and verdict.dealer is not None and expected != verdict.dealer


def warned(verdict: Verdict, *warnings: str) -> Verdict:
    return replace(verdict, warnings=(*verdict.warnings, *warnings))
