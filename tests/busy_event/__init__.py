"""An event at which anything may happen: notes, acts in any order, and what must hold after each."""
