// A full record tapped tile by tile. Only the engine says what is lawful: it is asked after every event.

import { ask, Offline } from "../table/server.js";
import { Queue } from "../table/queue.js";
import { recall } from "../table/store.js";
import { LastWord } from "../table/last_word.js";
import { shownMatch, totalsOf } from "../table/score.js";
import { Draft } from "./draft.js";
import { handsOf } from "./digits.js";

const AGAIN = 4_000;
const OUT_AGAIN = 30_000; // who was turned away once may be let in again

const root = document.getElementById("record");
const { code, api } = root.dataset;
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const words = read("words");
const set = read("set");
const say = (name, facts = {}) => words[name].replace(/\{(\w+)\}/g, (_all, key) => facts[key]);
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

let book = {};
let shown = null;
let position = null; // what the engine said of the record as it is; null: not asked yet, or not reached
let positions = new Map();
let defence = null;
let player = null; // who plays, where nobody can be asked
let order = "seats";
let isOffline = false;
let isOut = false;
let timer = null;

const draft = new Draft(code, set);
const word = new LastWord(code, `${api}/record`);
const queue = new Queue(code, { api, told, changed: draw, moved: () => word.load() });

/* What comes from the server */

async function look() {
  try {
    const answer = await word.ask();
    if (answer.status === 200) {
      isOut = false;
      await word.keep(answer.body);
    } else if ([401, 403, 404, 410].includes(answer.status)) leave(answer.body?.message);
    draw();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

function leave(message) {
  isOut = true;
  complain(message || say("left_out"));
}

async function told(act, answer) {
  await word.answered(act, answer);
  if (answer.status !== 200 && answer.body?.message) tell(answer.body.message, { isNeed: true });
  look();
}

// Asks about the record as it is; what was tapped on in the meantime is asked about by its own call.
async function check() {
  clearTimeout(timer);
  const { record } = draft;
  position = positions.get(record) ?? null;
  draw();
  if (position || draft.kept.step === "hands") return;
  const answer = await lawful(record);
  if (answer) positions.set(record, answer);
  else timer = setTimeout(check, AGAIN);
  if (draft.record !== record) return;
  position = answer;
  if (position?.fault?.ply === 0) await draft.backToHands();
  draw();
}

// What the engine says of a record; null without network.
async function lawful(record) {
  try {
    const answer = await ask(`${api}/lawful`, { method: "POST", body: { record } });
    isOffline = answer.status !== 200;
    if ([401, 403, 410].includes(answer.status)) leave(answer.body?.message);
    return isOffline ? null : answer.body;
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    isOffline = true;
    return null;
  }
}

/* What is tapped */

async function begin(change) {
  if (!draft.isBegun) await draft.keep({ after: shown.after });
  await change();
  position = null;
  draw();
}

async function play(step = "plays") {
  await draft.keep({ step, dealer: dealerNow(), events: [], facts: null });
  defence = player = null;
  check();
}

async function addEvent(event) {
  defence = player = position = null; // nothing can be tapped on what is no longer so
  tell("");
  await draft.keep({ events: [...draft.kept.events, event] });
  check();
}

async function undo() {
  const { events, step } = draft.kept;
  tell("");
  if (defence) defence = null;
  else if (step === "facts") await draft.keep({ step: "plays" });
  else if (events.length) await draft.keep({ step: "plays", events: events.slice(0, (position?.fault?.ply ?? events.length) - 1) });
  else await draft.backToHands();
  check();
}

async function tapFace(face, isDead) {
  const seat = seatToPlay();
  if (isDead) return why(defence ? `${seat}${defence}${face}` : `${seat}${face}${otherThan(seat, face)}`);
  if (defence) return addEvent(`${seat}${defence}${face}`);
  defence = face;
  tell("");
  draw();
}

// Any second tile: the engine names the first rule that forbids the play, and that is about the first tile.
function otherThan(seat, face) {
  const held = draft.isMasked ? set.inventory : position.hands[draft.seats.indexOf(seat)];
  return held.replace(face, "")[0] ?? face;
}

async function why(event) {
  const answer = await lawful(`${draft.record},${event}`);
  tell(answer?.fault ? say("cannot_be", answer.fault) : say("why_later"), { isNeed: true });
}

function typeDigits() {
  const { hands, count, spent } = handsOf(find("[data-digits]").value, { ...set, dealer: order === "dealing" && (dealerNow() ?? set.seats[0]) });
  find("[data-digits-said]").textContent = spent
    ? say("digit_spent", { place: spent.place, tile: spent.face })
    : say("digits_read", { count, all: set.inventory.length });
  begin(() => draft.keep({ hands, active: set.seats.find((_seat, place) => hands[place].length < draft.size) ?? set.seats[0] }));
}

/* Entering */

function enter() {
  const { dealer, after, facts } = draft.kept;
  const outcome = position?.outcome;
  const { record, isMasked } = draft;
  const body = { act: outcome?.end === "redeal" ? "redeal" : "deal", game: shown.game, after };
  if (isMasked) Object.assign(body, { record: `sheet,s${dealer},${facts.seat},${facts.tile},${facts.how}`, masked: record });
  else body.record = record;
  const entry = isMasked ? book.deals?.[`${facts.seat},${facts.tile},${facts.how}`] : outcome;
  positions = new Map();
  position = null;
  draft.empty();
  queue.add(body, { dealer, entry })
    .then(() => draft.keep()) // stored among the acts first, or a page closed in between would lose it
    .then(() => entry && tellDeal(entry));
}

function tellDeal(entry) {
  const game = shown.games.findLast((other) => other.deals.length);
  const parts = [say("entered", { words: entry.words, totals: totalsOf(shown, game).join("–") })];
  if (shown.dealer && !shown.isOver) parts.push(say("next_dealer", { name: nameOf(shown.dealer) }));
  tell(parts.join(" · "));
}

/* What is shown */

const nameOf = (seat) => shown.seats.find((other) => other.seat === seat)?.name || String(seat);
// By the rules, until somebody says otherwise or the plays begin.
const dealerNow = () => draft.kept.dealer ?? shown.dealer;
const seatToPlay = () => (position ? position.to_play : player);
const faceOf = (digit) => find("#faces").content.querySelector(`[data-of="${digit}"]`).firstElementChild.cloneNode(true);
const hasOutcome = () => Boolean(position?.outcome) && draft.kept.step !== "played_on";
const isOvertaken = () => draft.isBegun && draft.kept.after !== shown.after;

function draw() {
  drawQueue();
  if (!word.state) return;
  shown = shownMatch(word.state, word.onTop(queue.acts), book.deals ?? {});
  drawWhere();
  drawProblem();
  drawPanel();
  drawPlays();
}

function drawQueue() {
  const count = queue.acts.length;
  find("[data-waiting]").textContent = count ? `● ${say("waits", { count })}` : `✓ ${say("all_sent")}`;
  find("[data-waiting]").classList.toggle("need", count > 0);
}

function drawWhere() {
  const number = (shown.current.deals.at(-1)?.number ?? 0) + 1;
  find("[data-where]").textContent = [word.state.round, say("deal", { number })].join("・");
}

function drawProblem() {
  find("[data-stuck]").hidden = !queue.problem;
  find("[data-overtaken]").hidden = !isOvertaken() || Boolean(word.state.dispute);
  const { fault } = position ?? {};
  if (queue.problem) complain(queue.problem.message || say("left_out"));
  else if (word.state.dispute) complain(word.state.dispute);
  else if (isOvertaken()) complain(say("somebody_else"));
  else if (fault) complain(fault.ply ? say("faulty", fault) : say("cannot_be", fault));
  else if (isOffline) complain(say("no_network"));
  else if (!isOut) find("[data-problem]").hidden = true;
}

function drawPanel() {
  const isClosed = shown.isOver || !word.state.takes_deals;
  const { step } = draft.kept;
  const open = isClosed ? "closed" : step === "hands" ? "hands" : step === "facts" || hasOutcome() ? "end" : "plays";
  const before = all("[data-panel]").find((other) => !other.hidden)?.dataset.panel;
  for (const other of all("[data-panel]")) other.hidden = other.dataset.panel !== open;
  ({ hands: drawHands, plays: drawGame, end: drawEnd, closed: () => {} })[open]();
  if (before && before !== open) find(`[data-panel="${open}"] h1`)?.focus({ preventScroll: true });
}

function drawHands() {
  const { active } = draft.kept;
  const { open } = draft;
  const dealer = dealerNow();
  find("[data-hands]").replaceChildren(...set.seats.map((seat) => {
    const key = handKey(seat, draft.hand(seat), { note: say("of_hand", { count: draft.hand(seat).length, size: draft.size }) });
    key.setAttribute("aria-pressed", String(seat === active));
    key.addEventListener("click", () => draft.keep({ active: seat }).then(draw));
    return key;
  }));
  for (const key of all("[data-deal]")) {
    const left = draft.left(key.dataset.deal);
    key.disabled = !left || !open.includes(active);
    key.querySelector("[data-left]").textContent = `×${left}`;
  }
  drawSeats("[data-dealers]", dealer, (seat) => draft.keep({ dealer: seat }).then(order === "dealing" ? typeDigits : draw));
  find("[data-play]").disabled = !draft.isComplete || !dealer;
  find("[data-unseen]").hidden = draft.isComplete;
  find("[data-unseen]").disabled = !dealer;
  find("[data-rest]").hidden = open.length !== 1;
  if (open.length === 1) find("[data-rest]").textContent = say("rest", { name: nameOf(open[0]) });
  find("[data-tile-back]").disabled = !draft.isBegun;
}

function handKey(seat, tiles, { note, kind = "button" }) {
  const key = document.createElement(kind);
  key.className = "hand";
  if (kind === "button") key.type = "button";
  key.dataset.seat = seat;
  const name = Object.assign(document.createElement("b"), { textContent: nameOf(seat) });
  const count = Object.assign(document.createElement("small"), { textContent: [seat, note].filter(Boolean).join("・") });
  const row = document.createElement("span");
  row.append(...[...tiles].sort().map(faceOf));
  key.append(name, count, row);
  return key;
}

function drawSeats(place, chosen, pressed) {
  find(place).replaceChildren(...set.seats.map((seat) => {
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: nameOf(seat) });
    key.dataset.seat = seat;
    key.setAttribute("aria-pressed", String(seat === chosen));
    key.addEventListener("click", () => pressed(seat));
    return key;
  }));
}

