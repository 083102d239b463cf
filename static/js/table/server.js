// Asking the server as the phone at this table, or as the desk where the page is the desk's. Throws Offline when
// nobody answers.

const PATIENCE = 15_000;
const desk = document.querySelector("[data-desk]")?.dataset.desk;
const who = desk ? { "X-CSRFToken": desk } : { "X-Banzuke-Table": "1" };

export class Offline extends Error {}

export async function ask(path, { method = "GET", body } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(path, {
      method,
      body: body && JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...who },
      cache: "no-store",
      signal: stop.signal,
    });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
    return { status: answer.status, wait: Number(answer.headers.get("Retry-After")), body: isJson ? await answer.json() : null };
  } catch (error) {
    throw new Offline(error.message);
  } finally {
    clearTimeout(timer);
  }
}
