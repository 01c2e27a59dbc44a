// The players' grid. Arrows move, Enter or a key edits the cell, the space bar selects the row; what is typed or pasted is kept on
// this laptop (outbox.js), sent in order, and shown as waiting until the server has it. What it refuses stays visible in its cell,
// with the reason above the sheet. Sorting and filtering are done here at once, and by the server where there is no script.

import { Outbox, all, newId } from "./outbox.js";

const WIDE = window.matchMedia("(min-width: 62.5rem)");

const section = document.getElementById("players");
const sheet = section.querySelector(".sheet");
const part = (name, within = section) => within.querySelector(`[data-${name}]`);
const { who, steps: url, group, here } = section.dataset;
const tokens = () => document.getElementsByName("csrfmiddlewaretoken");
const words = part("words").dataset;
const tabs = new BroadcastChannel("augengenau-players");

let body = sheet?.querySelector("tbody");
let entries = []; // what the browser keeps for this sheet
let storing = []; // and what it is writing down just now
let unkept = []; // and what it could not
let active = null; // {entry, field} of the cell that has the focus
let last = null; // the row that was selected last
let editor = null; // the input in the cell that is edited
let isSignedOut = false;
let isStale = false; // a newer sheet is wanted once nobody types
let order = Promise.resolve(); // steps are written down one after the other
const chosen = new Set(); // entries of selected rows
const said = new Set(); // refusals that were read out

const outbox = new Outbox({ who, token: () => tokens()[0].value, tell });

// Cells

const heads = () => [...sheet.querySelectorAll("thead th[data-f]")];
const shownHeads = () => heads().filter((head) => !head.hidden);
const headOf = (field) => heads().find((head) => head.dataset.f === field);
const rows = () => [...body.rows].filter((row) => !row.hidden);
const rowOf = (entry) => document.getElementById(`row-${entry}`);
const cellOf = (entry, field) => rowOf(entry)?.querySelector(`[data-f="${field}"]`);
const at = (cell) => ({ entry: cell.closest("tr").dataset.entry, field: cell.dataset.f });
const isTick = (field) => ["truth", "state"].includes(headOf(field).dataset.kind);
const label = (field) => headOf(field)?.querySelector("a").textContent ?? field;
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();

// What the server has, under what waits.
const stored = (cell) => cell.dataset.stored ?? cell.textContent;

