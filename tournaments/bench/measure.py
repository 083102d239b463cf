"""CPU seconds and memory of this process."""

import resource
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import TypeVar

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """How many CPU seconds it took, and what came out."""
    begun = process_time()
    result = work()
    return process_time() - begun, result


def median_time(work: Callable[[], object], *, times: int) -> float:
    return median(timed(work)[0] for _ in range(times))


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
