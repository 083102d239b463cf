// Finds people while their name is being typed. Without it the form asks the same by Enter.

const form = document.querySelector("[data-typeahead]");
const found = document.getElementById("found");

if (form && found) {
  const field = form.elements.q;
  let asked = null;

  async function find() {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(`${form.dataset.typeahead}?${query}`, { signal: asked.signal });
      if (answer.ok) found.innerHTML = await answer.text();
    } catch (error) {
      if (error.name !== "AbortError") found.replaceChildren(); // Enter still finds
    }
  }

  function move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const stops = [field, ...found.querySelectorAll("a, button")];
    const next = stops[stops.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  field.addEventListener("input", find);
  form.addEventListener("keydown", move);
  found.addEventListener("keydown", move);
}
