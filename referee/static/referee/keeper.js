// The service worker: pages of referees and recorders that were opened once with a network open without one.
// Pages come from the network while there is one. A page is cached only if the server says for whom (Phone-Keep), only the pages
// of one account are cached, and none after signing out. Files never change under their names. A new version (`?v=`) starts anew.

const VERSION = new URL(self.location).searchParams.get("v");
const PAGES = `pages-${VERSION}`;
const FILES = `files-${VERSION}`;
const PYTHON = "python"; // the cache of 6 MB that stays when our version changes
const WHOSE = "/phone/whose";
const PATIENCE = 4_000; // ms to wait for a bad network where there is a cached page

const isPython = (url) => url.pathname.startsWith("/phone/python/");
const isFile = (url) => /^\/(static|phone\/engine|phone\/python)\//.test(url.pathname);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  await dropOld();
  await self.clients.claim();
}

// Delete caches of an older version, which may still have been writing when this one started; never the other way round.
async function dropOld() {
  if (self.registration.active?.scriptURL !== self.location.href) {
    return;
  }
  const old = (await caches.keys()).filter((name) => ![PAGES, FILES, PYTHON].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));

async function keepAll({ files, pages }) {
  await dropOld();
  const addresses = files.map((file) => new URL(file, self.location));
  for (const url of addresses.filter((url) => url.origin === self.location.origin && isFile(url))) {
    await file(new Request(url)).catch(() => null);
  }
  for (const address of pages) {
    await page(new Request(address, { credentials: "same-origin" })).catch(() => null);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) {
    return;
  }
  if (request.method === "POST" && url.pathname === "/logout/") {
    event.waitUntil(caches.delete(PAGES));
  } else if (request.method === "GET" && isFile(url)) {
    event.respondWith(file(request));
  } else if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(page(request));
  }
});

async function file(request) {
  const url = new URL(request.url);
  const cache = await caches.open(isPython(url) ? PYTHON : FILES);
  const kept = await cache.match(url.href);
  if (kept) {
    return kept;
  }
  const answer = await fetch(request);
  if (answer.status === 200) {
    await put(cache, url.href, answer.clone());
    await dropOlder(cache, url);
  }
  return answer;
}

// Store only whole responses: a body that breaks off would replace the cached one.
async function put(cache, address, answer) {
  await cache.put(address, new Response(await answer.blob(), { headers: answer.headers }));
}

async function dropOlder(cache, url) {
  const name = url.pathname.split("/").pop();
  for (const old of isPython(url) ? await cache.keys() : []) {
    if (old.url !== url.href && old.url.endsWith(`/${name}`)) {
      await cache.delete(old);
    }
  }
}

async function page(request) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(request.url);
  const answering = fetch(request).then((answer) => taken(cache, request.url, answer));
  if (!kept) {
    return answering;
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([answering.catch(() => null), late]);
  return answer && answer.status < 500 ? answer : kept;
}

async function taken(cache, address, answer) {
  const whose = answer.headers.get("Phone-Keep");
  if (whose) {
    const before = await cache.match(WHOSE);
    if (before && (await before.text()) !== whose) {
      await Promise.all((await cache.keys()).map((one) => cache.delete(one)));
    }
    await cache.put(WHOSE, new Response(whose));
    await put(cache, address, answer.clone()).catch(() => null); // cut off: the cached page stays
  } else if (answer.status < 500) {
    await cache.delete(address); // signed out, or no longer allowed
  }
  return answer;
}
