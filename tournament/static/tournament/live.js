// Parts of a page that fetch themselves again when something changed. A part names its stream and the version it shows:
//   <div data-live="<stream>" data-known="7" hx-get="…" hx-trigger="refresh">
// One connection a stream says "version n" and, now and then, "alive"; where nothing of it arrives, the page asks every 5 to
// 15 seconds. A page that nobody looks at holds none: browsers allow six connections to a host, and a hall has many tabs.
// Others hear by "live:heard" on the document that what the page shows was certain just now.

import "./move.js";

const SILENT_AFTER = 4_000; // ms until the first word; a proxy that holds streams back lets none through
const QUIET_AFTER = 40_000; // ms between two words
const AGAIN_AFTER = 20_000; // ms; after an answer that closes a stream the browser does not come back by itself
const SPREAD = 700; // ms; a hall full of phones does not fetch in the same instant
// ms; so long a proxy, or another node, may still hand out what it had. So often what was heard of is asked for.
const STALE_FOR = 1_200;
const TRIES = 3;
const soon = () => 5_000 + Math.random() * 10_000;

const parts = () => [...document.querySelectorAll("[data-live]")];
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
    this.source.addEventListener("revoked", () => location.reload());
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
    document.dispatchEvent(new CustomEvent("live:heard"));
  }

  // Silence until then: asking takes over, until a word arrives.
  expect(within) {
    this.patience = performance.now() + within;
  }

  ask() {
    this.asking = setTimeout(() => {
      if (performance.now() > this.patience) {
        this.refresh();
      }
      this.ask();
    }, soon());
  }

  refresh() {
    this.parts.forEach((part) => window.htmx.trigger(part, "refresh"));
  }

  close() {
    clearTimeout(this.asking);
    clearTimeout(this.again);
    this.source?.close();
    this.source = null;
  }
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

if (window.htmx) {
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.elt?.dataset.live && GONE.includes(event.detail.xhr.status)) {
      location.reload();
    }
  });
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:afterSettle", listen);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", (event) => event.persisted && listen());
  listen();
}
