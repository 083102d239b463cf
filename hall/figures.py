"""Numbers as people read them: signs, halves, rates; never more digits than decide something."""

from fractions import Fraction

from tournaments.enums import RankingKey

MINUS = "−"
SIGNED = {RankingKey.NET_WINS, RankingKey.POINT_DIFF}


def plain(value: int | Fraction) -> str:
    """A whole number as it is, a half as ½, any other fraction to one place."""
    whole = int(value)
    rest = abs(value - whole)
    sign = MINUS if value < 0 else ""
    if not rest:
        return f"{sign}{abs(whole)}"
    if rest == Fraction(1, 2):
        return f"{sign}{abs(whole) or ''}½"
    return f"{sign}{abs(float(value)):.1f}"


def signed(value: int | Fraction) -> str:
    """With its sign; nothing is ±0."""
    if not value:
        return "±0"
    return f"+{plain(value)}" if value > 0 else plain(value)


def figure(value: int | Fraction | None, key: str) -> str:
    """A value of a ranking key as its column shows it; a dash where the key decided nothing."""
    if value is None:
        return "–"
    if key == RankingKey.WIN_RATE:
        return f"{float(value):.3f}"
    return signed(value) if key in SIGNED else plain(value)
