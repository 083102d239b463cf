"""Figures as tables of text, which are Markdown as they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


def text_of(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
    lines = [line(table.head, widths), line(["-" * width for width in widths], widths)]
    lines += [line(row, widths) for row in table.rows]
    return "\n".join([f"### {table.title}", "", *lines, "", *(f"{note}\n" for note in table.notes)])


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"


def seconds(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"


def write_between_marks(path: Path, texts: Iterable[str]) -> None:
    """The text between the two marks of the file is replaced."""
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n{chr(10).join(texts)}\n{END}{after}", "utf-8")
