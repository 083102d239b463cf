"""The part of YAML that match records use, read with line numbers and written back.

Block maps and lists at any indent, flow lists, quoted and plain scalars, comments. Anything else
in YAML is refused by its line.
"""

from engine.yaml.nodes import Block, Listing, Node, Scalar
from engine.yaml.reader import read_yaml
from engine.yaml.writer import write_yaml

__all__ = ["Block", "Listing", "Node", "Scalar", "read_yaml", "write_yaml"]
