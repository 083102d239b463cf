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
export const putAct = (act) => within("acts", "readwrite", (acts) => acts.put(act));
export const dropAct = (act) => within("acts", "readwrite", (acts) => acts.delete(act.place));

export async function actsOf(code) {
  return (await within("acts", "readonly", (acts) => acts.getAll())).filter((act) => act.code === code);
}

export const remember = (key, value) => within("seen", "readwrite", (seen) => seen.put({ key, value }));

export async function recall(key) {
  return (await within("seen", "readonly", (seen) => seen.get(key)))?.value ?? null;
}
