// The clock of the hall on a page. How late it is the server says with every answer: this computer's own
// clock may be wrong by hours. Without a script the page says until when the time runs.

import { Clock } from "./table/clock.js";

const LOOK_AGAIN = 30_000;
const WORDS = { left: "sayLeft", paused: "sayPaused", time_up: "sayUp" };

export class ClockFace {
  #clock = new Clock(null, (words, facts) => this.#say(words, facts));

  // `found` is the clock as the answer shows it; it may be the one that stands on the page.
  see(place, found, answer) {
    Object.assign(place.dataset, found.dataset);
    if (found.dataset.left === undefined) delete place.dataset.left;
    const now = Date.parse(answer.headers.get("date"));
    if (Number.isNaN(now)) return;
    const { ends, left } = place.dataset;
    this.#clock.place = place;
    this.#clock.set({
      clock: { is_paused: left !== undefined, left: left === undefined ? (Date.parse(ends) - now) / 1000 : Number(left) },
    });
  }

  #say(words, facts) {
    return this.#clock.place.dataset[WORDS[words]].replace(/\{(\w+)\}/g, (_all, name) => facts[name]);
  }
}

// A page without anything else that asks again looks for its clock by itself.
const alone = document.querySelector("[data-clock][data-alone]");

if (alone) {
  const face = new ClockFace();

  async function look() {
    if (document.hidden) return;
    const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    face.see(alone, page.querySelector("[data-clock]") ?? alone, answer);
  }

  look();
  setInterval(look, LOOK_AGAIN);
  document.addEventListener("visibilitychange", look);
}
