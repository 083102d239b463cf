"""How stages join into one event: who passes a cut, and the places at the end."""
