// The phone at a table: three taps enter a deal. What is shown is the server's last word and, on top, what waits.

import { ask, Offline } from "./server.js";
import { Queue } from "./queue.js";
import { recall, remember } from "./store.js";
import { LastWord } from "./last_word.js";
import { offerFile } from "./rescue.js";
import { shownMatch, totalsOf } from "./score.js";
import { Clock } from "./clock.js";

const LOOK_AGAIN = 4_000;
const OUT_AGAIN = 30_000; // who was turned away once may be let in again
const POSITIONS = ["s", "e", "n", "w"];
const CLOSED = ["confirmed", "void"];
const BESIDE = { six: 2, seven: 1 };

const root = document.getElementById("table");
const { code, api } = root.dataset;
const words = JSON.parse(document.getElementById("words").textContent);
const say = (name, facts = {}) => words[name].replace(/\{(\w+)\}/g, (_all, key) => facts[key]);
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

let book = null;
let shown = null;
let chosen = {};
let panel = null;
let turned = 0;
let isShared = false;
let isOut = false;

const clock = new Clock(find("[data-clock]"), say);
const word = new LastWord(code, `${api}/table`);
const queue = new Queue(code, { api, told, changed: draw, moved: () => word.load() });

/* What comes from the server */

async function look() {
  try {
    const answer = await word.ask();
    if (answer.status === 200) {
      isOut = false;
      await see(answer.body);
    } else if ([401, 403, 404, 410].includes(answer.status)) leave(answer.body?.message);
    queue.flush();
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

async function see(newer) {
  const isOthers = !queue.acts.length && word.isNewsOfOthers(newer);
  const isComing = word.state?.referee_called_at && !newer.referee_called_at;
  await word.keep(newer);
  clock.set(newer);
  if (isOthers) tell(say("somebody_else"));
  if (isComing) tell(say("coming"));
  draw();
}

async function told(act, answer) {
  await word.answered(act, answer);
  if (answer.status !== 200 && answer.body?.message) tell(answer.body.message, { isNeed: true });
  else if (find("[data-said]").classList.contains("need")) tell("");
  look();
}

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

async function takeBack() {
  const { number: game, deals } = lastGame();
  const { number } = deals.at(-1);
  const last = queue.acts.at(-1);
  panel = null;
  const isUnsent = ["deal", "redeal"].includes(last?.body.act) && await queue.withdraw(last);
  if (!isUnsent) await queue.add({ act: "retract", game, after: shown.after, record: "" });
  tell(say("taken_back", { number }));
}

function ringBell() {
  queue.add({ act: "time_up", game: shown.game, after: shown.after });
}

function confirm(side, digits) {
  const { after } = shown;
  queue.add({ act: "confirm", game: shown.game, after, side, code: digits })
    .then(() => queue.isOffline && tell(say("confirm_waits")));
}

const isClosed = () => CLOSED.includes(word.state.state);
const lastGame = () => shown.games.findLast((game) => game.deals.length);
const nameOf = (seat) => shown.seats.find((other) => other.seat === seat)?.name ?? seat;

/* What is shown */

function draw() {
  drawQueue();
  if (!word.state || !book) return;
  shown = shownMatch(word.state, word.onTop(queue.acts), book.deals);
  drawWhere();
  drawCall();
  drawScore();
  drawDeals();
  drawProblem();
  drawPanel();
}

function drawWhere() {
  const { number: game, deals } = shown.current;
  const name = word.state.best_of > 1 ? "game_deal" : "deal";
  const place = shown.isOver ? [] : [say(name, { game, number: (deals.at(-1)?.number ?? 0) + 1 })];
  find("[data-where]").textContent = [word.state.round, ...place].join("・");
  find("[data-clock]").hidden = isClosed();
}

// A call stands until the desk answers it.
function drawCall() {
  const at = word.state.referee_called_at;
  const time = at && new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  find("[data-call]").disabled = Boolean(at);
  find("[data-call]").textContent = at ? say("called_at", { time }) : say("call");
}

function drawQueue() {
  const waiting = find("[data-waiting]");
  const count = queue.acts.length;
  waiting.textContent = count ? `● ${say("waits", { count })}` : `✓ ${say("all_sent")}`;
  waiting.classList.toggle("need", count > 0);
}

function drawScore() {
  const totals = totalsShown();
  find("[data-score]").replaceChildren(...shown.sides.map(({ name, games_won: won }, place) => {
    const box = document.createElement("div");
    const points = Object.assign(document.createElement("b"), { textContent: totals?.[place] ?? "–" });
    const label = Object.assign(document.createElement("small"), {
      textContent: shown.best_of > 1 ? `${name} (${won})` : name,
    });
    box.append(points, label);
    return box;
  }));
  find("[data-score]").classList.toggle("three", shown.sides.length === 3);
}

// Of a match that is over without a game, or does not count, there are none.
function totalsShown() {
  if (!shown.isOver) return totalsOf(shown, lastGame()?.number === shown.game ? lastGame() : shown.current);
  return shown.state === "void" || !shown.games.length ? null : totalsOf(shown, shown.games.at(-1));
}

function drawDeals() {
  find("[data-deals]").replaceChildren(...shown.games.flatMap((game) => game.deals.map((deal) => {
    const mark = deal.waits ? "● " : "";
    const facts = { who: deal.out ? nameOf(deal.out) : "", words: deal.words, totals: deal.running?.join("–") ?? "–", dealer: nameOf(deal.dealer) };
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
  } else if (word.state.dispute) complain(word.state.dispute);
  else if (!isOut) find("[data-problem]").hidden = true;
}

function drawPanel() {
  const awaited = shown.isOver ? "over" : word.state.seat === null && !isShared ? "seat" : "deal";
  const open = isClosed() ? "over" : (panel ?? awaited);
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

function show(open) {
  tell("");
  panel = open;
  draw();
}

function choose(facts) {
  tell("");
  Object.assign(chosen, facts);
  draw();
}

// The four as they sit: the phone's own seat at the bottom, unless the table was turned.
function drawSeats(place, pressed, marked) {
  const count = shown.seats.length;
  const first = (word.state.seat ?? 1) - 1 + turned;
  const dealer = shown.dealer ?? chosen.dealer;
  place.replaceChildren(...shown.seats.map(({ seat, name }) => {
    const key = document.createElement("button");
    key.type = "button";
    key.className = POSITIONS[(seat - 1 - first + 2 * count) % count];
    key.dataset.seat = seat;
    key.setAttribute("aria-pressed", String(Array.isArray(marked) ? marked.includes(seat) : seat === marked));
    const notes = [seat, seat === dealer && say("dealer"), seat === word.state.seat && say("you")].filter(Boolean);
    const person = Object.assign(document.createElement("b"), { textContent: name });
    const note = Object.assign(document.createElement("small"), { textContent: notes.join("・") });
    key.append(person, note);
    key.addEventListener("click", () => pressed(seat));
    return key;
  }));
}

function drawOwnSeat() {
  drawSeats(find("[data-own-seats]"), takeSeat, word.state.seat);
}

async function takeSeat(seat) {
  panel = null;
  isShared = seat === null;
  word.state.seat = seat;
  turned = 0;
  draw();
  try {
    const answer = await ask(`${api}/table/seat`, { method: "PUT", body: { seat } });
    if (answer.status === 200) await see(answer.body);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

// One question at a time: which combination, whose, what lies beside the pawns.
function drawCombination() {
  const { special, holder, others = [] } = chosen;
  const isBeside = special in BESIDE && Boolean(holder);
  for (const key of all("[data-special]")) key.disabled = !Object.keys(book.deals).some((facts) => facts.includes(key.dataset.special));
  const named = special && find(`[data-special="${special}"]`).textContent;
  find("[data-combination-words]").textContent = [named ?? say("combination"), isBeside && nameOf(holder)].filter(Boolean).join("・");
  find("[data-which]").hidden = Boolean(special);
  find("[data-whose]").hidden = !special || isBeside;
  find("[data-whose-words]").textContent = say(special === "five_five" ? "which_side" : "whose");
  drawSeats(find("[data-holders]"), (seat) => chooseHolder(seat), holder);
  find("[data-beside]").hidden = !isBeside;
  find("[data-beside-words]").textContent = say("choose_beside", { count: (BESIDE[special] ?? 0) - others.length });
  for (const key of all("[data-other]")) key.setAttribute("aria-pressed", String(others.includes(key.dataset.other)));
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
  find("[data-over-words]").textContent = isClosed() ? say(closedWord()) : `${say("to_confirm")} ${result}`;
  for (const door of all("[data-while-open]")) door.hidden = isClosed();
  find("[data-take-last-back]").hidden = isClosed() || !lastGame();
  drawNext();
  const place = find("[data-confirmations]");
  const missing = isClosed() ? [] : missingSides();
  if (place.dataset.missing === missing.join() && missing.length) return; // half a code stays typed
  place.dataset.missing = missing.join();
  place.replaceChildren(...missing.map(confirmForm));
}

function closedWord() {
  if (word.state.state === "confirmed") return "confirmed";
  return word.state.is_ruled_void ? "ruled_void" : "void";
}

function drawNext() {
  const places = word.state.next_places ?? [];
  find("[data-next]").hidden = !isClosed();
  find("[data-next-unknown]").hidden = places.length > 0 || word.state.state === "void";
  find("[data-next-places]").replaceChildren(
    ...places.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
}

// Until the server has the last deal it cannot say who confirms: then it is every side but this phone's.
function missingSides() {
  if (word.state.state === "to_confirm" && !queue.acts.some(({ body }) => body.act !== "confirm")) return word.state.missing;
  const own = shown.seats.find(({ seat }) => seat === word.state.seat)?.side;
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
onPress("[data-open]", ({ open }) => show(open));
onPress("[data-close]", () => { chosen = { dealer: chosen.dealer }; show(null); });
onPress("[data-special]", ({ special }) => choose({ special, holder: null, others: [] }));
onPress("[data-other]", ({ other }) => chooseBeside(other));
onPress("[data-ask-partner]", () => course(book.fives[shown.dealer ?? chosen.dealer]?.[[...chosen.fives].sort().join("")] ?? "play"));
onPress("[data-answer]", ({ answer }) => course(chosen.asked[answer]));
onPress("[data-take-back]", takeBack);
onPress("[data-bell]", ringBell);
onPress("[data-nobody]", () => takeSeat(null));
onPress("[data-turn]", () => { turned += 1; draw(); });
onPress("[data-change-seat]", () => show("seat"));
onPress("[data-again]", () => queue.again());
onPress("[data-drop]", () => queue.drop(queue.acts[0]).then(() => queue.flush()));
onPress("[data-call]", callReferee);

async function callReferee() {
  try {
    const answer = await ask(`${api}/table/referee`, { method: "PUT", body: { called: true } });
    if (answer.status !== 200) throw new Offline();
    await see(answer.body);
    tell(say("called"));
  } catch {
    tell(say("not_called"), { isNeed: true });
  }
}

/* Start */

async function start() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(root.dataset.worker).catch(() => {});
  await word.load();
  book = await recall(`book ${code}`);
  await queue.load();
  try {
    const answer = await ask(`${api}/table/book`);
    if (answer.status === 200) await remember(`book ${code}`, (book = answer.body));
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
  await look();
  setInterval(() => document.hidden || isOut || look(), LOOK_AGAIN);
  setInterval(() => document.hidden || !isOut || look(), OUT_AGAIN);
}

start();
