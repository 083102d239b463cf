"""Events: stages, entries, reception, rounds, tables. Knows nothing of results."""
