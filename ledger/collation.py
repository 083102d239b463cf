"""五十音 order of readings, the same on every database.

The key is stored in a column of its own and compared as plain text. Katakana and widths
are folded to hiragana; voiced marks and small kana count only where the rest is equal;
a long mark reads as its vowel. What has no kana stands behind all kana.
"""

import unicodedata

_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
_VOWELS = {
    "あ": "あかさたなはまやらわ",
    "い": "いきしちにひみり",
    "う": "うくすつぬふむゆる",
    "え": "えけせてねへめれ",
    "お": "おこそとのほもよろを",
}
_VOICE_MARKS = {"\u3099": "1", "\u309a": "2"}


def hiragana(text: str) -> str:
    """Widths folded and katakana turned to hiragana; everything else unchanged."""
    folded = unicodedata.normalize("NFKC", text)
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in folded)


def sort_key(reading: str, name: str = "") -> str:
    """Text that sorts as 五十音: by reading, or by name behind all readings when it has no kana."""
    if not any("ぁ" <= c <= "ゖ" for c in hiragana(reading)):
        return "～" + unicodedata.normalize("NFKC", reading or name).casefold()
    plain: list[str] = []
    marks: list[str] = []
    for char in unicodedata.normalize("NFD", hiragana(reading)):
        if char in _VOICE_MARKS:
            marks[-1:] = [_VOICE_MARKS[char]]
        elif not char.isspace():
            base = char.translate(_SMALL)
            plain.append(_vowel_of(plain[-1]) if char == "ー" and plain else base)
            marks.append("0" if base == char else "3")
    return "".join(plain) + " " + "".join(marks)


def _vowel_of(kana: str) -> str:
    return next((vowel for vowel, row in _VOWELS.items() if kana in row), kana)


_VARIANTS = str.maketrans(
    {
        "髙": "高",
        "﨑": "崎",
        "邊": "辺",
        "邉": "辺",
        "齋": "斎",
        "齊": "斉",
        "濵": "浜",
        "濱": "浜",
    }
    | {"澤": "沢", "國": "国", "德": "徳", "𠮷": "吉", "廣": "広", "櫻": "桜"}
)


def fold(text: str) -> str:
    """What two spellings of one name have in common: variants, widths, kana and spaces folded."""
    return "".join(hiragana(text).casefold().translate(_VARIANTS).split())