function move(to, isFocused = true) {
  const cell = to && cellOf(to.entry, to.field);
  if (!cell) {
    return;
  }
  // Of the cell itself it stays: a browser takes the focus away with it.
  body.querySelectorAll("[tabindex]").forEach((other) => other !== cell && other.removeAttribute("tabindex"));
  active = to;
  cell.tabIndex = 0;
  if (isFocused) {
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function step(down, right) {
  const lines = rows();
  const fields = shownHeads().map((head) => head.dataset.f);
  const row = lines.findIndex((line) => line.dataset.entry === active?.entry);
  const column = fields.indexOf(active?.field);
  const within = (n, most) => Math.max(0, Math.min(most - 1, n));
  const line = lines[within(row + down, lines.length)];
  line && move({ entry: line.dataset.entry, field: fields[within(column + right, fields.length)] });
}

// Editing

function edit(text) {
  const cell = active && cellOf(active.entry, active.field);
  if (!cell || editor) {
    return;
  }
  if (isTick(active.field)) {
    change([{ ...active, value: cell.textContent.trim() ? "" : "✓" }]);
    return;
  }
  const head = headOf(active.field);
  editor = document.createElement("input");
  editor.value = text ?? cell.textContent;
  editor.setAttribute("aria-label", `${label(active.field)}, ${rowOf(active.entry).cells[2].textContent}`);
  editor.maxLength = head.dataset.most || 300;
  editor.autocomplete = "off";
  editor.spellcheck = false;
  if (document.getElementById(`known-${active.field}`)) {
    editor.setAttribute("list", `known-${active.field}`);
  }
  cell.dataset.before = cell.textContent;
  cell.classList.add("editing");
  cell.replaceChildren(editor);
  editor.focus();
  text === undefined && editor.select();
}

function finish(isTaken) {
  if (!editor) {
    return;
  }
  const cell = editor.closest("[data-f]");
  const value = editor.value.trim();
  const before = cell.dataset.before;
  editor = null;
  cell.classList.remove("editing");
  cell.textContent = before;
  delete cell.dataset.before;
  if (isTaken && value !== before.trim()) {
    change([{ ...at(cell), value }]);
  }
  isStale && fetchSheet();
}

// Steps: a cell that is changed, a block that is pasted, rows that are deleted.

function change(cells) {
  const known = cells
    .filter(({ entry, field }) => cellOf(entry, field))
    .map(({ entry, field, value, was }) => ({ entry, field, value, was: was === undefined ? seen(entry, field) : was }));
  const different = known.filter(({ value, was }) => value !== was);
  different.length && keep({ cells: different });
}

// What stands in the cell once all that waits is done.
function seen(entry, field) {
  const mine = [...entries.filter((one) => one.state === "waiting"), ...storing].flatMap((one) => one.body.cells ?? []);
  const later = mine.filter((cell) => cell.entry === entry && cell.field === field).pop();
  return later ? later.value : stored(cellOf(entry, field));
}

function keep(what) {
  const id = newId();
  const entry = { id, url, group, words: "", body: { id, ...what } };
  storing.push(entry);
  order = order.then(() => written(entry));
  show();
}

async function written(entry) {
  await outbox.keep(entry).catch(() => unkept.push({ ...entry, trouble: words.unkept, cells: entry.body.cells ?? [] }));
  storing = storing.filter((one) => one.id !== entry.id);
  await reread();
  tabs.postMessage({});
  outbox.flush();
}

async function tell({ answer, signIn, status, sent = [] }) {
  isSignedOut = signIn ?? (answer ? false : isSignedOut);
  if (sent.length || answer?.refused) {
    isStale = true;
    await fetchSheet();
    tabs.postMessage({ sent: true });
  }
  await reread();
  if (signIn && status === 403) {
    renew();
  }
}

async function reread() {
  entries = (await all().catch(() => [])).filter((one) => one.who === who && one.group === group);
  show();
}

// What is shown

function show() {
  if (!body) {
    return;
  }
  const waiting = [...entries.filter((one) => one.state === "waiting"), ...storing.filter((one) => !entries.some((other) => other.id === one.id))];
  const refused = [...entries.filter((one) => one.state !== "waiting"), ...unkept];
  overlay(waiting, refused);
  list(refused);
  part("waiting").hidden = !waiting.length;
  part("count").textContent = waiting.length;
  part("signed-out").hidden = !isSignedOut;
  part("notes").hidden = !refused.length && !isSignedOut;
  waiting.length || refused.length ? (part("sent").hidden = true) : part("sent").hidden === true && wasSending && (part("sent").hidden = false);
  wasSending ||= waiting.length > 0;
  document.documentElement.dataset.unsent = waiting.length + refused.length;
}

let wasSending = false;

function overlay(waiting, refused) {
  for (const cell of body.querySelectorAll("[data-stored]")) {
    if (!cell.contains(editor)) {
      cell.textContent = cell.dataset.stored;
    }
    delete cell.dataset.stored;
    cell.classList.remove("waits", "doubtful");
    cell.removeAttribute("title");
  }
  for (const one of refused) {
    (one.cells ?? []).forEach((cell) => put(cell, "doubtful", cell.trouble));
  }
  for (const one of waiting) {
    (one.body.cells ?? []).forEach((cell) => put(cell, "waits", ""));
    (one.body.remove ?? []).forEach((entry) => rowOf(entry)?.classList.add("out"));
  }
}

function put({ entry, field, value }, look, title) {
  const cell = cellOf(entry, field);
  if (!cell || cell.contains(editor)) {
    return;
  }
  cell.dataset.stored ??= cell.textContent;
  cell.textContent = value;
  cell.classList.remove("waits", "doubtful");
  cell.classList.add(look);
  title && (cell.title = title);
}

function list(refused) {
  const row = part("row=refused");
  const items = refused.map((one) => {
    const item = row.content.firstElementChild.cloneNode(true);
    const first = (one.cells ?? [])[0];
    const line = first && rowOf(first.entry);
    const named = line ? `${line.cells[1].textContent} ${line.cells[2].textContent}, ${label(first.field)}: ${first.value || words.none}` : "";
    part("what", item).textContent = named || (one.body.remove ? words.removed : "");
    part("why", item).textContent = one.trouble;
    part("do=mend", item).hidden = !line;
    part("do=over", item).hidden = !(one.cells ?? []).some((cell) => "now" in cell);
    item.querySelectorAll("[data-do]").forEach((button) => (button.value = one.id));
    return item;
  });
  part("list").replaceChildren(...items);
  const fresh = refused.filter((one) => !said.has(one.id));
  fresh.forEach((one) => said.add(one.id));
  fresh.length && (part("said").textContent = fresh.map((one) => one.trouble).join(" "));
}

async function decide(button) {
  const one = [...entries, ...unkept].find((other) => other.id === button.value);
  unkept = unkept.filter((other) => other !== one);
  const cells = one.cells ?? [];
  if (one.nr) {
    await outbox.drop([one]);
  }
  await reread();
  if (button.dataset.do === "over") {
    change(cells.map((cell) => ({ ...cell, was: undefined })));
  } else if (button.dataset.do === "mend" && cells.length) {
    move(cells[0]);
    edit(cells[0].value);
  }
}

// A page of ours as a document that runs nothing; status 0 without a connection.
function pageAt(address) {
  return new Promise((resolve) => {
    const asked = new XMLHttpRequest();
    asked.open("GET", address);
    asked.setRequestHeader("Accept", "text/html");
    asked.responseType = "document";
    asked.onloadend = () => resolve(asked);
    asked.send();
  });
}

// The sheet anew, as the server has it: rows stay in their order, new ones come last.
async function fetchSheet() {
  if (editor) {
    isStale = true;
    return;
  }
  const asked = await pageAt(here);
  const isElsewhere = asked.responseURL && asked.responseURL !== new URL(here, location.href).href;
  if (isElsewhere || asked.status === 403) {
    isSignedOut = true;
    show();
    return;
  }
  if (asked.status !== 200 || editor) {
    return;
  }
  isStale = false;
  const fresh = asked.responseXML;
  const table = fresh.querySelector("#players .sheet");
  if (!table) {
    location.reload();
    return;
  }
  sheet.dataset.known = table.dataset.known;
  const lines = new Map([...table.querySelectorAll("tbody tr")].map((row) => [row.dataset.entry, row]));
  const isFocused = body.contains(document.activeElement);
  for (const row of [...body.rows]) {
    const now = lines.get(row.dataset.entry);
    now ? row.replaceWith(now) : row.remove();
    lines.delete(row.dataset.entry);
  }
  body.append(...lines.values());
  part("choices").replaceWith(fresh.querySelector("[data-choices]"));
  section.querySelector(".count").textContent = fresh.querySelector("#players .count").textContent;
  prepare();
  filter();
  hideColumns();
  active && move(active, isFocused); // at once: what is typed meanwhile would be lost
  await reread();
}

// Selecting rows

function prepare() {
  for (const row of body.rows) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.tabIndex = -1;
    box.setAttribute("aria-label", row.cells[2].textContent);
    row.cells[0].prepend(box);
    row.querySelector(".pick a").tabIndex = -1;
    choose(row, chosen.has(row.dataset.entry));
  }
  [...chosen].filter((entry) => !rowOf(entry)).forEach((entry) => chosen.delete(entry));
  bulk();
}

function choose(row, is) {
  is ? chosen.add(row.dataset.entry) : chosen.delete(row.dataset.entry);
  row.classList.toggle("chosen", is);
  row.querySelector(".pick input").checked = is;
}

function select(row, isUpTo) {
  const lines = rows();
  const [from, to] = [lines.indexOf(last), lines.indexOf(row)];
  if (isUpTo && from >= 0) {
    lines.slice(Math.min(from, to), Math.max(from, to) + 1).forEach((line) => choose(line, true));
  } else {
    choose(row, !chosen.has(row.dataset.entry));
  }
  last = row;
  bulk();
}

function bulk() {
  const n = chosen.size;
  part("bulk").hidden = !n;
  part("tools").hidden = n > 0;
  part("chosen").textContent = n;
  part("all").checked = n > 0 && rows().every((row) => chosen.has(row.dataset.entry));
}

const forAll = (field, value) => change([...chosen].map((entry) => ({ entry, field, value })));

// Filter, sort, columns

function filter() {
  const sought = fold(section.querySelector("#filter").value).split(/\s+/).filter(Boolean);
  for (const row of body.rows) {
    const found = [...row.querySelectorAll("[data-f]")].flatMap((cell) => fold(cell.textContent).split(/\s+/));
    row.hidden = !sought.every((word) => found.some((one) => one.startsWith(word)));
  }
  part("found").hidden = !sought.length;
  part("found-count").textContent = rows().length;
}

function sort(head) {
  const isDown = head.getAttribute("aria-sort") === "ascending";
  heads().forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
  const { f: field, kind } = head.dataset;
  const text = (row) => row.querySelector(`[data-f="${field}"]`).textContent;
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: kind === "number" || kind === "boards" }).compare;
  const lines = [...body.rows].map((row) => [text(row), row]);
  lines.sort(([one], [other]) => (!one - !other) || (isDown ? -1 : 1) * compare(one, other));
  body.append(...lines.map(([, row]) => row));
  active && move(active, false);
}

