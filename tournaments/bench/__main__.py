"""Prints the figures of docs/pairing.md; --write puts them there, --quick leaves the long ones out."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from tournaments.bench.correctness import middling_states, small_states
from tournaments.bench.rotation import planned, standing
from tournaments.bench.swiss import beside_others, times_by_round, whole_events
from tournaments.bench.tables import Table, text_of, write_between_marks

FIGURES = Path("docs/pairing.md")


def main() -> None:
    parser = ArgumentParser(prog="python -m tournaments.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only what takes seconds")
    parser.add_argument("--write", action="store_true", help=f"also into {FIGURES}")
    asked = parser.parse_args()
    texts = []
    for table in measured(quick=asked.quick):
        texts.append(text_of(table))
        print(texts[-1], flush=True)
    if asked.write:
        write_between_marks(FIGURES, texts)


def measured(*, quick: bool) -> Iterator[Table]:
    sizes = [64, 256, 1000] if quick else [64, 256, 1000, 2000, 5000, 10_000]
    times = 1 if quick else 3
    yield times_by_round(sizes, times=times)
    yield beside_others(sizes, times=times)
    yield small_states()
    yield middling_states(most=129 if quick else 400)
    yield standing([64, 1000] if quick else [64, 1000, 10_000])
    yield planned(most=24 if quick else 200)
    yield whole_events([1001] if quick else [1001, 10_001, 100_000])


if __name__ == "__main__":
    main()
