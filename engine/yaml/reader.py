"""Text to nodes: lines first, by indent, then what stands on one line, by character."""

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from engine.errors import RecordSyntaxError
from engine.yaml.nodes import Block, Listing, Node, Scalar

DEEPEST = 20

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Anchors, aliases, tags, block scalars, directives, flow maps, complex keys, more documents.
OTHER_YAML = re.compile(r"[&*!|>%@`{]|\?(\s|$)|---(\s|$)|\.\.\.(\s|$)")
OPENING = re.compile(r"---(\s+#.*)?")
DOUBLE_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
SINGLE_QUOTED = re.compile(r"'((?:[^']|'')*)'")
PLAIN = re.compile(r"(?:(?!\s#|:\s|:$).)+")
PLAIN_IN_LIST = re.compile(r"(?:(?!\s#|:\s|:$)[^,\[\]{}])+")
# Possessive, so that a long line without a colon is given up at once.
KEY = re.compile(
    rf"(?:{DOUBLE_QUOTED.pattern}\s*|{SINGLE_QUOTED.pattern}\s*|[^\"'\[]{PLAIN.pattern[:-1]}*+):(?=\s|$)"
)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
ESCAPED = dict(zip('0abtnvfre "/\\N_LP', '\0\a\b\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True))


def read_yaml(text: str) -> Node:
    """Raise RecordSyntaxError naming the line of whatever is not in the subset."""
    if found := CONTROL.search(text):
        _refuse(text.count("\n", 0, found.start()) + 1, "control_character")
    return _Lines(list(_significant_lines(text))).document()


def _refuse(line: int, code: str = "yaml_syntax") -> NoReturn:
    raise RecordSyntaxError(code, line=line)


class _Line(NamedTuple):
    number: int
    indent: int
    text: str

    @property
    def is_item(self) -> bool:
        return self.text == "-" or self.text.startswith("- ")


def _significant_lines(text: str) -> Iterator[_Line]:
    """All but empty lines, comments, and the mark that may open the document."""
    opened = False
    for number, raw in enumerate(re.split("\r\n|\n|\r", text), 1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        indent = len(raw) - len(raw.lstrip(" "))
        if raw.startswith("\t", indent):
            _refuse(number, "yaml_not_supported")
        if opened or not OPENING.fullmatch(content):
            yield _Line(number, indent, content)
        opened = True


class _Lines:
    """Walks the lines once; every method leaves ``at`` on the first line it did not read."""

    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines
        self.at = 0

    @property
    def line(self) -> _Line | None:
        return self.lines[self.at] if self.at < len(self.lines) else None

    def document(self) -> Node:
        node = self.node(deeper_than=-1, depth=0)
        if (line := self.line) is not None:
            _refuse(line.number, "yaml_not_supported")
        return node

    def node(self, *, deeper_than: int, depth: int) -> Node:
        line = self.line
        if line is None or line.indent <= deeper_than:
            return Scalar("", self.lines[self.at - 1].number if self.at else 1, plain=True)
        if depth > DEEPEST or OTHER_YAML.match(line.text):
            _refuse(line.number, "yaml_not_supported")
        if line.is_item:
            return self.listing(line, depth)
        if KEY.match(line.text):
            return self.block(line, depth)
        return self.inline(line, 0, depth)

    def listing(self, first: _Line, depth: int) -> Listing:
        items = Listing(first.number)
        while (line := self.line) is not None and line.indent == first.indent and line.is_item:
            rest = line.text[1:].lstrip()
            if rest and not rest.startswith("#"):
                # What follows the dash is a line of its own, deeper by the dash.
                self.lines[self.at] = _Line(line.number, line.indent + len(line.text) - len(rest), rest)
            else:
                self.at += 1
            items.append(self.node(deeper_than=line.indent, depth=depth + 1))
        return items

    def block(self, first: _Line, depth: int) -> Block:
        block = Block(first.number)
        while (line := self.line) is not None and line.indent == first.indent and not line.is_item:
            if OTHER_YAML.match(line.text):
                _refuse(line.number, "yaml_not_supported")
            if (found := KEY.match(line.text)) is None:
                _refuse(line.number)
            key = _Characters(self, line, 0).scalar(PLAIN)
            if key in block:
                _refuse(line.number, "duplicate_key")
            block[key] = self.value(line, found.end(), depth + 1)
        return block

    def value(self, line: _Line, start: int, depth: int) -> Node:
        text = line.text[start:].lstrip()
        if text and not text.startswith("#"):
            return self.inline(line, len(line.text) - len(text), depth)
        self.at += 1
        below = self.line
        if below is not None and below.indent == line.indent and below.is_item:
            return self.listing(below, depth)
        return self.node(deeper_than=line.indent, depth=depth)

    def inline(self, line: _Line, start: int, depth: int) -> Node:
        self.at += 1
        characters = _Characters(self, line, start)
        node = characters.node(PLAIN, depth)
        characters.end()
        return node


class _Characters:
    """Walks one line from ``at``; inside a list it goes on to the lines below."""

    def __init__(self, lines: _Lines, line: _Line, at: int) -> None:
        self.lines = lines
        self.line = line
        self.at = at

    def node(self, plain: re.Pattern[str], depth: int) -> Node:
        return self.listing(depth) if self.line.text[self.at] == "[" else self.scalar(plain)

    def listing(self, depth: int) -> Listing:
        if depth > DEEPEST:
            _refuse(self.line.number, "yaml_not_supported")
        items = Listing(self.line.number)
        self.at += 1
        while self.next_character() != "]":
            items.append(self.node(PLAIN_IN_LIST, depth + 1))
            if self.next_character() == ",":
                self.at += 1
            elif self.next_character() != "]":
                _refuse(self.line.number)
        self.at += 1
        return items

    def next_character(self) -> str:
        while self.at_end():
            below = self.lines.line
            if below is None:
                _refuse(self.line.number)
            self.lines.at += 1
            self.line, self.at = below, 0
        return self.line.text[self.at]

    def at_end(self) -> bool:
        while self.line.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.line.text[self.at : self.at + 1] in ("", "#")

    def scalar(self, plain: re.Pattern[str]) -> Scalar:
        text, number = self.line.text, self.line.number
        if OTHER_YAML.match(text, self.at):
            _refuse(number, "yaml_not_supported")
        if text[self.at] == '"':
            return Scalar(ESCAPE.sub(self.unescaped, self.take(DOUBLE_QUOTED)[1]), number)
        if text[self.at] == "'":
            return Scalar(self.take(SINGLE_QUOTED)[1].replace("''", "'"), number)
        return Scalar(self.take(plain)[0].strip(), number, plain=True)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.line.text, self.at)
        if found is None:
            _refuse(self.line.number)
        self.at = found.end()
        return found

    def unescaped(self, found: re.Match[str]) -> str:
        name = found[1]
        if len(name) == 1:
            return ESCAPED[name] if name in ESCAPED else _refuse(self.line.number)
        code = int(name[1:], 16)
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            _refuse(self.line.number)
        return chr(code)

    def end(self) -> None:
        if not self.at_end():
            _refuse(self.line.number)