const columnsKept = "players-columns";

function hideColumns() {
  const boxes = [...part("menu").querySelectorAll("input")];
  const hidden = new Set(boxes.filter((box) => !box.checked).map((box) => box.value));
  sheet.querySelectorAll("[data-f]").forEach((cell) => (cell.hidden = hidden.has(cell.dataset.f)));
}

function rememberColumns() {
  const boxes = [...part("menu").querySelectorAll("input")];
  localStorage.setItem(columnsKept, JSON.stringify(Object.fromEntries(boxes.map((box) => [box.value, box.checked]))));
}

function recallColumns() {
  const known = JSON.parse(localStorage.getItem(columnsKept) ?? "{}");
  part("menu").querySelectorAll("input").forEach((box) => (box.checked = box.disabled || (known[box.value] ?? box.checked)));
}

// Copy and paste, as spreadsheets have it: cells divided by tabs, rows by lines.

function pasted(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
  if (lines.length === 1 && lines[0].length === 1 && chosen.size) {
    forAll(active.field, lines[0][0].trim());
    return;
  }
  const fields = shownHeads().map((head) => head.dataset.f);
  const column = fields.indexOf(active.field);
  const below = rows().slice(rows().findIndex((row) => row.dataset.entry === active.entry));
  const cells = lines.slice(0, below.length).flatMap((line, down) =>
    line.slice(0, fields.length - column).map((value, right) => ({
      entry: below[down].dataset.entry,
      field: fields[column + right],
      value: value.trim(),
    })),
  );
  change(cells);
  if (lines.length > below.length) {
    part("said").textContent = words.more;
  }
}

