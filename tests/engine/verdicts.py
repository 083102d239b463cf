"""Short ways to ask the front door."""

from engine import RULESETS, Fault, Outcome, Verdict
from tests.engine.oracle import SET


def verify(record: str, game: str = "goita", **options: object) -> Verdict:
    return RULESETS[game].verify(record, options=options)


def outcome(record: str, game: str = "goita", **options: object) -> Outcome:
    verdict = verify(record, game, **options)
    assert verdict.outcome is not None, verdict.fault
    return verdict.outcome


def fault(record: str, game: str = "goita", **options: object) -> Fault:
    verdict = verify(record, game, **options)
    assert verdict.fault is not None, verdict.outcome
    return verdict.fault


def refusal(record: str, game: str = "goita", **options: object) -> tuple[int, str, str]:
    found = fault(record, game, **options)
    return found.ply, found.code, found.rule


def legal(record: str, game: str = "goita", **options: object) -> list[str]:
    return sorted(RULESETS[game].legal_plays(record, options=options))


def dealt(hands: dict[int, str], *, dealer: int, seats: int = 4) -> str:
    """The head of a record: the given hands, and the other tiles dealt round in ascending order."""
    left = list(SET if seats == 4 else SET[2:])
    for tile in "".join(hands.values()):
        left.remove(tile)
    others = [seat for seat in range(1, seats + 1) if seat not in hands]
    rest = {seat: "".join(left[n :: len(others)]) for n, seat in enumerate(others)}
    return ",".join([*[(hands | rest)[seat] for seat in range(1, seats + 1)], f"s{dealer}"])
