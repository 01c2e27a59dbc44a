// Parts of a page that fetch themselves again when something changed. A part names its stream and the version it shows:
//   <div data-live="<stream>" data-known="7" hx-get="…" hx-trigger="refresh">
// One connection a page says "version n"; where it cannot be had, the page asks every ten seconds. A page that nobody looks
// at holds none: browsers allow six connections to a host, and a hall has many tabs.

const POLL_EVERY = 10_000;
const LOST_AFTER = 3; // failures in a row, then asking takes over
const SPREAD = 800; // ms; a hall full of phones does not fetch in the same instant

const part = () => document.querySelector("[data-live]");
const known = () => Number(part()?.dataset.known ?? 0);

let source = null;
let poll = null;
let failures = 0;

function refresh() {
  for (const element of document.querySelectorAll("[data-live]")) {
    window.htmx.trigger(element, "refresh");
  }
}

function heard(event) {
  failures = 0;
  stopAsking();
  if (Number(event.data) > known()) {
    setTimeout(refresh, Math.random() * SPREAD);
  }
}

function lost() {
  failures += 1;
  if (source?.readyState === EventSource.CLOSED || failures >= LOST_AFTER) {
    poll ??= setInterval(refresh, POLL_EVERY);
  }
}

function stopAsking() {
  clearInterval(poll);
  poll = null;
}

function listen() {
  source = new EventSource(`/live/${part().dataset.live}?known=${known()}`);
  source.addEventListener("version", heard);
  source.addEventListener("open", stopAsking);
  source.addEventListener("error", lost);
}

function leave() {
  source?.close();
  source = null;
  stopAsking();
}

if (part() && window.htmx) {
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : source ?? listen()));
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => event.persisted && !source && listen());
  if (!document.hidden) {
    listen();
  }
}
