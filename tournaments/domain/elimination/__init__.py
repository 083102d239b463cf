"""Formats in which losing ends it: brackets, two wins or two losses, the match for a title."""
