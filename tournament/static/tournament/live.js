// Parts of a page that fetch themselves again when something changed. A part names its stream and the version it shows:
//   <div data-live="<stream>" data-known="7" hx-get="…" hx-trigger="refresh">
// One connection a stream says "version n" and every four seconds "alive"; where nothing of it arrives, the page asks every 4 to
// 8 seconds. If that is not answered either, the page says within ten seconds that it is cut off, and how old it is. A page that nobody looks at holds none: browsers allow six connections to a host, and a hall has many tabs.
// Others hear by "live:heard" on the document that what the page shows was certain just now.

import "./move.js";

const SILENT_AFTER = 4_000; // ms until the first word; a proxy that holds streams back lets none through
const QUIET_AFTER = 6_000; // ms between two words
const GONE_AFTER = 9_000; // ms without a word and without an answer
const AGAIN_AFTER = 20_000; // ms; after an answer that closes a stream the browser does not come back by itself
const SPREAD = 700; // ms; a hall full of phones does not fetch in the same instant
// ms; so long a proxy, or another node, may still hand out what it had. So often what was heard of is asked for.
const STALE_FOR = 1_200;
const TRIES = 3;
const soon = () => 4_000 + Math.random() * 4_000;

// What no width of the window shows (the side bar on a phone) needs nothing new.
const parts = () => [...document.querySelectorAll("[data-live]")].filter((part) => !part.closest(".side") || part.getClientRects().length);
const streams = new Map();

class Stream {
  constructor(id) {
    this.id = id;
    this.open();
    this.ask();
  }

  get parts() {
    return parts().filter((part) => part.dataset.live === this.id);
  }

  get known() {
    return Math.min(...this.parts.map((part) => Number(part.dataset.known ?? 0)));
  }

  open() {
    clearTimeout(this.again);
    this.source?.close();
    this.source = new EventSource(`/live/${this.id}?known=${this.known}`);
    this.source.addEventListener("alive", () => this.hears());
    this.source.addEventListener("version", (event) => {
      this.hears();
      this.follow(Number(event.data), TRIES);
    });
    this.source.addEventListener("revoked", leavePage);
    this.source.addEventListener("error", () => {
      if (this.source?.readyState === EventSource.CLOSED) {
        this.again = setTimeout(() => this.open(), AGAIN_AFTER * (0.5 + Math.random()));
      }
    });
    this.expect(SILENT_AFTER);
  }

  follow(version, tries, after = 0) {
    if (tries && version > this.known) {
      setTimeout(
        () => {
          if (version > this.known) {
            this.refresh();
          }
          this.follow(version, tries - 1, STALE_FOR);
        },
        after + Math.random() * SPREAD,
      );
    }
  }

  hears() {
    this.expect(QUIET_AFTER);
    heard();
  }

  // Silence until then: asking takes over, until a word arrives.
  expect(within) {
    this.patience = performance.now() + within;
  }

  ask() {
    this.asking = setInterval(() => {
      const now = performance.now();
      if (now > this.patience && now > (this.next ?? 0)) {
        this.next = now + soon();
        this.refresh();
      }
    }, 1_000);
  }

  refresh() {
    this.parts.forEach((part) => window.htmx.trigger(part, "refresh"));
  }

  close() {
    clearInterval(this.asking);
    clearTimeout(this.again);
    this.source?.close();
    this.source = null;
  }
}

// Cut off: said with the time of what is seen and its age; clocks then say until when only (clock.js).

let last = performance.now();
let wasAwake = performance.now();

function heard() {
  last = performance.now();
  sayGone(false);
  document.dispatchEvent(new CustomEvent("live:heard"));
}

function sayGone(isGone) {
  const place = document.getElementById("gone");
  const root = document.documentElement;
  if (!place || (!isGone && place.hidden)) {
    return;
  }
  const silent = performance.now() - last;
  if (isGone && place.hidden) {
    const at = new Date(Date.now() - silent).toLocaleTimeString(root.lang, { timeStyle: "medium" });
    place.firstElementChild.textContent = `${place.dataset.old} ${at}.`;
  }
  place.hidden = !isGone;
  root.toggleAttribute("data-gone", isGone);
  if (isGone) {
    const [count, unit] = silent < 90_000 ? [silent / 1000, "second"] : [silent / 60_000, "minute"];
    // A browser that does not know the language would say the age in another one; the time stands there anyway.
    const isKnown = Intl.RelativeTimeFormat.supportedLocalesOf(root.lang).length > 0;
    const age = isKnown ? new Intl.RelativeTimeFormat(root.lang).format(-Math.round(count), unit) : "";
    place.lastElementChild.textContent = age;
  } else {
    place.firstElementChild.textContent = "";
  }
}

