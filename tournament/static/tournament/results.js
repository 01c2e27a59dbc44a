// Results typed at the desk, as a queue: a line that Enter closes is kept on this laptop (outbox.js) and the field is free at
// once. Lines are sent in order; each is shown as waiting, counted, or refused with its reason and what helps. Where the
// browser keeps nothing, the form brings one line at a time, as without a script.

import { Outbox, all, newId } from "./outbox.js";

const SHOWN = 8; // counted lines that stay in the list

const form = document.querySelector("form.typing");
const field = form.querySelector("#line");
const { who, lines: url, group } = form.dataset;
const panel = document.getElementById("queue");
const part = (name) => panel.querySelector(`[data-${name}]`);
const tokens = () => document.getElementsByName("csrfmiddlewaretoken");
const tabs = new BroadcastChannel("augengenau-results"); // other tabs show the same queue

let storing = []; // lines that the browser is writing down just now
let unkept = []; // and those that it could not
let counted = []; // what the server said, the newest first
let isSignedOut = false;
let round = ""; // the one that was shown when the first key of a line was pressed
let asks = 0; // refreshes asked for so far
const known = new Map(); // entries by id, for as long as this page is open
const saidOf = new Set(); // refusals that were read out
let order = Promise.resolve(); // lines are written down one after the other

const outbox = new Outbox({ who, token: () => tokens()[0].value, tell });

// Typing

const shownRound = () => new FormData(form).get("round") ?? "";

function enter() {
  const line = field.value.trim();
  clear();
  if (line) {
    keep(line, round || shownRound());
  }
  round = "";
}

function clear() {
  window.htmx.trigger(field, "htmx:abort");
  field.value = "";
  field.removeAttribute("aria-invalid");
  document.getElementById("line-trouble")?.remove();
  document.getElementById("preview").replaceChildren();
}

function keep(line, forRound) {
  const id = newId();
  const entry = { id, url, group, words: line, body: { id, round: forRound, line } };
  known.set(id, entry);
  storing.push(entry);
  order = order.then(() => written(entry));
  refresh();
}

async function written(entry) {
  await outbox.keep(entry).catch(() => unkept.push({ ...entry, trouble: part("unkept").content.textContent }));
  storing = storing.filter((one) => one.id !== entry.id);
  tabs.postMessage({});
  refresh();
  outbox.flush();
}

// The queue

async function tell({ entries, answer, signIn, status, sent = [] }) {
  isSignedOut = signIn ?? (answer ? false : isSignedOut);
  if (answer?.counted) {
    await taken(entries, answer, sent);
    tabs.postMessage({ counted: Object.values(answer.counted) });
  }
  refresh();
  if (signIn && status === 403) {
    renew();
  }
}

async function taken(entries, answer, sent) {
  told(Object.values(answer.counted));
  const lines = new Map(Object.keys(answer.counted).map((id) => [id, known.get(id)]));
  const tables = new Set([...lines.values()].filter(Boolean).map((one) => tableOf(one)));
  const settled = entries.filter((one) => isOurs(one) && one.sure && tables.has(tableOf(one)));
  if (settled.length) {
    await outbox.drop(settled); // it was asked back, and typed again
  }
  if (sent.length) {
    window.htmx.trigger("#result-open", "refresh");
  }
}

const tableOf = (entry) => `${entry.body.round} ${entry.body.line.split(/[\s,.]/)[0]}`;
const isOurs = (entry) => entry.who === who && entry.group === group;

function told(words) {
  counted = [...words.reverse(), ...counted].slice(0, SHOWN);
  const newest = row(counted[0]);
  newest.querySelector("a")?.remove();
  document.getElementById("counts").textContent = newest.textContent.trim();
}

function row(html) {
  const item = document.createElement("li");
  item.innerHTML = html;
  return item;
}

