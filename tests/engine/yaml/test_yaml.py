import pytest

from engine import RecordSyntaxError
from engine.yaml import Block, Listing, Scalar, read_yaml, write_yaml


def test_scalars_remember_whether_they_were_plain() -> None:
    node = read_yaml('a: 1.0\nb: "1.0"\nc:\n')
    assert isinstance(node, Block)
    assert node == {"a": "1.0", "b": "1.0", "c": ""}
    assert [isinstance(value, Scalar) and value.plain for value in node.values()] == [True, False, True]
    assert [value.line for value in node.values()] == [1, 2, 3]
    assert write_yaml(node) == 'a: 1.0\nb: "1.0"\nc:\n'


def test_blocks_and_lists_at_any_indent() -> None:
    text = """\
--- # the document
a:
- 1
-  - 2
   - [3, "four, five",
      [six seven] ] # over two lines
-
  b:
         c: http://example.org/#x y
         'd e': "\\u3054\\x21\\t"
f: it's
"""
    assert read_yaml(text) == {
        "a": [
            "1",
            ["2", ["3", "four, five", ["six seven"]]],
            {"b": {"c": "http://example.org/#x y", "d e": "ご!\t"}},
        ],
        "f": "it's",
    }


def test_plain_text_that_breaks_a_flow_list_stays_in_block_form() -> None:
    text = "a:\n  - one, two\n  - three\n"
    assert write_yaml({Scalar("a", plain=True): read_yaml(text)["a"]}) == text  # type: ignore[call-overload,index]


def test_text_that_other_readers_would_change_is_escaped() -> None:
    text = write_yaml({"k": 'a\u2028b\x85c"d\\e\n'})
    assert text == '"k": "a\\u2028b\\u0085c\\"d\\\\e\\u000a"\n'
    assert read_yaml(text) == {"k": 'a\u2028b\x85c"d\\e\n'}


def test_empty_items_and_nested_lists_are_written() -> None:
    node = read_yaml("a:\n- \n- [x]\n- - y\n  - z: 1\n- b: 1\n  c: 2\n")
    assert isinstance(node, Block)
    assert isinstance(node["a"], Listing)
    assert read_yaml(write_yaml(node)) == node


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a: 1\n b: 2", "yaml_not_supported", 2),
        ("'a'\nb", "yaml_not_supported", 2),
        ("a: [1,\n2", "yaml_syntax", 2),
        ('a: [1, "x" 2]', "yaml_syntax", 1),
        ("a: [1, , 2]", "yaml_syntax", 1),
        ("a: [b: c]", "yaml_syntax", 1),
        ("a: b: c", "yaml_syntax", 1),
        ('a: "b" c', "yaml_syntax", 1),
        ('a: "\\q"', "yaml_syntax", 1),
        ('a: "\\ud800"', "yaml_syntax", 1),
        ('a: "\\U00110000"', "yaml_syntax", 1),
        ("a: [*b]", "yaml_not_supported", 1),
        ("a: " + "[" * 30, "yaml_not_supported", 1),
        ("a: 1\n? b\n", "yaml_not_supported", 2),
        ("a: 1\nb\n", "yaml_syntax", 2),
        ("a: 1\n...\n", "yaml_not_supported", 2),
    ],
)
def test_other_yaml_is_refused_by_line(text: str, code: str, line: int) -> None:
    with pytest.raises(RecordSyntaxError) as refused:
        read_yaml(text)
    assert (refused.value.code, refused.value.params) == (code, {"line": line})
