"""Key to game. The only place that knows which games there are."""

from collections.abc import Mapping

from engine.goita import FOUR_SEATS, THREE_SEATS, Goita
from engine.protocol import Ruleset

RULESETS: Mapping[str, Ruleset] = {
    ruleset.key: ruleset for ruleset in (Goita(FOUR_SEATS), Goita(THREE_SEATS))
}
