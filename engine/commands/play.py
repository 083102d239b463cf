"""``play``: random lawful deals, one record a line, the same for the same seed."""

import argparse
import random
from collections.abc import Iterator

from engine.protocol import Ruleset
from engine.registry import RULESETS


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("play", help=__doc__)
    parser.add_argument("--game", choices=RULESETS, default="goita")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    for record in different_deals(RULESETS[arguments.game], arguments.seed, arguments.count):
        print(record)
    return 0


def different_deals(ruleset: Ruleset, seed: int, count: int) -> Iterator[str]:
    rng = random.Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        record = ruleset.random_record(rng, options={})
        if record not in seen:
            seen.add(record)
            yield record
