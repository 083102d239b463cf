"""Real servers for tests: PostgreSQL, Valkey, Chromium, and the hall itself as a process.

``python -m tests.servers`` runs the whole suite on PostgreSQL and Valkey.
"""
