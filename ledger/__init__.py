"""What must never be lost: the write transaction, append-only acts, the outbox, name order."""
