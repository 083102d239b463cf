"""Least-cost pairs: the one package that knows the solvers and counts in arrays.

``solver`` matches whatever it is given, by costs that ``weights`` made one number. ``line`` is a field of
units as arrays; the other modules find its round: ``groups`` fast, ``regions`` exactly in one part where
``bounds`` say that it could be better, ``largest`` whether there is any. ``rounds`` puts them together.
"""

from tournaments.domain.matching.line import Facts, Line, line_of
from tournaments.domain.matching.meetings import Rows
from tournaments.domain.matching.rounds import (
    Found,
    broken_by,
    cheapest_round,
    given_up_by,
    is_possible,
)
from tournaments.domain.matching.solver import Edge, cheapest_matching, unmatched
from tournaments.domain.matching.weights import Costs, weighed

__all__ = [
    "Costs",
    "Edge",
    "Facts",
    "Found",
    "Line",
    "Rows",
    "broken_by",
    "cheapest_matching",
    "cheapest_round",
    "given_up_by",
    "is_possible",
    "line_of",
    "unmatched",
    "weighed",
]
