// Opens the page of a table without network, once it has been seen. Only where the browser allows it: https, localhost.

const KEPT = "table-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function isKept({ method, url, mode }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return false;
  return pathname.startsWith("/static/") || (mode === "navigate" && pathname.startsWith("/table/"));
}

async function fromNetworkFirst(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await kept.match(request);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  if (isKept(event.request)) event.respondWith(fromNetworkFirst(event.request));
});
