// The match as this phone knows it: what the server last said, and on top of it what still waits to be sent.
// Points and dealers come from the book, where the engine has judged every deal; here they are only added up.

export function shownMatch(state, acts, book) {
  const games = state.games.map((game) => ({ ...game, deals: [...game.deals] }));
  const shown = { ...state, games, after: state.after };
  for (const act of acts) apply(shown, act, book);
  return { ...shown, current: gameOf(shown), isOver: isOver(shown) };
}

// What the next act has to name; a confirmation is not among it.
const MOVES_ON = ["deal", "redeal", "retract", "time_up"];

export function factsOf(record) {
  return record.replace(/^sheet,s\d,/, "");
}

// The seat that stands first in what was tapped; a side's five and five, and a redeal, have none.
function outOf(facts) {
  return /^\d,/.test(facts) && !facts.includes("five_five") ? Number(facts[0]) : null;
}

export function totalsOf(shown, game) {
  return game?.deals.at(-1)?.running ?? game?.totals ?? shown.sides.map(() => 0);
}

function apply(shown, act, book) {
  const { body } = act;
  if (body.act === "deal" || body.act === "redeal") addDeal(shown, act, book);
  else if (body.act === "retract") takeBack(shown, body.game);
  else if (body.act === "time_up") ringBell(shown, body.game);
  if (MOVES_ON.includes(body.act)) shown.after = act.uuid;
}

function addDeal(shown, act, book) {
  const facts = factsOf(act.body.record);
  const entry = act.entry ?? book[facts]; // a full record was judged when it was tapped
  const game = gameNumbered(shown, act.body.game);
  if (!entry) return;
  const before = totalsOf(shown, game);
  const running = shown.sides.map(({ side }, place) =>
    entry.sets_total && side === entry.side ? shown.target : before[place] + (entry.points[side] ?? 0));
  const number = (game.deals.at(-1)?.number ?? 0) + 1;
  game.deals.push({ uuid: act.uuid, number, dealer: act.dealer, out: outOf(facts), running, words: entry.words, waits: true });
  game.finished = Boolean(entry.wins_game) || (shown.target !== null && Math.max(...running) >= shown.target);
  game.winner = game.finished ? entry.side : null;
  shown.game = game.number;
  shown.dealer = entry.next[shown.seats.findIndex(({ seat }) => seat === act.dealer)];
  if (game.finished && !matchIsDecided(shown)) Object.assign(shown, { game: game.number + 1, dealer: null });
}

// Who has won at the bell the server says: equal points are decided by the rules of the event.
function ringBell(shown, number) {
  Object.assign(gameNumbered(shown, number), { finished: true });
  shown.state = "to_confirm";
}

function takeBack(shown, number) {
  const game = gameNumbered(shown, number);
  const gone = game.deals.pop();
  Object.assign(game, { finished: false, winner: null, totals: null });
  Object.assign(shown, { game: number, dealer: gone?.dealer ?? shown.dealer, state: "playing" });
}

function gameNumbered(shown, number) {
  let game = shown.games.find((other) => other.number === number);
  if (!game) shown.games.push((game = { number, finished: false, winner: null, totals: null, deals: [] }));
  return game;
}

function gameOf(shown) {
  return shown.games.find((game) => game.number === shown.game) ?? { number: shown.game, deals: [], finished: false };
}

function matchIsDecided(shown) {
  const won = shown.sides.map(({ side }) => shown.games.filter((game) => game.winner === side).length);
  return shown.games.filter((game) => game.finished).length >= shown.best_of || Math.max(...won) * 2 > shown.best_of;
}

function isOver(shown) {
  return ["to_confirm", "confirmed", "void"].includes(shown.state) || matchIsDecided(shown);
}
