"""The running score of a game as the points of an SVG drawing; templates only place them."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 480, 210
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 14, 30
STEPS = (10, 20, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: int


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """A line for each side, a grid, and the height of the target; whole pixels only."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    rows: tuple[Tick, ...]
    deals: tuple[Tick, ...]
    goal: int | None
    lines: tuple[tuple[Dot, ...], ...]


def score_chart(line: Sequence[tuple[int, ...]], target: int | None) -> ScoreChart | None:
    """The drawing of a game with at least one deal that counts."""
    if not line:
        return None
    totals = [(0,) * len(line[0]), *line]
    top = max(target or 0, *map(max, totals), 10)

    def x(deal: int) -> int:
        return LEFT + round(deal * (WIDTH - LEFT - RIGHT) / len(line))

    def y(points: int) -> int:
        return HEIGHT - BOTTOM - round(points * (HEIGHT - TOP - BOTTOM) / top)

    step = next((size for size in STEPS if top / size <= 5), STEPS[-1])
    every = 1 + len(line) // 16
    return ScoreChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        rows=tuple(Tick(y(points), points) for points in range(0, top + 1, step)),
        deals=tuple(Tick(x(deal), deal) for deal in range(every, len(line) + 1, every)),
        goal=y(target) if target else None,
        lines=tuple(
            tuple(Dot(x(deal), y(points)) for deal, points in enumerate(of_side))
            for of_side in zip(*totals, strict=True)
        ),
    )
