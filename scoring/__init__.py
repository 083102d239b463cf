"""Results: deals judged by the engine, matches settled, standings derived, rounds paired."""