function watch() {
  const now = performance.now();
  if (document.hidden || !streams.size || now - wasAwake > 5_000) {
    last = Math.max(last, now - 1_000); // nobody looked, or the device slept
  }
  wasAwake = now;
  sayGone(streams.size > 0 && !document.hidden && (!navigator.onLine || now - last > GONE_AFTER));
}

function listen() {
  const wanted = new Set(document.hidden ? [] : parts().map((part) => part.dataset.live));
  for (const [id, stream] of streams) {
    if (!wanted.has(id)) {
      stream.close();
      streams.delete(id);
    }
  }
  for (const id of wanted) {
    if (!streams.has(id)) {
      streams.set(id, new Stream(id));
    }
  }
}

function leave() {
  streams.forEach((stream) => stream.close());
  streams.clear();
}

// What may not be seen any more, or is not there any more, does not stay on the screen.
const GONE = [401, 403, 404, 410];

// A page on which something is being typed may keep what it has, and says so.
function leavePage() {
  if (document.dispatchEvent(new CustomEvent("live:gone", { cancelable: true }))) {
    location.reload();
  }
}

// What the page is about was published, closed, drawn anew or withdrawn elsewhere: the whole page is fetched anew and says so. If
// somebody has begun to type into it, they are told and asked instead. What is gone leads to the page before it.
let isTypedInto = false;

function mend(address = "") {
  if (isTypedInto) {
    document.getElementById("messages").replaceChildren(document.getElementById("outdated").content.cloneNode(true));
    return;
  }
  sessionStorage.setItem("changed", "yes");
  address ? location.replace(address) : location.reload();
}

// The response holds the page in another state, without the part that was to be replaced.
function isOther(part, html) {
  const selected = part.getAttribute("hx-select")?.replace("#", "");
  const there = !selected || html.includes(`id="${selected}"`);
  const state = part.dataset.state;
  return !there || (state !== undefined && !html.includes(`data-state="${state}"`));
}

// What somebody has opened stays open when its part is fetched anew.
const nameOf = (summary) => `${summary.closest("[id]")?.id} ${summary.textContent.trim()}`;
let opened = [];

function openAgain() {
  for (const summary of opened.length ? document.querySelectorAll("details:not([open]) > summary") : []) {
    summary.parentElement.open = opened.includes(nameOf(summary));
  }
  opened = [];
}

if (window.htmx) {
  document.addEventListener("htmx:afterRequest", ({ detail }) => detail.xhr?.status && heard());
  window.addEventListener("offline", watch);
  window.addEventListener("online", () => streams.forEach((stream) => stream.refresh()));
  setInterval(watch, 1_000);
  document.addEventListener("htmx:responseError", (event) => {
    const { elt, xhr } = event.detail;
    if (xhr.status === 404 && elt?.closest("[data-gone]")) {
      mend(elt.closest("[data-gone]").dataset.gone);
    } else if (elt?.dataset.live && GONE.includes(xhr.status)) {
      leavePage();
    }
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const elt = detail.requestConfig?.elt;
    const part = elt?.closest("[data-live]");
    if (!part || detail.xhr.status !== 200 || detail.requestConfig.verb !== "get") {
      return;
    }
    if (isOther(elt, detail.serverResponse) || isOther(part, detail.serverResponse)) {
      detail.shouldSwap = false;
      mend();
      return;
    }
    opened = [...document.querySelectorAll("details[open] > summary")].map(nameOf);
  });
  document.addEventListener("htmx:afterSettle", openAgain);
  document.addEventListener("input", (event) => (isTypedInto ||= Boolean(event.target.form) && !event.target.closest("[data-live]")));
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:afterSettle", listen);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => event.persisted && listen());
  listen();
}
