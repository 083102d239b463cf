"""``bench``: how many deals a second are verified, from record text to verdict."""

import argparse
import statistics
import time
from collections.abc import Sequence

from engine.commands.play import different_deals
from engine.protocol import Ruleset
from engine.registry import RULESETS

DEALS = 30_000
ROUNDS = 5


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help=__doc__)
    parser.add_argument("--game", choices=RULESETS, default="goita")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    ruleset = RULESETS[arguments.game]
    records = list(different_deals(ruleset, seed=1, count=DEALS))
    rounds = [_round(ruleset, records) for _ in range(ROUNDS)]
    for clock, seconds in zip(("wall", "cpu"), zip(*rounds, strict=True), strict=True):
        rate = DEALS / statistics.median(seconds)
        print(f"{ruleset.key} deals={DEALS} rounds={ROUNDS} clock={clock} median={rate:.0f}/s")
    return 0


def _round(ruleset: Ruleset, records: Sequence[str]) -> tuple[float, float]:
    """Wall and processor seconds in which every record was verified once."""
    wall, cpu = time.perf_counter(), time.process_time()
    for record in records:
        ruleset.verify(record, options={})
    return time.perf_counter() - wall, time.process_time() - cpu
