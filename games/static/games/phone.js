// What a page needs to work without a network: the server's own Python in a worker, which answers lines of the text protocol,
// and the service worker (keeper.js), which caches pages and files. Both load in the background; the page works without them.

const said = document.querySelector("meta[name=phone]")?.dataset ?? {};
const KEEPER_PATIENCE = 10_000; // ms until Python is loaded even if no service worker caches it

export const who = said.who ?? "";

let worker;
let isReady = false;
let count = 0;
const asked = new Map();

// The answer to one request, or null when this phone cannot answer (yet).
export async function ask(request) {
  if (!isReady) {
    return null;
  }
  return new Promise((resolve) => {
    asked.set(++count, resolve);
    worker.postMessage({ id: count, line: JSON.stringify({ ...request, language: document.documentElement.lang }) });
  });
}

function start() {
  if (!said.python || worker) {
    return;
  }
  worker = new Worker(said.worker, { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.ready) {
      isReady = true;
      document.documentElement.dataset.judges = "here";
      document.dispatchEvent(new Event("phone:ready"));
    } else if (data.id) {
      asked.get(data.id)(JSON.parse(data.line));
      asked.delete(data.id);
    } else {
      console.warn("this phone cannot judge by itself yet:", data.failed);
      worker.terminate();
      worker = null;
      document.documentElement.dataset.judges = "failed";
      document.dispatchEvent(new Event("phone:failed"));
      window.addEventListener("online", start, { once: true });
    }
  };
  worker.postMessage({ python: said.python, parcel: said.engine });
}

// Without https browsers run no service worker; Python still runs while the page is open.
async function keep() {
  if (!navigator.serviceWorker || !said.keeper) {
    return;
  }
  await navigator.serviceWorker.register(said.keeper, { scope: "/" });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map((one) => one.name);
  const pages = [...document.querySelectorAll("a[data-keep], a[data-help]")].map((link) => link.href);
  active.postMessage({ files: [said.worker, said.keeper, ...files], pages: [location.href, ...pages], signOut: said.signOut });
}

// The newest state of this page, cached with it and deleted with it.
const PAGES = `pages-${new URL(said.keeper ?? "", location).searchParams.get("v")}`;
const partAddress = () => new URL("?part", location).href;

export async function keepPart(html) {
  const cache = await globalThis.caches?.open(PAGES);
  if (await cache?.match(location.href)) {
    await cache.put(partAddress(), new Response(html));
  }
}

export async function keptPart() {
  const cache = await globalThis.caches?.open(PAGES);
  return (await cache?.match(partAddress()))?.text();
}

const later = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function begin() {
  await Promise.race([keep().catch((error) => console.warn(error)), later(KEEPER_PATIENCE)]);
  start();
}

if (document.readyState === "complete") {
  begin();
} else {
  window.addEventListener("load", begin);
}
