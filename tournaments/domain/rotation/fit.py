"""Whether a round that was planned ahead can still be played as planned."""

from collections.abc import Mapping, Sequence
from itertools import chain

from tournaments.domain.drafts.by_hand import broken_at, broken_by_bye
from tournaments.domain.draw import Draw, Key, Relaxation, Rules, Seed, TablePairing
from tournaments.domain.rotation.bounds import changes_partners

REPEATS = frozenset({Relaxation.PARTNER_AGAIN, Relaxation.REMATCH})
"""Given up in a rotation where it must be, and said: new partners, or opponents where all sit alone."""


def still_fits(draw: Draw, seeds: Sequence[Seed], rules: Rules) -> bool:
    """The same persons are here, and nothing is broken by now that the plan did not foresee.

    ``seeds`` bring what was really played. A repeat and a second bye may be foreseen; whoever is to be
    kept apart has to be allowed together by name, for every draw anew.
    """
    units = {seed.key: seed for seed in seeds}
    return persons_in(draw) == units.keys() and not (
        any(newly_broken(table, units, rules) for table in draw.tables)
        or any(
            broken_by_bye(units[bye.key], units) and "second_bye" not in {r.code for r in bye.reasons}
            for bye in draw.byes
        )
    )


def persons_in(draw: Draw) -> set[Key]:
    seated = chain.from_iterable(chain(*table.sides) for table in draw.tables)
    return {*seated, *(bye.key for bye in draw.byes)}


def newly_broken(table: TablePairing, units: Mapping[Key, Seed], rules: Rules) -> set[str]:
    bars_rematch = not changes_partners(rules.settings.shape)
    broken = {reason.code for reason in broken_at(table.sides, units, rules, bars_rematch=bars_rematch)}
    foreseen = {reason.code for reason in table.reasons} & {repeat.value for repeat in REPEATS}
    return broken - foreseen - {rule.value for rule in rules.relaxed}


def repeated(draw: Draw) -> frozenset[Relaxation]:
    """What comes again in this round for somebody; a table that people pinned is their own."""
    tables = [{reason.code for reason in table.reasons} for table in draw.tables]
    codes = {code for own in tables if "pinned" not in own for code in own}
    return frozenset(repeat for repeat in REPEATS if repeat.value in codes)
