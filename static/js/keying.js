// Three digits and Enter key a deal: seat, tile, how; before the first one the dealer. Without it the arrow keys choose.

for (const form of document.querySelectorAll("[data-keys]")) {
  const steps = ["dealer", "seat", "tile", "how"];
  const radios = (name) => [...form.querySelectorAll(`input[name="${name}"]`)];
  const byDigit = (name, digit) =>
    name === "how" ? radios(name)[digit - 1] : radios(name).find((radio) => radio.value === digit);

  const focusOn = (name) => (radios(name).find((radio) => radio.checked) ?? radios(name)[0])?.focus();

  form.addEventListener("keydown", (event) => {
    const digit = event.key.normalize("NFKC"); // full-width, where the keyboard writes Japanese
    if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(digit)) return;
    const step = steps.find((name) => name === document.activeElement.name);
    const radio = step && byDigit(step, digit);
    if (!radio) return;
    event.preventDefault();
    radio.checked = true;
    const next = steps[steps.indexOf(step) + 1];
    if (next) focusOn(next);
    else form.querySelector("button.main").focus();
  });

  const open = steps.find((name) => !radios(name).some((radio) => radio.checked));
  const door = document.querySelector("details.door[open]");
  if (!door) focusOn(open ?? "seat");
  else if (!document.querySelector("[autofocus]")) door.querySelector("form > fieldset input:checked, form > .field :is(input, textarea)")?.focus();
}
