// The acts of one match on their way: each stored before it is shown, sent in order, once, until it is answered.

import { addAct, actsOf, dropAct, putAct } from "./store.js";
import { ask, Offline } from "./server.js";

const AGAIN = 5_000;

// crypto.randomUUID is not there on plain http, where most halls are.
export function newUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

export class Queue {
  #timer = null;
  #sending = null;

  // told(answer) hears what the server said of an act; changed() that the queue is another one.
  constructor(code, { api, told, changed }) {
    Object.assign(this, { code, api, told, changed, acts: [], isOffline: false });
    for (const moment of ["online", "focus", "pageshow"]) addEventListener(moment, () => this.flush());
    document.addEventListener("visibilitychange", () => this.flush());
  }

  async load() {
    this.acts = await actsOf(this.code);
    this.changed();
    return this.flush();
  }

  // Why the first act can go no further until somebody decides; the later ones wait behind it.
  get problem() {
    return this.acts[0]?.problem ?? null;
  }

  async add(body, shown = {}) {
    const act = { code: this.code, uuid: newUuid(), body, ...shown, madeAt: new Date().toISOString(), problem: null };
    act.place = await addAct(act);
    this.acts.push(act);
    this.changed();
    this.flush();
  }

  async drop(act) {
    await dropAct(act);
    this.acts = this.acts.filter((other) => other.place !== act.place);
    this.changed();
  }

  // One round of sending at a time; whoever asks meanwhile waits for the same.
  flush() {
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
    return this.#sending;
  }

  async #send() {
    clearTimeout(this.#timer);
    while (this.acts.length && !this.problem) {
      const wait = await this.#sendFirst();
      if (wait) {
        this.#timer = setTimeout(() => this.flush(), wait);
        return;
      }
    }
  }

  // Sends the first act. Returns how long to wait before the next attempt, 0 when it was answered.
  async #sendFirst() {
    const [act] = this.acts;
    let answer;
    try {
      answer = await ask(`${this.api}/acts/${act.uuid}`, { method: "PUT", body: act.body });
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      this.#offline(true);
      return AGAIN;
    }
    this.#offline(false);
    const code = answer.body?.code;
    if (answer.status >= 500 || code === "throttled") return answer.wait * 1000 || AGAIN;
    if (answer.status === 200) await this.#follow(act, answer.body.act);
    const isKept = answer.status < 300 || code === "act_conflict";
    await this.told(act, answer); // whoever shows it has it before the queue lets it go
    if (isKept || ["confirm", "time_up"].includes(act.body.act)) await this.drop(act);
    else await this.#stop(act, { status: answer.status, code, message: answer.body?.message ?? "" });
    return 0;
  }

  // The next act names what stands for this one: somebody else's, where that came first and said the same.
  async #follow(act, standing) {
    const next = this.acts[1];
    if (!next || standing === act.uuid || next.body.after !== act.uuid) return;
    next.body.after = standing;
    await putAct(next);
  }

  async #stop(act, problem) {
    act.problem = problem;
    await putAct(act);
    this.changed();
  }

  #offline(isOffline) {
    if (this.isOffline === isOffline) return;
    this.isOffline = isOffline;
    this.changed();
  }
}
