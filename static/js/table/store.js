// What this phone keeps while it waits for the network: acts in their order, and what each match last looked like.

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open("banzuke-table", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("acts", { keyPath: "place", autoIncrement: true });
    request.result.createObjectStore("seen", { keyPath: "key" });
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function within(store, mode, run) {
  const transaction = (await opened).transaction(store, mode, { durability: "strict" });
  const request = run(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

// Stored for good when it returns; the place in the queue is the store's.
export const addAct = (act) => within("acts", "readwrite", (acts) => acts.add(act));
export const dropAct = (act) => within("acts", "readwrite", (acts) => acts.delete(act.place));

const ofMatch = (acts, code) => acts.filter((act) => act.code === code);

export async function actsOf(code) {
  return ofMatch(await within("acts", "readonly", (acts) => acts.getAll()), code);
}

// Runs on the acts of a match as they stand now, within the transaction that changes them: what another tab has
// dropped is not there.
function amid(code, run) {
  return within("acts", "readwrite", (acts) => {
    const request = acts.getAll();
    request.addEventListener("success", () => run(ofMatch(request.result, code), acts));
    return request;
  });
}

export const changeActs = (code, concerns, change) =>
  amid(code, (kept, acts) => kept.filter(concerns).forEach((act) => acts.put({ ...act, ...change(act) })));

// Whether it is gone: the first may be on its way to the server, and one that is not there has arrived.
export async function withdrawAct(act) {
  let isGone = false;
  await amid(act.code, (kept, acts) => {
    isGone = kept.findIndex(({ place }) => place === act.place) > 0;
    if (isGone) acts.delete(act.place);
  });
  return isGone;
}

export const remember = (key, value) => within("seen", "readwrite", (seen) => seen.put({ key, value }));

export async function recall(key) {
  return (await within("seen", "readonly", (seen) => seen.get(key)))?.value ?? null;
}
