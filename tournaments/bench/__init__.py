"""How fast and how good draws are: ``python -m tournaments.bench`` (see docs/pairing.md)."""
