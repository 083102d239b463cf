"""Lots: drawn by the seed or from the box, printed for it, and partners drawn with them."""
