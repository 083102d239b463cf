"""Goita for four seats and for three: one logic, see ``variant``."""

from engine.goita.ruleset import Goita
from engine.goita.variant import FOUR_SEATS, THREE_SEATS

__all__ = ["FOUR_SEATS", "THREE_SEATS", "Goita"]