function copied() {
  const fields = shownHeads().map((head) => head.dataset.f);
  if (!chosen.size) {
    return cellOf(active.entry, active.field).textContent;
  }
  const lines = rows().filter((row) => chosen.has(row.dataset.entry));
  return lines.map((row) => fields.map((field) => row.querySelector(`[data-f="${field}"]`).textContent).join("\t")).join("\n");
}

// Keys

const KEYS = {
  ArrowUp: () => step(-1, 0),
  ArrowDown: () => step(1, 0),
  ArrowLeft: () => step(0, -1),
  ArrowRight: () => step(0, 1),
  PageUp: () => step(-20, 0),
  PageDown: () => step(20, 0),
  Home: (event) => step(event.ctrlKey ? -Infinity : 0, -Infinity),
  End: (event) => step(event.ctrlKey ? Infinity : 0, Infinity),
  Enter: () => edit(),
  F2: () => edit(),
  " ": (event) => select(rowOf(active.entry), event.shiftKey),
  Delete: () => isEmptied(),
  Backspace: () => isEmptied(),
  Escape: () => none(),
};

function isEmptied() {
  if (!("required" in headOf(active.field).dataset) && active.field !== "number") {
    change([{ ...active, value: "" }]);
  }
}

function none() {
  [...body.rows].forEach((row) => choose(row, false));
  bulk();
}

function pressed(event) {
  if (editor) {
    typing(event);
    return;
  }
  const cell = event.target.closest("tbody [data-f]");
  if (!cell || event.altKey || event.metaKey) {
    return;
  }
  active = at(cell);
  const isPlain = !event.ctrlKey && event.key.length === 1 && event.key !== " ";
  if (KEYS[event.key] && (!event.ctrlKey || ["Home", "End"].includes(event.key))) {
    event.preventDefault();
    KEYS[event.key](event);
  } else if (isPlain && !isTick(active.field)) {
    event.preventDefault();
    edit(event.key);
  } else if (isPlain && event.key.toLowerCase() === "x") {
    edit();
  }
}

