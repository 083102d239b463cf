"""Nodes, or plain Python maps, lists and text, to YAML text."""

import re
from collections.abc import Iterator, Mapping

from engine.yaml.nodes import Scalar

ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')
FLOW_MARKS = frozenset(",[]{}")


def write_yaml(block: Mapping[str, object]) -> str:
    return "\n".join([*_nested(block, ""), ""])


def _nested(value: object, pad: str) -> Iterator[str]:
    """The lines of a map, or of a list that does not fit on one."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _entry(f"{pad}{_inline(key)}:", item, pad)
    elif isinstance(value, list):
        for item in value:
            yield from _item(item, pad)


def _entry(key: str, value: object, pad: str) -> Iterator[str]:
    if _is_inline(value):
        yield f"{key} {_inline(value)}".rstrip()
    else:
        yield key
        yield from _nested(value, pad + "  ")


def _item(item: object, pad: str) -> Iterator[str]:
    if _is_inline(item):
        yield f"{pad}- {_inline(item)}".rstrip()
    else:
        first, *others = _nested(item, pad + "  ")
        yield f"{pad}- {first.lstrip()}"
        yield from others


def _is_inline(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(item, str | int) and not _breaks_a_list(item) for item in value)
    return not isinstance(value, Mapping)


def _breaks_a_list(item: str | int) -> bool:
    """Plain text that stood on a line of its own need not be readable between commas."""
    return isinstance(item, Scalar) and item.plain and (not item or not FLOW_MARKS.isdisjoint(item))


def _inline(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, int) or (isinstance(value, Scalar) and value.plain):
        return str(value)
    return '"' + ESCAPED.sub(_escaped, str(value)) + '"'


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[0] if found[0] in '"\\' else f"\\u{ord(found[0]):04x}"
