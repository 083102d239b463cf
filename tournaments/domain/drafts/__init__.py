"""A draw before it is published: kept, changed by hand, and told when it is stale."""
