// The hall at a glance keeps itself new: every few seconds it asks for what has changed. Focus and the
// place on the page stay where they are. Without a script, loading the page again does the same.

import { ClockFace } from "./clock_face.js";

const LOOK_AGAIN = 3_000;
const live = document.querySelector("[data-live]");
const face = new ClockFace();

let etag = "";
let seen = null;
let isLooking = false;

async function look() {
  if (document.hidden || isLooking) return;
  isLooking = true;
  try {
    const answer = await fetch(live.dataset.live, { headers: { "If-None-Match": etag } });
    if (answer.redirected || ![200, 304].includes(answer.status)) throw new TypeError(answer.status);
    if (answer.status === 200) await show(answer);
    seen = Date.parse(answer.headers.get("date")) || Date.now();
    tell("sayAsOf");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no network, or not signed in any more
    seen ??= Date.now();
    tell("sayGone");
  } finally {
    isLooking = false;
  }
}

async function show(answer) {
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  etag = answer.headers.get("etag") ?? "";
  for (const piece of part.content.children) {
    const place = document.getElementById(piece.id);
    if (piece.id === "tables") replaceTables(place, piece);
    else if (place && piece.id === "clock") showClock(place, piece, answer);
    else if (place && says(place) !== says(piece) && !isInUse(place)) place.replaceChildren(...piece.childNodes);
  }
}

const says = (piece) => piece.textContent.replace(/\s+/g, " ");

// Somebody is about to press or to type something there.
const isInUse = (place) => place.contains(document.activeElement) || place.querySelector("details[open]") !== null;

function showClock(place, piece, answer) {
  const [shown, found] = [place, piece].map((one) => one.querySelector("[data-clock]"));
  if (shown && found) return face.see(shown, found, answer);
  place.replaceChildren(...piece.childNodes);
  if (found) face.see(found, found, answer);
}

function replaceTables(place, piece) {
  const held = document.activeElement.closest("#tables > *");
  const anchor = held ?? topmost(place);
  const [id, tag] = [anchor?.id, held && document.activeElement.localName];
  const before = anchor?.getBoundingClientRect().top;
  place.replaceChildren(...piece.childNodes);
  const found = id && document.getElementById(id);
  if (!found) return;
  if (held) (found.querySelector(tag) ?? found.querySelector("a")).focus({ preventScroll: true });
  scrollBy({ top: found.getBoundingClientRect().top - before, behavior: "instant" });
}

// The table that the reader has on top; none as long as the list begins further down.
function topmost(place) {
  if (place.getBoundingClientRect().top >= 0) return null;
  return [...place.children].find((table) => table.getBoundingClientRect().bottom > 0);
}

function tell(words) {
  const time = new Date(seen).toLocaleTimeString("ja-JP", { timeZone: live.dataset.zone, hour: "2-digit", minute: "2-digit" });
  live.textContent = live.dataset[words].replace("{time}", time);
  live.classList.toggle("need", words === "sayGone");
}

// A laptop that has much to do is asked less often: four fifths of the time are its own.
async function keepLooking() {
  const begun = performance.now();
  await look();
  setTimeout(keepLooking, Math.max(LOOK_AGAIN, 4 * (performance.now() - begun)));
}

if (live) {
  keepLooking();
  document.addEventListener("visibilitychange", look);
}
