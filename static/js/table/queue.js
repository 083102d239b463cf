// The acts of one match on their way: each stored before it is shown, sent in order, once, until it is answered.
// All tabs of a phone have one queue, the store's: each reads it before it sends, and says when it has changed it.

import { addAct, actsOf, changeActs, dropAct, withdrawAct } from "./store.js";
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
  #tabs;

  // told(answer) hears what the server said of an act; changed() that the queue is another one; moved() comes
  // first where another tab may have changed it.
  constructor(code, { api, told, changed, moved }) {
    Object.assign(this, { code, api, told, changed, moved, acts: [], isOffline: false });
    this.#tabs = new BroadcastChannel(`acts ${code}`);
    this.#tabs.addEventListener("message", () => this.#catchUp());
    for (const moment of ["online", "focus", "pageshow"]) addEventListener(moment, () => this.flush());
    document.addEventListener("visibilitychange", () => this.#catchUp().then(() => this.flush()));
  }

  async load() {
    this.acts = await actsOf(this.code);
    this.changed();
    return this.flush();
  }

  async #catchUp() {
    await this.moved();
    this.acts = await actsOf(this.code);
    this.changed();
  }

  async #read() {
    const acts = await actsOf(this.code);
    const isSame = JSON.stringify(acts) === JSON.stringify(this.acts);
    this.acts = acts;
    if (!isSame) this.changed();
  }

  async #announce() {
    this.#tabs.postMessage("changed");
    await this.#read();
  }

  // Why the first act can go no further until somebody decides; the later ones wait behind it.
  get problem() {
    return this.acts[0]?.problem ?? null;
  }

  async add(body, shown = {}) {
    const act = { code: this.code, uuid: newUuid(), body, ...shown, madeAt: new Date().toISOString(), problem: null };
    await addAct(act);
    await this.#announce();
    this.flush();
  }

  async drop(act) {
    await dropAct(act);
    await this.#announce();
  }

  // Whether the act will not be sent; otherwise it is too late for that.
  async withdraw(act) {
    const isGone = await withdrawAct(act);
    if (!isGone) await this.moved();
    await this.#announce();
    return isGone;
  }

  // The first act is tried once more.
  async again() {
    await this.#change(({ place }) => place === this.acts[0]?.place, () => ({ problem: null }));
    return this.flush();
  }

  async #change(concerns, change) {
    await changeActs(this.code, concerns, change);
    await this.#announce();
  }

  // One round of sending at a time; whoever asks meanwhile waits for the same.
  flush() {
    this.#sending ??= this.#send().finally(() => { this.#sending = null; });
    return this.#sending;
  }

  async #send() {
    clearTimeout(this.#timer);
    await this.#read();
    while (this.acts.length && !this.problem) {
      const wait = await this.#sendFirst();
      if (wait) {
        this.#timer = setTimeout(() => this.flush(), wait);
        return;
      }
      await this.#read();
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

  // What comes after names what stands for this one: somebody else's, where that came first and said the same.
  async #follow(act, standing) {
    if (standing === act.uuid) return;
    await this.#change(({ body }) => body.after === act.uuid, ({ body }) => ({ body: { ...body, after: standing } }));
  }

  #stop(act, problem) {
    return this.#change(({ place }) => place === act.place, () => ({ problem }));
  }

  #offline(isOffline) {
    if (this.isOffline === isOffline) return;
    this.isOffline = isOffline;
    this.changed();
  }
}
