"""What holds for every deal that can be dealt and played."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULESETS
from tests.engine.oracle import Table, judge
from tests.engine.strategies import Playout, playouts
from tests.engine.verdicts import fault, outcome

TILES = "123456789"
playing_on = settings(max_examples=60, deadline=None)  # a busy machine is no failure


@playing_on
@given(playouts())
def test_any_lawful_playout_is_accepted(playout: Playout) -> None:
    found = outcome(playout.record, playout.game, **playout.options)
    side = RULESETS[playout.game].sides[found.seat or 0]
    assert side == found.side
    assert (found.seat, found.points[side], found.doubled) == judge(
        playout.hands, playout.dealer, playout.events, playout.king_pair
    )
    assert sum(found.points.values()) == found.points[side]
    assert found.plies == len(playout.events)


@playing_on
@given(playouts(), st.data())
def test_every_event_outside_legal_plays_is_refused_at_its_ply(playout: Playout, data: st.DataObject) -> None:
    ruleset = RULESETS[playout.game]
    ply = data.draw(st.integers(1, len(playout.events)))
    head = [*playout.hands, f"s{playout.dealer}", *playout.events[: ply - 1]]
    legal = ruleset.legal_plays(",".join(head), options=playout.options)
    seats = range(1, len(playout.hands) + 1)
    events = [f"{s}{d}{a}" for s in seats for d in TILES for a in TILES] + [f"{s}p" for s in seats]
    event = data.draw(st.sampled_from([event for event in events if event not in legal]))
    record = ",".join([*head, event, *playout.events[ply:]])
    found = fault(record, playout.game, **playout.options)
    assert (found.ply, found.code) == judge(
        playout.hands, playout.dealer, [*playout.events[: ply - 1], event], playout.king_pair
    )
    assert found.ply == ply


@playing_on
@given(playouts(), st.data())
def test_legal_plays_are_those_of_the_oracle(playout: Playout, data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, len(playout.events)))
    table = Table(playout.hands, playout.dealer, playout.king_pair)
    for event in playout.events[:ply]:
        table.add(event)
    record = ",".join([*playout.hands, f"s{playout.dealer}", *playout.events[:ply]])
    legal = RULESETS[playout.game].legal_plays(record, options=playout.options)
    assert sorted(legal) == sorted(table.legal())


@playing_on
@given(playouts(), st.randoms())
def test_record_survives_the_round_trip_in_normal_form(playout: Playout, rng: Random) -> None:
    shuffled = ["".join(rng.sample(hand, len(hand))) for hand in playout.hands]
    record = ",".join([*shuffled, f"s{playout.dealer}", *playout.events])
    verdict = RULESETS[playout.game].verify(record, options=playout.options)
    assert verdict.record == playout.record
    again = RULESETS[playout.game].verify(verdict.record, options=playout.options)
    assert again == verdict


@playing_on
@given(playouts())
def test_no_tile_appears_or_vanishes(playout: Playout) -> None:
    states = list(RULESETS[playout.game].replay(playout.record, options=playout.options))
    for state in states:
        laid = "".join(event[1:] for event in state.plays if not event.endswith("p"))
        assert Counter("".join(state.hands) + laid) == Counter("".join(playout.hands))
    assert [state.plays for state in states] == [
        playout.events[:ply] for ply in range(len(playout.events) + 1)
    ]
    assert [state.outcome is None for state in states] == [True] * len(playout.events) + [False]


@playing_on
@given(playouts(seats=4))
def test_swapping_the_two_sides_swaps_the_points(playout: Playout) -> None:
    hands = [playout.hands[seat - 2] for seat in (1, 2, 3, 4)]
    events = [f"{int(event[0]) % 4 + 1}{event[1:]}" for event in playout.events]
    turned = ",".join([*hands, f"s{playout.dealer % 4 + 1}", *events])
    points = outcome(playout.record, "goita", **playout.options).points
    swapped = outcome(turned, "goita", **playout.options).points
    assert swapped == {1: points[2], 2: points[1]}


@playing_on
@given(st.text(max_size=80))
def test_no_text_whatever_raises(text: str) -> None:
    for ruleset in RULESETS.values():
        verdict = ruleset.verify(text, options={})
        assert (verdict.outcome is None) != (verdict.fault is None)


@playing_on
@given(st.text(alphabet="123456789xpsR,", max_size=60), st.sampled_from(sorted(RULESETS)))
def test_no_text_of_the_right_characters_raises(text: str, key: str) -> None:
    verdict = RULESETS[key].verify(text, options={})
    assert (verdict.outcome is None) != (verdict.fault is None)


@playing_on
@given(playouts(), st.text(alphabet="123456789xpsR,a", max_size=3), st.data())
def test_a_record_cut_or_altered_anywhere_never_raises(
    playout: Playout, text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(playout.record)))
    altered = playout.record[:at] + text + playout.record[at + len(text) + 1 :]
    verdict = RULESETS[playout.game].verify(altered, options=playout.options)
    assert (verdict.outcome is None) != (verdict.fault is None)
