// The clock of the hall by the server's time: this phone's own may be wrong by hours, and it does not matter.

export class Clock {
  #end = null;
  #state = null;

  constructor(place, say) {
    Object.assign(this, { place, say });
    setInterval(() => this.draw(), 1000);
  }

  set({ clock }) {
    this.#state = clock;
    this.#end = clock && performance.now() + clock.left * 1000;
    this.draw();
  }

  get #left() {
    return this.#state.is_paused ? this.#state.left : (this.#end - performance.now()) / 1000;
  }

  get isUp() {
    return this.#state !== null && this.#left <= 0;
  }

  draw() {
    if (!this.#state) return;
    const left = this.#left;
    const seconds = Math.max(0, Math.floor(left));
    const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
    const words = this.#state.is_paused ? "paused" : seconds ? "left" : "time_up";
    this.place.textContent = this.say(words, { minutes, seconds: rest });
    this.place.classList.toggle("need", !seconds);
  }
}
