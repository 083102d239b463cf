"""Everybody against everybody: the round robin of a day and the league of a season."""
