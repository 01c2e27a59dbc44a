// The recorder. Every entry is stored on this phone before the page shows it (outbox.js), and where the phone can judge by itself
// (phone.js) the next throw is offered at once, whether there is a network or not. The page is complete without this script: each
// form here also works as a plain form.

import { all, newId } from "../tournament/outbox.js";
import { editPosition, fieldOf, place, read } from "./position.js";
import { outboxPanel } from "./outbox-panel.js";
import { keepPart, keptPart, ask } from "./phone.js";
import { near, nearSwitch } from "./near.js";
import { asPeopleWrite, offer, offerOpening, settleLater, stopHere } from "./recorder-ahead.js";

const root = document.querySelector("[data-recorder]");
const part = document.getElementById("recorder");
const REACH = 30; // px: a tap counts for the nearest piece that may move, so that small fields are large targets

// The entries of this page that the server has not acknowledged, in order, from the moment of the tap: each builds on the version
// shown and on those before it. Counted here and not in what is stored: that is written and read a moment later.
let mine = [];
// The states that this phone computed, the newest last; none for an entry that it could not judge.
let ahead = [];
let working = Promise.resolve(); // a chain: one task after the other
let editor = null; // the position editor, while it is open

const game = () => part.firstElementChild;
const version = () => Number(game().dataset.version);
const position = () => ahead.at(-1)?.position ?? game().dataset.position;
const isOurs = (entry) => entry.group === root.dataset.recorder;
const token = () => part.querySelector("[name=csrfmiddlewaretoken]").value;
const outbox = outboxPanel({ token, heard, renewed, dropped });

// Ignore a second tap while the first one is being computed.
const isBusy = () => "busy" in game().dataset;

async function keep(said, words) {
  game().dataset.busy = "";
  elsewhere.hidden = true;
  const id = newId();
  const body = { ...said, seen: version() + mine.length, id };
  mine.push(id);
  const stored = outbox.keep({ id, url: root.dataset.lines, group: root.dataset.recorder, body, words });
  working = working.then(() => goAhead(body, stored));
  await stored;
  outbox.flush();
}

// A waiting entry in words: who did what, or the button that was tapped.
function inWords(said, button) {
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  if (!["throw", "opening"].includes(said.kind)) {
    return plain(button.textContent);
  }
  const thrower = document.getElementById(`mover-${said.colour || position().split(" ").at(-2)}`);
  const played = said.kind === "opening" ? "" : said.played === "--" ? "–" : asPeopleWrite(said.played);
  return plain([thrower.content.textContent, said.roll, played].join(" "));
}

// The other side of a conflict: what was entered elsewhere since; nothing where ours only build on one that was refused.
function showTheirs(conflicts, version) {
  const box = document.querySelector("#outbox [data-theirs]");
  const other = part.querySelector("form.last [data-newest]");
  const since = Math.max(version - Math.min(...conflicts.map((one) => one.body.seen)), 0);
  const said = !since ? [] : other ? [other] : [...part.querySelectorAll(".last [data-said]")].slice(0, since).reverse();
  const items = said.map((one) => Object.assign(document.createElement("li"), { textContent: one.textContent }));
  box.hidden = !since;
  box.querySelector("ul").replaceChildren(...items);
}

// Dropped by hand: the page shows the game as the server has it.
function dropped(entries) {
  if (entries.some(isOurs)) {
    mine = [];
    game().dataset.version = 0;
    catchUpWithServer(false);
  }
}

// Entered again after what came in between: until the answer shows them, nothing else is entered.
function renewed(entry, place, id) {
  if (!isOurs(entry)) {
    return {};
  }
  mine = place ? [...mine, id] : [id];
  game().dataset.busy = "";
  return { seen: version() + place };
}

