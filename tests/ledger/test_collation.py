"""五十音 order (T54): readings first, voiced marks last, kana-less names at the end."""

import pytest

from ledger.collation import fold, sort_key


def test_readings_sort_as_gojuon_whatever_the_kana() -> None:
    people = [("渡辺", "わたなべ"), ("Aoki", ""), ("青木", "アオキ"), ("加藤", "かとう"), ("阿部", "あべ")]
    ordered = sorted(people, key=lambda p: sort_key(p[1], p[0]))
    assert [name for name, _ in ordered] == ["青木", "阿部", "加藤", "渡辺", "Aoki"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("かき", "がき"),  # voiced after plain, only where the rest is equal
        ("はん", "ばん"),
        ("ばん", "ぱん"),
        ("がき", "かく"),
        ("つうか", "つうが"),
        ("あ", "ああ"),
    ],
)
def test_first_reading_stands_before_second(first: str, second: str) -> None:
    assert sort_key(first) < sort_key(second)


def test_long_mark_reads_as_its_vowel() -> None:
    assert sort_key("カー").split()[0] == sort_key("かあ").split()[0]


def test_widths_and_katakana_give_the_same_key() -> None:
    assert sort_key("ｱｵｷ") == sort_key("アオキ") == sort_key("あおき")


def test_name_without_reading_stands_behind_every_kana() -> None:
    assert sort_key("", "髙橋") > sort_key("んんん")


@pytest.mark.parametrize(
    ("one", "other"),
    [("髙橋", "高橋"), ("山﨑", "山崎"), ("渡邊", "渡辺"), ("Ａｏｋｉ", "aoki"), ("田中　太郎", "田中太郎")],
)
def test_spellings_of_one_name_fold_together(one: str, other: str) -> None:
    assert fold(one) == fold(other)
