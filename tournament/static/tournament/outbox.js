// The queue of entries that the server has not acknowledged yet. Every entry has an id, is written to IndexedDB before the page
// says that it is stored, is sent in order, and is removed only when the server has it or a person deletes it.
//
// An entry: { id, url, who, group, body, words, state }. Entries of one `group` build on each other: those of a game are sent
// together as {lines: […]}, and the response lists those `done`. Where it also gives {refused: {id: {trouble, …}}}, the entries
// of the group stand each for itself, and those it does not name are sent again. An entry without a group is a request of its
// own, done when the response names a `url`. States: waiting, conflict (based on a state that has changed since), refused.

const AT_MOST = 500; // entries in one request
const FIRST_WAIT = 1_000; // ms, doubled after every failure, with random jitter
const LONGEST_WAIT = 15_000;
const ASKS_AGAIN = 20_000; // timeout in ms

let connection; // kept open: opening one takes longer than writing an entry

function opened() {
  connection ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("augengenau", 2);
    // Raise the version only with a migration of the stored entries: they are nowhere else.
    asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "nr", autoIncrement: true });
    asked.onsuccess = () => {
      const base = asked.result;
      base.onclose = () => (connection = null); // phones close it for pages in the background
      base.onversionchange = () => (base.close(), (connection = null));
      resolve(base);
    };
    asked.onerror = () => ((connection = null), reject(asked.error));
  });
  return connection;
}

async function begun(mode) {
  const options = ["entries", mode, { durability: "strict" }];
  try {
    return (await opened()).transaction(...options);
  } catch {
    connection = null; // closed without an event
    return (await opened()).transaction(...options);
  }
}

async function store(mode, act) {
  const transaction = await begun(mode);
  return new Promise((resolve, reject) => {
    const answer = act(transaction.objectStore("entries"));
    transaction.commit?.(); // a page that is left in this moment does not undo it
    transaction.oncomplete = () => resolve(answer?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

const write = (act) => store("readwrite", (entries) => void act(entries));

export const all = () => store("readonly", (entries) => entries.getAll());

// Over plain http there is no randomUUID.
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// POST JSON; gives {status, …answer}. Status 0: no response; 401: signed out (the server redirects to the login).
export async function send(url, body, token) {
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token };
  const how = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual", signal: AbortSignal.timeout(ASKS_AGAIN) };
  try {
    const answer = await fetch(url, how);
    if (answer.type === "opaqueredirect") {
      return { status: 401 };
    }
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
    return { ...(isJson ? await answer.json() : {}), status: answer.status };
  } catch {
    return { status: 0 };
  }
}

// `tell` is called on every change: {entries, trouble, signIn, answer, sent}.
export class Outbox {
  constructor({ who, token, tell }) {
    Object.assign(this, { who, token, tell, sending: false, failures: 0, timer: 0 });
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
    navigator.storage?.persist?.().catch(() => null);
  }

  // Resolves when the entry is stored; sending follows in the background.
  async keep(entry) {
    await write((entries) => entries.add({ state: "waiting", who: this.who, ...entry }));
    all().then((entries) => this.tell({ entries }));
  }

  async drop(entries) {
    await write((kept) => entries.forEach((one) => kept.delete(one.nr)));
    await this.tell({ entries: await all() });
  }

  // Queue it again as a new entry, after what came in between. `renewed` makes its body again.
  async enterAgain(entries, renewed) {
    await write((kept) =>
      entries.forEach((one, place) => kept.put({ ...one, ...renewed(one, place), state: "waiting", trouble: "" })),
    );
    await this.flush();
  }

  async flush() {
    if (this.sending) {
      return;
    }
    this.sending = true;
    clearTimeout(this.timer);
    try {
      await alone(() => this.sendAll());
    } finally {
      this.sending = false;
    }
    const entries = await all();
    await this.tell({ entries });
    if (this.next(entries).length) {
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.5 + Math.random());
      this.timer = setTimeout(() => this.flush(), wait);
    }
  }

  // The entries to send next: the first that waits, with its group; no group with an entry that a person has to look at first.
  next(entries) {
    const mine = entries.filter((one) => one.who === this.who);
    const held = new Set(mine.filter((one) => one.state === "conflict" && one.group).map((one) => one.group));
    const ready = mine.filter((one) => one.state === "waiting" && !held.has(one.group));
    return ready[0]?.group ? ready.filter((one) => one.group === ready[0].group).slice(0, AT_MOST) : ready.slice(0, 1);
  }

  async sendAll() {
    for (let entries = this.next(await all()); entries.length; entries = this.next(await all())) {
      const [first] = entries;
      const body = first.group ? { lines: entries.map((one) => one.body) } : first.body;
      const answer = await send(first.url, body, this.token());
      if (!(await this.taken(entries, answer))) {
        this.failures += 1;
        return;
      }
      this.failures = 0;
    }
  }

  // Whether to send the next ones: nothing is removed without a receipt, nothing refused is hidden.
  async taken(entries, answer) {
    const done = answer.done ?? (answer.url ? [entries[0].id] : []);
    const left = entries.filter((one) => !done.includes(one.id));
    await write((kept) => entries.filter((one) => done.includes(one.id)).forEach((one) => kept.delete(one.nr)));
    if ([401, 403].includes(answer.status)) {
      await this.tell({ entries: await all(), signIn: true, status: answer.status });
      return false;
    }
    const isOurs = answer.status >= 400 || answer.done || answer.url; // else a proxy answered, for example a hotel's login
    if (!isOurs || answer.status === 429 || answer.status >= 500) {
      return false;
    }
    const trouble = answer.trouble ?? answer.error ?? "";
    if (answer.refused) {
      const refused = left.filter((one) => one.id in answer.refused);
      await write((kept) => refused.forEach((one) => kept.put({ ...one, ...answer.refused[one.id], state: "refused" })));
      await this.tell({ entries: await all(), answer, sent: done });
      return done.length + refused.length > 0;
    }
    if (left.length) {
      const held = answer.status === 409 ? left : left.slice(0, 1);
      const state = answer.status === 409 ? "conflict" : "refused";
      const behind = state === "refused" ? left.slice(1) : []; // entries that build on the refused one
      await write((kept) => {
        held.forEach((one) => kept.put({ ...one, state, trouble }));
        behind.forEach((one) => kept.put({ ...one, state: "conflict", trouble }));
      });
    }
    await this.tell({ entries: await all(), answer, trouble, sent: done });
    return true;
  }
}

// One tab sends at a time. Without the Locks API (plain http) two tabs may send the same entry; the server stores it once.
const alone = (work) => (navigator.locks ? navigator.locks.request("augengenau-outbox", work) : work());

// The entries as text, for a person who has to copy them elsewhere.
export const asText = (entries) => JSON.stringify(entries.map(({ url, body }) => ({ url, body })), null, 1);