function heard({ answer, entries, sent = [], trouble }) {
  if (!answer?.html || answer.game !== root.dataset.recorder) {
    return;
  }
  const conflicts = entries.filter((one) => isOurs(one) && one.state === "conflict");
  const held = entries.filter((one) => isOurs(one) && one.state !== "waiting").map((one) => one.id);
  const before = mine.length;
  mine = held.some((id) => mine.includes(id)) ? [] : mine.filter((id) => !sent.includes(id));
  if (mine.length) {
    game().dataset.version = version() + before - mine.length; // this page shows a later state, or is working it out
  } else {
    show(answer.html);
    keepPart(answer.html);
  }
  if (conflicts.length) {
    showTheirs(conflicts, answer.version);
  }
  if (trouble && answer.status < 400) {
    alertWith(trouble);
  }
}

function alertWith(words) {
  const box = document.createElement("p");
  box.className = "message error";
  box.textContent = words;
  document.getElementById("messages").replaceChildren(box);
}

// Ahead of the server

// `stored`: nothing is shown as entered before it is stored.
// An entry that the server has answered meanwhile is on the page already.
async function goAhead(body, stored) {
  if (!mine.includes(body.id)) {
    return;
  }
  const before = position();
  const asked = { ...ruled(), position: before, roll: body.roll, played: body.played ?? "" };
  if (body.kind === "back") {
    return goBack(body.number === "");
  } else if (["opening", "begins"].includes(body.kind)) {
    return goFirst(body, stored);
  }
  const isKnown = body.kind === "throw" && !ahead.at(-1)?.isStuck;
  const next = isKnown ? await ask({ op: "next", ...asked }) : null;
  await stored;
  if (!mine.includes(body.id)) {
    return;
  }
  if (!next?.permitted || (body.colour && body.colour !== before.split(" ").at(-2))) {
    const roll = Number(body.roll) || (body.roll ?? "").split(",").map(Number);
    const sheet = next && !next.error ? await ask({ op: "sheet", ...asked, roll, touched: body.touched || null }) : null;
    if (!mine.includes(body.id)) {
      return;
    }
    ahead.push({ isStuck: true, position: before });
    return settleLater(part, root, sheet, () => mine.length > 0);
  }
  ahead.push({ position: next.position, shown: next });
  showNewest();
}

const ruled = () => ({ rules: root.dataset.rules, options: JSON.parse(root.dataset.options) });

// The throws for the first move, until it is known who begins.
async function goFirst(body, stored) {
  if (!ahead.length) {
    const colour = part.querySelector("[data-first] [name=colour]")?.value;
    ahead.push({ thrown: game().dataset.thrown, shown: { throwing: [colour] } });
  }
  const begins = body.kind === "begins" ? body.colour : "";
  const thrown = `${ahead.at(-1).thrown} ${begins ? "" : body.colour + body.roll}`.trim();
  const next = await ask({ op: "first", ...ruled(), position: position(), colours: root.dataset.colours, thrown, begins });
  await stored;
  if (!mine.includes(body.id)) {
    return;
  }
  if (!next || next.error) {
    ahead = [];
    return stopHere(part, () => mine.length > 0);
  }
  ahead.push({ position: next.position, thrown, shown: next });
  showNewest();
}

function showNewest() {
  const { shown } = ahead.at(-1);
  if (mine.length && shown.throwing?.length) {
    offerOpening(part, shown.throwing[0]);
  } else if (mine.length) {
    offer(part, root, shown);
    prepare(document.getElementById("auto")?.checked);
  }
}

// The phone can take back only what it computed itself.
function goBack(isLast) {
  const undone = ahead.pop();
  if (isLast && ahead.at(-1)?.shown) {
    return showNewest();
  }
  if (!isLast || !undone || undone.isBelow) {
    ahead = [{ isStuck: true, isBelow: true, position: position() }];
  }
  stopHere(part, () => mine.length > 0);
}

// After a reload: apply the waiting entries to the page again.
async function catchUp() {
  if (ahead.length) {
    return;
  }
  for (const one of (await all()).filter((entry) => isOurs(entry) && entry.state === "waiting")) {
    working = working.then(() => goAhead(one.body));
  }
}

// The page

