// Two taps choose two who change places. Without it they are chosen from the two lists.

const form = document.querySelector("[data-couple]");
const units = [...document.querySelectorAll(".drawn [data-unit]")];

if (form) {
  const fields = [form.elements.one, form.elements.other];

  function show() {
    for (const unit of units) {
      const chosen = fields.some((field) => field.value === unit.dataset.unit);
      unit.setAttribute("aria-pressed", String(chosen));
    }
  }

  function choose(number) {
    const taken = fields.find((field) => field.value === number);
    const free = fields.find((field) => !field.value) ?? fields[1];
    (taken ?? free).value = taken ? "" : number;
    show();
    if (fields.every((field) => field.value)) {
      form.closest("details").open = true;
      const key = form.querySelector("[value=swap]");
      key.focus({ preventScroll: true });
      form.scrollIntoView({ block: "center", behavior: "smooth" });
    }
  }

  for (const unit of units) {
    unit.setAttribute("role", "button");
    unit.tabIndex = 0;
    unit.addEventListener("click", () => choose(unit.dataset.unit));
    unit.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(unit.dataset.unit);
    });
  }
  form.querySelector("[data-taps]").hidden = false;
  fields.forEach((field) => field.addEventListener("change", show));
  show();
}
