// One deal as it is tapped: hands, dealer, events. Kept on this device at every tap until it is entered.
// It counts tiles and nothing more; what is lawful the engine says.

import { recall, remember } from "../table/store.js";

const UNSEEN = "x";
const countOf = (face, tiles) => tiles.split(face).length - 1;

export class Draft {
  constructor(code, { inventory, seats }) {
    Object.assign(this, { key: `record ${code}`, inventory, seats, size: inventory.length / seats.length });
    this.kept = this.#nothing();
  }

  #nothing() {
    const hands = this.seats.map(() => "");
    return { hands, active: this.seats[0], dealer: null, after: null, events: [], facts: null, step: "hands" };
  }

  async load() {
    this.kept = (await recall(this.key)) ?? this.#nothing();
  }

  keep(facts = {}) {
    Object.assign(this.kept, facts);
    return remember(this.key, this.kept);
  }

  // At once to the eye; for good once it is kept.
  empty() {
    this.kept = this.#nothing();
  }

  clear() {
    this.empty();
    return this.keep();
  }

  get isBegun() {
    return this.kept.hands.some(Boolean);
  }

  get isComplete() {
    return this.kept.hands.every((hand) => hand.length === this.size);
  }

  get isMasked() {
    return this.kept.hands.join("").includes(UNSEEN);
  }

  get record() {
    const { hands, dealer, events } = this.kept;
    return [...hands, `s${dealer}`, ...events].join(",");
  }

  get open() {
    return this.seats.filter((seat) => this.hand(seat).length < this.size);
  }

  hand(seat) {
    return this.kept.hands[this.seats.indexOf(seat)];
  }

  left(face) {
    return countOf(face, this.inventory) - countOf(face, this.kept.hands.join(""));
  }

  // What a seat has not played yet, by counting; all there is to go by without network.
  held(seat, face) {
    const played = this.kept.events.filter((event) => event.startsWith(seat)).map((event) => event.slice(1)).join("");
    return countOf(face, this.hand(seat)) - countOf(face, played);
  }

  deal(face) {
    const hands = this.#with(this.kept.active, (hand) => hand + face);
    const isFull = hands[this.seats.indexOf(this.kept.active)].length === this.size;
    this.kept.hands = hands;
    return this.keep(isFull ? { active: this.open[0] ?? this.kept.active } : {});
  }

  tileBack() {
    const filled = this.seats.filter((seat) => this.hand(seat));
    const seat = this.hand(this.kept.active) ? this.kept.active : filled.at(-1);
    return seat && this.keep({ active: seat, hands: this.#with(seat, (hand) => hand.slice(0, -1)) });
  }

  // All that is left lies in the one hand that is not full.
  giveRest() {
    const [seat] = this.open;
    const rest = [...new Set(this.inventory)].map((face) => face.repeat(this.left(face))).join("");
    return this.keep({ hands: this.#with(seat, (hand) => hand + rest) });
  }

  hideRest() {
    return this.keep({ hands: this.kept.hands.map((hand) => hand.padEnd(this.size, UNSEEN)) });
  }

  backToHands() {
    return this.keep({ step: "hands", hands: this.kept.hands.map((hand) => hand.replaceAll(UNSEEN, "")) });
  }

  #with(seat, change) {
    return this.kept.hands.map((hand, place) => (this.seats[place] === seat ? change(hand) : hand));
  }
}