function show(html) {
  const [was, die] = [position(), part.querySelector("[data-dice] [aria-pressed=true]")?.value];
  [ahead, editor] = [[], null];
  const auto = document.getElementById("auto")?.checked ?? wantsAuto();
  const wasTapped = part.querySelector("[data-setting][open], [data-otherwise][open]");
  part.innerHTML = html;
  if (wasTapped) {
    part.scrollIntoView();
  }
  prepare(false);
  if (die && position() === was && part.querySelector("[data-dice]")) {
    rolled(die); // chosen before the answer came, on the same board
  }
  prepare(auto);
}

const wantsAuto = () => localStorage.getItem("auto") !== "no";

const mover = () => position().split(" ").at(-2);
const showNear = () => near(part.querySelector(".board"), mover());

function prepare(auto = wantsAuto()) {
  part.querySelector(".board").classList.toggle("is-six", position().startsWith("6"));
  showNear();
  const tick = document.getElementById("auto");
  if (tick) {
    tick.checked = auto;
  }
}

const open = () => part.querySelector("form[data-roll]:not([hidden])");

function rolled(roll) {
  if (isBusy()) {
    return;
  }
  for (const form of part.querySelectorAll("form[data-roll]")) {
    form.hidden = form.dataset.roll !== roll;
  }
  for (const die of part.querySelectorAll("[data-dice] button")) {
    die.setAttribute("aria-pressed", String(die.value === roll));
  }
  const other = document.getElementById("other-roll");
  if (other) {
    other.value = roll;
  }
  if (part.querySelector("[data-otherwise][open]")) {
    return; // the played move is described below, whatever was permitted
  }
  const form = open();
  if ("auto" in form.dataset && document.getElementById("auto").checked) {
    send(form, form.querySelector("button"));
    return;
  }
  mark(form);
}

function fieldsOf(button) {
  const waits = button.dataset.from === "B" || /[a-d]/.test(button.dataset.from);
  const own = waits ? `[data-colour="${button.dataset.colour}"]` : "";
  const found = [...part.querySelectorAll(`.ag-field[data-field="${button.dataset.from}"]${own}`)];
  return found.filter((field) => field.querySelector(`[data-piece="${button.dataset.colour}"]`));
}

function mark(form) {
  for (const field of part.querySelectorAll(".may-move")) {
    field.classList.remove("may-move");
  }
  for (const button of form.querySelectorAll("[data-from]")) {
    fieldsOf(button).forEach((field) => field.classList.add("may-move"));
  }
  showNear();
}

function nearest(event, fields) {
  let best = null;
  let least = Infinity;
  for (const field of fields) {
    const box = field.querySelector(".ag-hit").getBoundingClientRect();
    const far = Math.hypot(event.clientX - (box.left + box.width / 2), event.clientY - (box.top + box.height / 2));
    if (far < least) {
      [best, least] = [field, far];
    }
  }
  return least <= REACH ? best : null;
}

function tapped(event) {
  const board = event.target.closest(".ag-board");
  const onField = event.target.closest(".ag-field");
  const typed = part.querySelector("[data-otherwise][open]");
  if (editor && onField) {
    editor.tap(fieldOf(event));
  } else if (typed && onField) {
    typeMove(onField);
  } else if (open()) {
    const movable = [...board.querySelectorAll(".may-move")];
    const field = event.type === "keydown" ? onField : nearest(event, movable);
    const ways = [...open().querySelectorAll("[data-from]")].filter((button) => fieldsOf(button).includes(field));
    if (ways.length === 1) {
      send(open(), ways[0]);
    } else if (ways.length) {
      ways[0].focus(); // several ways of one piece: their buttons stand below
    }
  }
}

// While the position editor is open its board takes the place of the game's.
function toggled({ target }) {
  if ("setting" in target.dataset) {
    editor = target.open ? editPosition(game()) : null;
    editor ? editor.show() : place(part.querySelector("svg.ag-board"), read(position()));
  }
  if (target.open && target.matches("[data-setting], [data-otherwise]")) {
    part.scrollIntoView(); // both are done by tapping the board
  }
}

