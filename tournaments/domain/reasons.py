"""Why these two meet, or why this one has the bye: codes for the slip and the wall, no sentences."""

from fractions import Fraction

from tournaments.domain.draw import Reason, Relaxation
from tournaments.domain.field import Field, broken_rules, meetings, shared_branches


def table_reasons(field: Field, a: int, b: int) -> tuple[Reason, ...]:
    """Lot or score, then what was kept or knowingly broken."""
    return (score_reason(field, a, b), *history_reasons(field, a, b), *branch_reasons(field, a, b))


def score_reason(field: Field, a: int, b: int) -> Reason:
    if field.is_by_lot:
        return Reason("lot")
    gap = field.units[a].score - field.units[b].score
    return Reason("score_gap", {"gap": str(Fraction(gap))}) if gap else Reason("same_score")


def history_reasons(field: Field, a: int, b: int) -> tuple[Reason, ...]:
    """Whether they meet for the first time; nothing to say while nobody has met anybody."""
    broken = broken_rules(field, a, b)
    reasons = []
    if Relaxation.REMATCH in broken:
        reasons.append(Reason("rematch", {"times": meetings(field, a, b)[0]}))
    elif field.met[a] or field.met[b]:
        reasons.append(Reason("no_rematch"))
    if Relaxation.FORBIDDEN_PAIR in broken:
        reasons.append(Reason("forbidden_pair"))
    return tuple(reasons)


def branch_reasons(field: Field, a: int, b: int) -> tuple[Reason, ...]:
    if not field.avoids_branches:
        return ()
    shared = shared_branches(field, a, b)
    if shared:
        return (Reason("same_branch", {"branch": min(shared)}),)
    return (Reason("different_branch"),)


def bye_reasons(field: Field, unit: int) -> tuple[Reason, ...]:
    """By lot, else fewest byes so far, and lowest of those; ``above_lowest`` when lower ones could not."""
    had = field.units[unit].byes
    if field.is_by_lot and had == field.fewest_byes:
        return (Reason("lot"),)
    below = [other for other in range(unit + 1, len(field.units)) if field.units[other].byes <= had]
    byes = Reason("fewest_byes" if had == field.fewest_byes else "second_bye", {"byes": had})
    place = Reason("above_lowest", {"places": len(below)}) if below else Reason("lowest")
    return (byes, place)
