// What could no longer be sent, as a file for the desk. It stays on the phone all the same.

import { actsOf } from "./store.js";

export async function offerFile(place) {
  const acts = await actsOf(place.dataset.code);
  if (!acts.length) return;
  const lines = acts.map(({ uuid, body, madeAt }) => ({ uuid, madeAt, ...body, code: undefined }));
  const file = new Blob([JSON.stringify({ match: place.dataset.code, acts: lines }, null, 1)], { type: "application/json" });
  place.querySelector("[data-file]").href = URL.createObjectURL(file);
  place.hidden = false;
}

for (const place of document.querySelectorAll("[data-rescue][data-code]")) offerFile(place);
