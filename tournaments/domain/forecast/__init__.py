"""What people, tables, rounds and hours allow, said before the start."""
