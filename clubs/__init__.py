"""People: accounts and their roles, clubs with branches, members and where they belong."""
