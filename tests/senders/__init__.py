"""Several senders on one match: what each has made, in which orders it may arrive, what must come out."""