function drawGame() {
  const seat = seatToPlay();
  const legal = position?.legal ?? [];
  find("[data-question]").textContent = question(seat);
  if (position || isOffline) drawHeld(seat);
  find("[data-players]").hidden = Boolean(position) || !isOffline;
  drawSeats("[data-players]", player, (chosen) => { player = chosen; defence = null; draw(); });
  for (const key of all("[data-face]")) drawFace(key, seat, legal);
  drawLive(find("[data-pass]"), { isHere: Boolean(seat) && !defence, isLive: !position || legal.includes(`${seat}p`) });
  find("[data-redeal]").hidden = !legal.includes("R");
  find("[data-to-facts]").hidden = !draft.isMasked;
}

function drawHeld(seat) {
  find("[data-held]").replaceChildren(...set.seats.map((other) => {
    const line = handKey(other, tilesOf(other), { kind: "div" });
    line.classList.toggle("now", other === seat);
    const last = draft.kept.events.findLast((event) => event.startsWith(other));
    if (last) line.append(played(last));
    return line;
  }));
}

function tilesOf(seat) {
  if (draft.isMasked) return "";
  return [...new Set(draft.hand(seat))].map((face) => face.repeat(heldBy(seat, face))).join("");
}

// Defence and attack, or that the seat passed.
function played(event) {
  const place = Object.assign(document.createElement("span"), { className: "played" });
  if (event.endsWith("p")) place.textContent = say("passed");
  else place.append(faceOf(event[1]), "→", faceOf(event[2]));
  return place;
}

