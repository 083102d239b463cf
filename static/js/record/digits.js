// All tiles as one row of digits: hand by hand, or as they were dealt, one to each seat from the dealer on.

export function handsOf(text, { inventory, seats, dealer }) {
  const digits = text.normalize("NFKC").match(/[1-9]/g) ?? [];
  const size = inventory.length / seats.length;
  const hands = seats.map(() => "");
  const left = [...inventory];
  for (const [place, face] of digits.entries()) {
    const at = left.indexOf(face);
    if (at < 0) return { hands, count: place, spent: { place: place + 1, face } };
    left.splice(at, 1);
    hands[dealer ? (seats.indexOf(dealer) + place) % seats.length : Math.floor(place / size)] += face;
  }
  return { hands, count: digits.length, spent: null };
}