function typing(event) {
  const ways = { Enter: [event.shiftKey ? -1 : 1, 0], Tab: [0, event.shiftKey ? -1 : 1] };
  if (event.key === "Escape" || ways[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    finish(event.key !== "Escape");
    step(...(ways[event.key] ?? [0, 0]));
  }
}

// Signing in again, here or in another tab, brings a new token.
async function renew() {
  const page = await fetch(here).catch(() => null);
  const text = page?.ok && !page.redirected ? await page.text() : "";
  const token = text.match(/name="csrfmiddlewaretoken" value="(\w+)"/)?.[1];
  if (token && text.includes(`data-who="${who}"`)) {
    tokens().forEach((input) => (input.value = token));
    outbox.flush();
  }
}

function listen() {
  sheet.addEventListener("keydown", pressed);
  sheet.addEventListener("refresh", fetchSheet);
  sheet.addEventListener("mousedown", (event) => {
    const cell = event.target.closest("tbody [data-f]");
    if (cell && !cell.contains(editor)) {
      finish(true);
      event.shiftKey && event.preventDefault();
      event.shiftKey ? select(cell.closest("tr"), true) : move(at(cell));
    }
  });
  sheet.addEventListener("dblclick", (event) => event.target.closest("tbody [data-f]") && edit());
  sheet.addEventListener("focusout", (event) => event.target === editor && setTimeout(() => editor && !section.contains(document.activeElement) && finish(true)));
  sheet.addEventListener("click", (event) => {
    const head = event.target.closest("thead th[data-f]");
    const box = event.target.closest(".pick input");
    if (head) {
      event.preventDefault();
      sort(head);
    } else if (box?.matches("[data-all]")) {
      rows().forEach((row) => choose(row, box.checked));
      bulk();
    } else if (box) {
      box.checked = !box.checked;
      select(box.closest("tr"), event.shiftKey);
    }
  });
  document.addEventListener("paste", (event) => {
    if (!editor && active && sheet.contains(document.activeElement)) {
      event.preventDefault();
      pasted(event.clipboardData.getData("text/plain"));
    }
  });
  document.addEventListener("copy", (event) => {
    if (!editor && active && sheet.contains(document.activeElement) && !getSelection().toString()) {
      event.preventDefault();
      event.clipboardData.setData("text/plain", copied());
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input, select, textarea, tbody")) {
      event.preventDefault();
      section.querySelector("#filter").focus();
    }
  });
}

function listenToTools() {
  const field = section.querySelector("#filter");
  field.addEventListener("input", filter);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = rows()[0];
    first && move({ entry: first.dataset.entry, field: active?.field ?? "family_name" });
  });
  part("menu").addEventListener("change", () => (hideColumns(), rememberColumns()));
  section.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.set) {
      forAll(button.dataset.set, button.dataset.value);
    } else if (button && "remove" in button.dataset) {
      keep({ remove: [...chosen] });
      button.closest("details").open = false;
      none();
    } else if (button && "none" in button.dataset) {
      none();
    } else if (button?.dataset.do) {
      decide(button);
    }
    section.querySelectorAll("details.menu[open]").forEach((menu) => menu.contains(event.target) || (menu.open = false));
  });
  part("bulk").addEventListener("submit", (event) => {
    event.preventDefault();
    forAll(section.querySelector("#bulk-field").value, section.querySelector("#bulk-value").value.trim());
  });
  const choice = section.querySelector("#bulk-field");
  const offered = () => section.querySelector("#bulk-value").setAttribute("list", `known-${choice.value}`);
  choice.addEventListener("change", offered);
  offered();
}

function begin() {
  sheet.querySelector("table").setAttribute("role", "grid");
  sheet.removeAttribute("tabindex");
  section.classList.add("edits");
  part("menu").hidden = false;
  part("plain").hidden = true;
  part("all").hidden = false;
  recallColumns();
  prepare();
  hideColumns();
  filter();
  listen();
  listenToTools();
  const first = rows()[0];
  first && move({ entry: first.dataset.entry, field: "family_name" }, false);
  document.addEventListener("live:gone", (event) => {
    event.preventDefault();
    isSignedOut = true;
    show();
  });
  tabs.addEventListener("message", ({ data }) => (data.sent ? fetchSheet() : reread()));
  window.addEventListener("beforeunload", (event) => (storing.length || editor) && event.preventDefault());
  document.documentElement.dataset.queues = "here";
  location.hash || section.scrollIntoView();
  reread().then(() => outbox.flush());
}

if (sheet && WIDE.matches) {
  all().then(begin, (error) => console.warn("this browser keeps nothing:", error));
}