function question(seat) {
  if (position?.fault) return say("faulty", position.fault);
  if (!seat) return isOffline ? say("unchecked_seat") : "…";
  const facts = { name: nameOf(seat) };
  if (defence) return say("attacks", facts);
  return say(position?.leads ? "leads" : "receives", facts);
}

function drawFace(key, seat, legal) {
  const { face } = key.dataset;
  const held = seat ? heldBy(seat, face) - Number(defence === face && !draft.isMasked) : 0;
  const isLive = !position || legal.some((event) => event.startsWith(`${seat}${defence ?? ""}${face}`) && event.length === 3);
  drawLive(key, { isHere: held > 0 && !position?.fault, isLive });
  key.setAttribute("aria-pressed", String(defence === face));
  if (face === "x") key.hidden = !draft.isMasked || Boolean(defence);
  else key.querySelector("[data-left]").textContent = held > 0 && !draft.isMasked ? `×${held}` : "";
}

// A key that is not there cannot be pressed; one that the rules forbid can, and tells why.
function drawLive(key, { isHere, isLive }) {
  key.disabled = !isHere;
  key.setAttribute("aria-disabled", String(isHere && !isLive));
}

function heldBy(seat, face) {
  if (draft.isMasked) return 1;
  return position ? position.hands[draft.seats.indexOf(seat)].split(face).length - 1 : draft.held(seat, face);
}