function typeMove(field) {
  const played = document.getElementById("other-played");
  const name = field.dataset.field;
  const picked = part.querySelector(".is-picked");
  if (picked) {
    picked.classList.remove("is-picked");
    played.value = `${played.value}-${name}`;
    return;
  }
  field.classList.add("is-picked");
  played.value = name;
  const first = document.getElementById("other-touched");
  if (first && !first.value && field.querySelector(`[data-piece="${document.getElementById("other-colour").value}"]`)) {
    first.placeholder = name;
  }
}

function send(form, button) {
  if (isBusy() && !("otherwise" in (form.parentElement.dataset ?? {}))) {
    return;
  }
  const said = Object.fromEntries(new FormData(form));
  if (button?.name) {
    said[button.name] = button.value;
  }
  if (said.touched === "") {
    said.touched = part.querySelector("[data-touched][aria-pressed=true]")?.dataset.touched ?? "";
  }
  for (const own of ["csrfmiddlewaretoken", "action_id", "seen"]) {
    delete said[own];
  }
  keep(said, inWords(said, button));
}

part.addEventListener("toggle", toggled, { capture: true }); // it does not bubble
part.addEventListener("submit", (event) => {
  const form = event.target;
  if ("dice" in form.dataset) {
    event.preventDefault();
    rolled(event.submitter.value);
  } else if ("line" in form.dataset) {
    event.preventDefault();
    send(form, event.submitter);
  }
});
part.addEventListener("click", (event) => event.target.closest(".ag-board") && tapped(event));
part.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-touched]");
  const wasPressed = chosen?.getAttribute("aria-pressed") === "true";
  for (const button of chosen ? part.querySelectorAll("[data-touched]") : []) {
    button.setAttribute("aria-pressed", String(button === chosen && !wasPressed));
  }
});
part.addEventListener("keydown", (event) => {
  if (["Enter", " "].includes(event.key) && event.target.closest(".ag-field")) {
    event.preventDefault();
    tapped(event);
  }
});
part.addEventListener("change", (event) => {
  if (event.target.id === "auto") {
    localStorage.setItem("auto", event.target.checked ? "yes" : "no");
  }
});
document.addEventListener("keydown", (event) => {
  const die = part.querySelector(`[data-dice] button[value="${event.key}"]`);
  if (die && !event.target.closest("input, textarea, select")) {
    rolled(die.value);
  }
});
document.addEventListener("phone:ready", catchUp);

const versionOf = (html) => Number(html?.match(/data-version="(\d+)"/)?.[1] ?? 0);

// The page itself may be an older one from the cache; later: what is entered on another device is shown here as it is there.
async function catchUpWithServer(isSaid = true) {
  if (mine.length) {
    return; // the answer to them shows it
  }
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  const newer = versionOf(html) - version();
  if (mine.length || newer <= 0) {
    return;
  }
  if (isSaid && part.querySelector("[data-setting][open], [data-otherwise][open]")) {
    return sayElsewhere([]); // not under somebody's fingers
  }
  show(html);
  keepPart(html);
  if (isSaid) {
    sayOthers(newer);
  }
}

const sayOthers = (newer) => sayElsewhere([...part.querySelectorAll(".last [data-said]")].slice(0, newer).reverse());

const elsewhere = document.getElementById("elsewhere");

function sayElsewhere(said) {
  const plain = said.map((one) => one.textContent.replace(/\s+/g, " ").trim());
  elsewhere.querySelector("span").textContent = [elsewhere.dataset.words, plain.join(", ")].filter(Boolean).join(" ");
  elsewhere.hidden = false;
}

const latest = await keptPart();
if (versionOf(latest) > version()) {
  show(latest);
}
mine = (await all()).filter((one) => isOurs(one) && one.state === "waiting").map((one) => one.id);
root.classList.add("scripted");
nearSwitch(root.querySelector(".near-switch"), () => part.querySelector(".board"), mover);
prepare();
if (mine.length) {
  stopHere(part, () => mine.length > 0);
}
await outbox.flush();
part.addEventListener("refresh", () => catchUpWithServer()); // live.js: the game has a newer version
catchUpWithServer(false);