async function refresh() {
  const asked = ++asks;
  const entries = await all().catch(() => []);
  if (asked !== asks) {
    return; // a later one is on its way
  }
  const ours = entries.filter(isOurs);
  ours.forEach((one) => known.set(one.id, one));
  const written = new Set(ours.map((one) => one.id));
  const waiting = [...ours.filter((one) => one.state === "waiting"), ...storing.filter((one) => !written.has(one.id))];
  const refused = [...ours.filter((one) => one.state !== "waiting"), ...unkept];
  const others = entries.filter((one) => one.who !== who && one.group?.startsWith("results-"));
  const rows = [...refused.reverse().map(refusal), ...waiting.reverse().map(waits), ...counted.map(row)];
  replaceRows(rows);
  newlyRefused(refused);
  part("waiting").hidden = !waiting.length;
  part("count").textContent = waiting.length;
  part("signed-out").hidden = !isSignedOut;
  part("others").hidden = !others.length;
  part("others-count").textContent = others.length;
  panel.hidden = !rows.length && !others.length && !isSignedOut;
  document.documentElement.dataset.unsent = waiting.length + refused.length;
}

// Rows that stay are left as they are, with the focus that may be on one of their buttons.
function replaceRows(rows) {
  const list = part("list");
  const there = new Map([...list.children].map((item) => [item.outerHTML, item]));
  const wanted = rows.map((item) => there.get(item.outerHTML) ?? item);
  [...list.children].filter((item) => !wanted.includes(item)).forEach((item) => item.remove());
  wanted.forEach((item, place) => list.children[place] === item || list.insertBefore(item, list.children[place] ?? null));
}

// A refusal is read out once.
function newlyRefused(refused) {
  const fresh = refused.filter((one) => !saidOf.has(one.id));
  fresh.forEach((one) => saidOf.add(one.id));
  if (fresh.length) {
    document.getElementById("counts").textContent = fresh.map((one) => `${one.words}: ${one.trouble}`).join(" ");
  }
}

function waits(entry) {
  const item = copyOf("waiting");
  item.querySelector("[data-line]").textContent = entry.words;
  return item;
}

const copyOf = (name) => panel.querySelector(`[data-row=${name}]`).content.firstElementChild.cloneNode(true);

function refusal(entry) {
  const item = copyOf("refused");
  item.querySelector("[data-line]").textContent = entry.words;
  item.querySelector("[data-why]").textContent = entry.trouble;
  const correct = item.querySelector("[data-correct]");
  correct.hidden = !entry.correct;
  correct.href = entry.correct || "";
  for (const button of item.querySelectorAll("[data-do]")) {
    button.value = entry.id;
    const offer = entry[button.dataset.do];
    button.hidden = ["sure", "meant"].includes(button.dataset.do) && !offer;
    button.textContent = button.textContent.replace("…", offer || "");
  }
  return item;
}

// The field has the line before anything is waited for: the next key may be Enter.
async function decide(button) {
  const [did, id] = [button.dataset.do, button.value];
  const entry = unkept.find((one) => one.id === id) ?? known.get(id);
  unkept = unkept.filter((one) => one.id !== id);
  if (did === "mend") {
    again(entry);
  } else if (did !== "drop") {
    keep(entry[did], entry.body.round);
  }
  field.focus();
  if (entry.nr) {
    await outbox.drop([entry]);
  }
  tabs.postMessage({});
  refresh();
}

function again(entry) {
  field.value = entry.body.line;
  round = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// The page stays when the session has ended: whoever types goes on, and signs in when there is time.
function signedOut(event) {
  event.preventDefault();
  isSignedOut = true;
  refresh();
}

// Whoever signs in again, here or in another tab, gets a new token: taken over if it is the same person's.
async function renew() {
  const page = await fetch(location.href).catch(() => null);
  const text = page?.ok && !page.redirected ? await page.text() : "";
  const token = text.match(/name="csrfmiddlewaretoken" value="(\w+)"/)?.[1];
  if (token && text.includes(`data-who="${who}"`)) {
    tokens().forEach((input) => (input.value = token));
    outbox.flush();
  }
}

function begin() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter();
    field.focus();
  });
  field.addEventListener("input", () => (round = field.value ? round || shownRound() : ""));
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    button && decide(button);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id === "preview" && !field.value) {
      detail.shouldSwap = false; // of a line that is entered already
    }
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) {
      signedOut(event);
    }
  });
  document.addEventListener("live:gone", signedOut);
  tabs.addEventListener("message", ({ data }) => {
    data.counted?.length && told(data.counted);
    refresh();
  });
  window.addEventListener("beforeunload", (event) => storing.length && event.preventDefault());
  document.documentElement.dataset.queues = "here";
  outbox.flush();
}

all().then(begin, (error) => console.warn("this browser keeps nothing:", error));