function drawEnd() {
  const outcome = position?.outcome;
  const { isMasked } = draft;
  find("[data-ended]").textContent = isMasked ? say("facts") : say("ended", outcome);
  find("[data-facts]").hidden = !isMasked;
  find("[data-play-on]").hidden = isMasked || !position?.legal.length;
  if (isMasked) drawFacts(outcome);
  const { facts } = draft.kept;
  const isWhole = isMasked ? Boolean(facts?.seat && facts.tile && facts.how) : Boolean(outcome);
  find("[data-enter]").disabled = !isWhole || !position || Boolean(position.fault) || isOvertaken();
}

function drawFacts(outcome) {
  if (outcome?.how) draft.kept.facts ??= { seat: outcome.seat, tile: outcome.tile === "9" ? "8" : outcome.tile, how: outcome.how };
  const facts = draft.kept.facts ?? {};
  drawSeats("[data-out]", facts.seat, (seat) => chooseFact({ seat }));
  for (const key of all("[data-last]")) key.setAttribute("aria-pressed", String(key.dataset.last === facts.tile));
  for (const key of all("[data-how]")) key.setAttribute("aria-pressed", String(key.dataset.how === facts.how));
}

function chooseFact(fact) {
  draft.keep({ facts: { ...draft.kept.facts, ...fact } }).then(draw);
}

function drawPlays() {
  find("[data-plays]").replaceChildren(...draft.kept.events.map((event) => {
    const line = document.createElement("li");
    const name = nameOf(Number(event[0]));
    if (event === "R") line.textContent = say("redealt");
    else line.append(`${name} `, played(event));
    return line;
  }));
}

function tell(sentence, { isNeed = false } = {}) {
  find("[data-said]").textContent = sentence;
  find("[data-said]").classList.toggle("need", isNeed);
}

function complain(sentence) {
  const place = find("[data-problem]");
  if (place.textContent !== sentence) place.textContent = sentence;
  place.hidden = false;
}

/* Keys */

function onPress(selector, act) {
  for (const key of all(selector)) key.addEventListener("click", () => act(key.dataset, key.getAttribute("aria-disabled") === "true"));
}

onPress("[data-deal]", ({ deal }) => begin(() => draft.deal(deal)));
onPress("[data-tile-back]", () => begin(() => draft.tileBack()));
onPress("[data-rest]", () => begin(() => draft.giveRest()));
onPress("[data-unseen]", () => begin(() => draft.hideRest()).then(() => play()));
onPress("[data-play]", () => play());
onPress("[data-start-over]", () => confirm(say("start_over")) && draft.clear().then(check));
onPress("[data-face]", ({ face }, isDead) => tapFace(face, isDead));
onPress("[data-pass]", (_facts, isDead) => (isDead ? why : addEvent)(`${seatToPlay()}p`));
onPress("[data-redeal]", () => addEvent("R"));
onPress("[data-undo]", undo);
onPress("[data-to-facts]", () => draft.keep({ step: "facts" }).then(draw));
onPress("[data-play-on]", () => draft.keep({ step: "played_on" }).then(draw));
onPress("[data-last]", ({ last }) => chooseFact({ tile: last }));
onPress("[data-how]", ({ how }) => chooseFact({ how }));
onPress("[data-enter]", enter);
onPress("[data-as-next]", () => draft.keep({ after: shown.after }).then(draw));
onPress("[data-again]", () => queue.again());
onPress("[data-drop]", () => queue.drop(queue.acts[0]).then(() => queue.flush()));
onPress("[data-order]", (facts) => {
  ({ order } = facts);
  for (const key of all("[data-order]")) key.setAttribute("aria-pressed", String(key.dataset.order === order));
  if (find("[data-digits]").value) typeDigits();
});
find("[data-digits]").addEventListener("input", typeDigits);

/* Start */

async function start() {
  if (root.dataset.worker && "serviceWorker" in navigator) navigator.serviceWorker.register(root.dataset.worker).catch(() => {});
  await word.load();
  book = (await recall(`book ${code}`)) ?? {};
  await draft.load();
  await queue.load();
  await look();
  await check();
  addEventListener("online", check);
  setInterval(() => document.hidden || isOut || look(), AGAIN);
  setInterval(() => document.hidden || !isOut || look(), OUT_AGAIN);
}

start();
