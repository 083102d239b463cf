"""Every text is there in all three languages, and the compiled catalogues are those of the sources."""

import importlib.util
import io
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".ci" / "catalogues.py"
JAPANESE = ROOT / "config" / "locale" / "ja" / "LC_MESSAGES" / "django.po"
LETTERS = "\u3041-\u30ff\u3400-\u9fff"
FULL_WIDTH = "、。：；（）「」『』！？"
AS_THEY_ARE = re.compile(r"https?://\S+|<[^>]*>|\{minutes\}:\{seconds\}")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
WESTERN = re.compile(
    rf"[()]|(?<=[{LETTERS}\0{FULL_WIDTH}])[,:;.!?]|[,:;](?= ?[{LETTERS}\0])| [{FULL_WIDTH}]|[{FULL_WIDTH}] "
)


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogues", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_catalogues_complete() -> None:
    check = subprocess.run(
        [sys.executable, SCRIPT, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (check.returncode, check.stderr) == (0, ""), check.stdout


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        ("卓 %(table)s", True),
        ("", False),
        ("卓", False),
        ("卓 %(number)s", False),
        ("卓 %(table)s 100%", False),
    ],
)
def test_text_with_placeholder(catalogues: ModuleType, written: str, whole: bool) -> None:
    catalog = Catalog(locale="ja")
    catalog.add("Table %(table)s", written)
    assert (catalogues.faults("ja", catalog) == []) is whole


@pytest.mark.parametrize(
    ("language", "forms", "whole"),
    [
        ("ja", ("%(count)s局",), True),
        ("ja", ("%(count)s局", "%(count)s局"), False),
        ("ru", ("%(count)s сдача", "%(count)s сдачи", "%(count)s сдач"), True),
        ("ru", ("%(count)s сдача", "%(count)s сдачи"), False),
        ("ru", ("одна сдача", "%(count)s сдачи", "%(count)s сдач"), False),
    ],
)
def test_plural_forms(catalogues: ModuleType, language: str, forms: tuple[str, ...], whole: bool) -> None:
    catalog = Catalog(locale=language)
    catalog.add(("%(count)s deal", "%(count)s deals"), forms)
    assert (catalogues.faults(language, catalog) == []) is whole


def test_unnamed_placeholder_left_out(catalogues: ModuleType) -> None:
    catalog = Catalog(locale="ja")
    catalog.add("Continuing from %s.", "続けます。")
    assert catalogues.faults("ja", catalog) != []


def test_fuzzy_counts_as_missing(catalogues: ModuleType) -> None:
    catalog = Catalog(locale="ja")
    guess = catalog.add("Dealer", "親", flags=["fuzzy"])
    assert catalogues.kept(guess) == ""
    assert catalogues.kept(catalog.add("Deal", "局")) == "局"


def western(written: str) -> list[str]:
    """The half-width signs beside Japanese letters, full-width signs or placeholders (\\0); none in code."""
    if not re.search(f"[{LETTERS}]", written):
        return []
    return WESTERN.findall(PLACEHOLDER.sub("\0", AS_THEY_ARE.sub("x", written)))


@pytest.mark.parametrize(
    ("written", "signs"),
    [
        ("理由: 遅刻", [":"]),
        ("%(subject)s:棄権", [":"]),
        ("棄権(%(reason)s)", ["(", ")"]),
        ("山田, 川田", [","]),
        ("終わりました.", ["."]),
        ("上がり（2倍） 40点", ["） "]),
        ("理由：遅刻", []),
        ("14:32に開始", []),
        ("残り {minutes}:{seconds}", []),
        ("数字を入れます。例：3, 7", []),
        ("ここに書きます：https://example.org:80/ を開く", []),
        ("No. 3", []),
    ],
)
def test_western_signs(written: str, signs: list[str]) -> None:
    assert western(written) == signs


def test_japanese_has_its_own_signs() -> None:
    catalog = read_po(io.BytesIO(JAPANESE.read_bytes()))
    forms = [form for message in catalog for form in written_forms(message.string or "")]
    assert {form: western(form) for form in forms if western(form)} == {}


def written_forms(written: str | list[str] | tuple[str, ...]) -> list[str]:
    return [written] if isinstance(written, str) else list(written)
