// What the server last said of a match, and the acts it has answered since but not told yet. Both are kept over a
// reload, by every page of the match: else the next act would name one before them.

import { ask } from "./server.js";
import { recall, remember } from "./store.js";

export class LastWord {
  state = null;
  #landed = [];
  #answered = 0;
  #own = new Set(); // what this phone has sent, or what stands for it

  constructor(code, address) {
    Object.assign(this, { code, address });
  }

  async load() {
    this.state = await recall(`state ${this.code}`);
    this.#landed = (await recall(`landed ${this.code}`)) ?? [];
    for (const { uuid } of this.#landed) this.#own.add(uuid);
  }

  // The newest word, not kept yet. What was asked for before the last act was answered may be older than that
  // act: it is asked for again.
  async ask() {
    const before = this.#answered;
    const answer = await ask(this.address);
    return answer.status === 200 && before !== this.#answered ? this.ask() : answer;
  }

  async keep(state) {
    this.state = state;
    this.#landed = [];
    await remember(`state ${this.code}`, state);
    await remember(`landed ${this.code}`, this.#landed);
  }

  async answered(act, answer) {
    this.#answered += 1;
    this.#own.add(act.uuid).add(answer.body?.act);
    if (answer.status === 200) this.#landed.push({ ...act, uuid: answer.body.act });
    await remember(`landed ${this.code}`, this.#landed);
  }

  // The acts on top of the server's word, in their order: those that landed, then those that wait.
  onTop(waiting) {
    return [...this.#landed.filter((act) => !waiting.some(({ place }) => place === act.place)), ...waiting];
  }

  isNewsOfOthers(newer) {
    return Boolean(this.state) && newer.after !== this.state.after && !this.#own.has(newer.after);
  }
}
