// The phone at a table: three taps enter a deal. What is shown is the server's last word and, on top, what waits.

import { ask, Offline } from "./server.js";
import { Queue } from "./queue.js";
import { recall, remember } from "./store.js";
import { offerFile } from "./rescue.js";
import { shownMatch, totalsOf } from "./score.js";
import { Clock } from "./clock.js";

const LOOK_AGAIN = 4_000;
const POSITIONS = ["s", "e", "n", "w"];

const root = document.getElementById("table");
const { code, api } = root.dataset;
const words = JSON.parse(document.getElementById("words").textContent);
const say = (name, facts = {}) => words[name].replace(/\{(\w+)\}/g, (_all, key) => facts[key]);
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

let state = null;
let book = null;
let shown = null;
let chosen = {};
let panel = null;
let turned = 0;
let isShared = false;
let isOut = false;

const clock = new Clock(find("[data-clock]"), say);
const queue = new Queue(code, { api, told, changed: draw });

/* What comes from the server */

// What was asked for before the last act was answered may be older than that act: it is asked for again.
async function look() {
  if (isOut) return;
  const before = answered;
  try {
    const answer = await ask(`${api}/table`);
    if (answer.status === 200 && before !== answered) return look();
    if (answer.status === 200) await see(answer.body);
    else if ([401, 403, 410].includes(answer.status)) leave(answer.body?.message);
    queue.flush();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

async function see(newer) {
  const isOthers = state && newer.after !== state.after && !queue.acts.length && !own.has(newer.after);
  state = newer;
  landed = [];
  clock.set(state);
  await remember(`state ${code}`, state);
  await remember(`landed ${code}`, landed);
  if (isOthers) tell(say("somebody_else"));
  draw();
}

// What this phone has sent, or what stands for it: news about these is no news.
const own = new Set();
let answered = 0;
// Acts that the server has and its last word does not tell yet; kept, or the next act after a reload would
// name one before them.
let landed = [];

async function told(act, answer) {
  answered += 1;
  own.add(act.uuid).add(answer.body?.act);
  if (answer.status === 200) landed.push({ ...act, uuid: answer.body.act });
  await remember(`landed ${code}`, landed);
  if (answer.status !== 200 && answer.body?.message) tell(answer.body.message, { isNeed: true });
  else if (find("[data-said]").classList.contains("need")) tell("");
  look();
}

const notYetTold = () => [...landed.filter((act) => !queue.acts.some(({ place }) => place === act.place)), ...queue.acts];

function leave(message) {
  isOut = true;
  complain(message || say("left_out"));
}

/* What is entered */

function enter(facts) {
  const dealer = shown.dealer ?? chosen.dealer;
  const act = facts === "R" ? "redeal" : "deal";
  const body = { act, game: shown.game, after: shown.after, record: `sheet,s${dealer},${facts}` };
  chosen = {};
  panel = null;
  queue.add(body, { dealer }).then(() => tellDeal(book.deals[facts]));
}

function tellDeal(entry) {
  const game = shown.games.findLast((other) => other.deals.length);
  const parts = [say("answer", { words: entry.words, totals: totalsOf(shown, game).join("–") })];
  if (shown.dealer && !shown.isOver) parts.push(say("next_dealer", { name: nameOf(shown.dealer) }));
  if (!shown.dealer && !shown.isOver) parts.push(say("name_dealer", { game: game.number }));
  tell(parts.join(" · "));
}

function takeBack() {
  const game = lastGame();
  const number = game.deals.at(-1).number;
  const last = queue.acts.at(-1);
  panel = null;
  const isUnsent = last && ["deal", "redeal"].includes(last.body.act) && last.place !== queue.acts[0].place;
  const done = isUnsent
    ? queue.drop(last)
    : queue.add({ act: "retract", game: game.number, after: shown.after, record: "" });
  done.then(() => tell(say("taken_back", { number })));
}

function ringBell() {
  queue.add({ act: "time_up", game: shown.game, after: shown.after });
}

function confirm(side, digits) {
  const { after } = shown;
  queue.add({ act: "confirm", game: shown.game, after, side, code: digits })
    .then(() => queue.isOffline && tell(say("confirm_waits")));
}

const lastGame = () => shown.games.findLast((game) => game.deals.length);
const nameOf = (seat) => shown.seats.find((other) => other.seat === seat)?.name ?? seat;

/* What is shown */

function draw() {
  drawQueue();
  if (!state || !book) return;
  shown = shownMatch(state, notYetTold(), book.deals);
  drawWhere();
  drawScore();
  drawDeals();
  drawProblem();
  drawPanel();
}

function drawWhere() {
  const { number: game, deals } = shown.current;
  const name = state.best_of > 1 ? "game_deal" : "deal";
  const place = shown.isOver ? [] : [say(name, { game, number: (deals.at(-1)?.number ?? 0) + 1 })];
  find("[data-where]").textContent = [state.round, ...place].join("・");
}

function drawQueue() {
  const waiting = find("[data-waiting]");
  const count = queue.acts.length;
  waiting.textContent = count ? `● ${say("waits", { count })}` : `✓ ${say("all_sent")}`;
  waiting.classList.toggle("need", count > 0);
}

function drawScore() {
  const totals = totalsOf(shown, lastGame()?.number === shown.game || shown.isOver ? lastGame() : shown.current);
  find("[data-score]").replaceChildren(...shown.sides.map(({ name, games_won: won }, place) => {
    const box = document.createElement("div");
    const points = Object.assign(document.createElement("b"), { textContent: totals[place] });
    const label = Object.assign(document.createElement("small"), {
      textContent: shown.best_of > 1 ? `${name} (${won})` : name,
    });
    box.append(points, label);
    return box;
  }));
  find("[data-score]").classList.toggle("three", shown.sides.length === 3);
}

function drawDeals() {
  find("[data-deals]").replaceChildren(...shown.games.flatMap((game) => game.deals.map((deal) => {
    const mark = deal.waits ? "● " : "";
    const facts = { who: deal.out ? nameOf(deal.out) : "", words: deal.words, totals: deal.running.join("–"), dealer: nameOf(deal.dealer) };
    const words = mark + say("deal_line", facts).trim();
    return Object.assign(document.createElement("li"), { value: deal.number, textContent: words });
  })));
}

function drawProblem() {
  const problem = queue.problem;
  find("[data-stuck]").hidden = !problem;
  if (problem) {
    complain(problem.message || say("left_out"));
    find("[data-stuck]").dataset.code = code;
    offerFile(find("[data-stuck]"));
  } else if (state.state === "disputed") complain(say("disputed"));
  else if (!isOut) find("[data-problem]").hidden = true;
}

function drawPanel() {
  const open = panel ?? (shown.isOver ? "over" : state.seat === null && !isShared ? "seat" : "deal");
  const before = all("[data-panel]").find((other) => !other.hidden)?.dataset.panel;
  for (const other of all("[data-panel]")) other.hidden = other.dataset.panel !== open;
  ({ deal: drawDeal, seat: drawOwnSeat, combination: drawCombination, redeal: drawRedeal, back: drawBack, over: drawOver })[open]();
  if (before && before !== open) find(`[data-panel="${open}"] h1`)?.focus({ preventScroll: true });
}

function drawDeal() {
  const needsDealer = !shown.dealer && !chosen.dealer;
  find("[data-question]").textContent = say(needsDealer ? "ask_dealer" : "ask_out");
  drawSeats(find("[data-seats]"), (seat) => choose(needsDealer ? { dealer: seat } : { seat }), chosen.seat);
  find("[data-rest]").hidden = needsDealer;
  for (const key of all("[data-tile]")) key.setAttribute("aria-pressed", String(key.dataset.tile === chosen.tile));
  for (const key of all("[data-how]")) {
    const facts = chosen.seat && chosen.tile && `${chosen.seat},${chosen.tile},${key.dataset.how}`;
    key.disabled = !facts || !book.deals[facts];
  }
  const doubled = book.deals[`${chosen.seat},${chosen.tile},doubled`];
  find("[data-doubled]").textContent = doubled ? say("doubled", { points: Math.max(...Object.values(doubled.points)) }) : "×2";
  find("[data-open=back]").disabled = !lastGame();
  find("[data-bell]").hidden = needsDealer || !clock.isUp;
}

function choose(facts) {
  Object.assign(chosen, facts);
  draw();
}

// The four as they sit: the phone's own seat at the bottom, unless the table was turned.
function drawSeats(place, pressed, marked) {
  const count = shown.seats.length;
  const first = (state.seat ?? 1) - 1 + turned;
  const dealer = shown.dealer ?? chosen.dealer;
  place.replaceChildren(...shown.seats.map(({ seat, name }) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = POSITIONS[(seat - 1 - first + 2 * count) % count];
    key.dataset.seat = seat;
    key.setAttribute("aria-pressed", String(Array.isArray(marked) ? marked.includes(seat) : seat === marked));
    const notes = [seat, seat === dealer && say("dealer"), seat === state.seat && say("you")].filter(Boolean);
    const person = Object.assign(document.createElement("b"), { textContent: name });
    const note = Object.assign(document.createElement("small"), { textContent: notes.join("・") });
    key.append(person, note);
    key.addEventListener("click", () => pressed(seat));
    return key;
  }));
}

function drawOwnSeat() {
  drawSeats(find("[data-own-seats]"), takeSeat, state.seat);
}

async function takeSeat(seat) {
  panel = null;
  isShared = seat === null;
  state.seat = seat;
  turned = 0;
  draw();
  try {
    const answer = await ask(`${api}/table/seat`, { method: "PUT", body: { seat } });
    if (answer.status === 200) await see(answer.body);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

function drawCombination() {
  const special = chosen.special;
  for (const key of all("[data-special]")) {
    key.disabled = !Object.keys(book.deals).some((facts) => facts.includes(key.dataset.special));
    key.setAttribute("aria-pressed", String(key.dataset.special === special));
  }
  find("[data-whose]").hidden = !special;
  find("[data-whose-words]").textContent = say(special === "five_five" ? "which_side" : "whose");
  drawSeats(find("[data-holders]"), (seat) => chooseHolder(seat), chosen.holder);
  const beside = { six: 2, seven: 1 }[special] ?? 0;
  find("[data-beside]").hidden = !beside || !chosen.holder;
  find("[data-beside-words]").textContent = say("choose_beside", { count: beside - (chosen.others?.length ?? 0) });
}

function chooseHolder(holder) {
  Object.assign(chosen, { holder, others: [] });
  const side = shown.seats.find(({ seat }) => seat === holder).side;
  if (chosen.special === "five_five") enter(`${side},five_five`);
  else if (chosen.special === "eight") enter(`${holder},eight`);
  else draw();
}

function chooseBeside(digit) {
  chosen.others = [...(chosen.others ?? []), digit].sort();
  const facts = `${chosen.holder},${chosen.special},${chosen.others.join("")}`;
  if (book.deals[facts]) enter(facts);
  else draw();
}

// Who is asked, and what follows from the answer, stands in the book: the engine knows the rule (G-3.1, G-3.2).
function drawRedeal() {
  const { asked } = chosen;
  find("[data-redeal-question]").textContent = asked ? say("ask_partner", { name: nameOf(asked.ask) }) : say("ask_five");
  find("[data-fives]").hidden = find("[data-ask-partner]").hidden = Boolean(asked);
  find("[data-decide]").hidden = !asked;
  const fives = chosen.fives ?? [];
  find("[data-ask-partner]").disabled = !fives.length;
  drawSeats(find("[data-fives]"), (seat) => choose({ fives: fives.includes(seat) ? fives.filter((other) => other !== seat) : [...fives, seat] }), fives);
}

function course(step) {
  if (step === "redeal") enter("R");
  else if (step === "play") {
    tell(say("play_on"));
    chosen = {};
    panel = null;
    draw();
  } else if (typeof step === "string") enter(step);
  else choose({ asked: step });
}

function drawBack() {
  const deal = lastGame().deals.at(-1);
  find("[data-back-question]").textContent = say("take_back", deal);
}

function drawOver() {
  const result = shown.games.map((game) => totalsOf(shown, game).join("–")).join(" · ");
  const word = { confirmed: "confirmed", void: "void" }[state.state] ?? "to_confirm";
  find("[data-over-words]").textContent = word === "to_confirm" ? `${say(word)} ${result}` : say(word);
  find("[data-when-open]").hidden = word !== "to_confirm" || !lastGame();
  const place = find("[data-confirmations]");
  const missing = word === "to_confirm" ? missingSides() : [];
  if (place.dataset.missing === missing.join() && missing.length) return; // half a code stays typed
  place.dataset.missing = missing.join();
  place.replaceChildren(...missing.map(confirmForm));
}

// Until the server has the last deal it cannot say who confirms: then it is every side but this phone's.
function missingSides() {
  if (state.state === "to_confirm" && !queue.acts.some(({ body }) => body.act !== "confirm")) return state.missing;
  const own = shown.seats.find(({ seat }) => seat === state.seat)?.side;
  return shown.sides.map(({ side }) => side).filter((side) => side !== own);
}

function confirmForm(side) {
  const form = find("#confirm-side").content.cloneNode(true).querySelector("form");
  const [label, field] = [form.querySelector("label"), form.querySelector("input")];
  field.id = `code-${side}`;
  label.htmlFor = field.id;
  label.textContent = say("confirm_side", { name: shown.sides.find((other) => other.side === side).name });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    confirm(side, field.value);
    field.value = "";
  });
  return form;
}

function tell(sentence, { isNeed = false } = {}) {
  const place = find("[data-said]");
  place.textContent = sentence;
  place.classList.toggle("need", isNeed);
}

function complain(sentence) {
  const place = find("[data-problem]");
  if (place.textContent !== sentence) place.textContent = sentence;
  place.hidden = false;
}

/* Keys */

function onPress(selector, act) {
  for (const key of all(selector)) key.addEventListener("click", () => act(key.dataset, key));
}

onPress("[data-tile]", ({ tile }) => choose({ tile }));
onPress("[data-how]", ({ how }) => enter(`${chosen.seat},${chosen.tile},${how}`));
onPress("[data-open]", ({ open }) => { panel = open; draw(); });
onPress("[data-close]", () => { panel = null; chosen = { dealer: chosen.dealer }; draw(); });
onPress("[data-special]", ({ special }) => choose({ special, holder: null, others: [] }));
onPress("[data-other]", ({ other }) => chooseBeside(other));
onPress("[data-ask-partner]", () => course(book.fives[shown.dealer ?? chosen.dealer]?.[[...chosen.fives].sort().join("")] ?? "play"));
onPress("[data-answer]", ({ answer }) => course(chosen.asked[answer]));
onPress("[data-take-back]", takeBack);
onPress("[data-bell]", ringBell);
onPress("[data-nobody]", () => takeSeat(null));
onPress("[data-turn]", () => { turned += 1; draw(); });
onPress("[data-change-seat]", () => { panel = "seat"; draw(); });
onPress("[data-again]", () => { queue.acts[0].problem = null; queue.flush(); draw(); });
onPress("[data-drop]", () => queue.drop(queue.acts[0]).then(() => queue.flush()));
onPress("[data-call]", callReferee);

async function callReferee(_facts, key) {
  try {
    const answer = await ask(`${api}/table/referee`, { method: "PUT", body: { called: true } });
    if (answer.status !== 200) throw new Offline();
    key.disabled = true;
    tell(say("called"));
  } catch {
    tell(say("not_called"), { isNeed: true });
  }
}

/* Start */

async function start() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(root.dataset.worker).catch(() => {});
  [state, book] = [await recall(`state ${code}`), await recall(`book ${code}`)];
  landed = (await recall(`landed ${code}`)) ?? [];
  await queue.load();
  try {
    const answer = await ask(`${api}/table/book`);
    if (answer.status === 200) await remember(`book ${code}`, (book = answer.body));
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
  await look();
  setInterval(() => document.hidden || look(), LOOK_AGAIN);
}

start();
