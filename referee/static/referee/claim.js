// A claim by tapping: set the position up, choose the throw, then tap what was done in the order it was done. The first own piece
// tapped is the one touched first. As soon as it can be judged the verdict is shown; nothing is stored before it is signed.
// With two dice a move is a way: the ways between the two fields are fetched, and offered if there are several.

import { editPosition, onField, place, read, ring, unring, write } from "../games/position.js";
import { all, newId, send } from "../tournament/outbox.js";
import { outboxPanel } from "../games/outbox-panel.js";
import { near, nearSwitch } from "../games/near.js";
import { ask, who } from "../games/phone.js";
import { draft } from "./drafts.js";
import { standsBy } from "./standing.js";

const form = document.getElementById("claim");
const svg = form.querySelector("svg.ag-board");
const verdict = document.getElementById("verdict");
const words = form.dataset;
const token = () => form.querySelector("[name=csrfmiddlewaretoken]").value;
const button = form.querySelector(".signbar button.main");
const named = (name) => form.elements.namedItem(name);
const value = (name) => named(name)?.value ?? "";
const pair = [...form.querySelectorAll("[data-die]")];
const ways = form.querySelector("[data-ways]");
const goesBack = form.querySelector("[data-back]");
const dice = () => value("roll").split(/[ ,]+/).filter(Boolean).map(Number);
const isThrown = () => dice().length === (pair.length || 1);

let mode = value("played") ? "play" : "set";
let asked = 0;
let signing = ""; // the entry that this page waits for

form.classList.add("scripted");
const editor = editPosition(form);

function say(text) {
  document.getElementById("hint").textContent = text;
}

function turn(to) {
  mode = to;
  form.dataset.mode = to;
  const pressed = form.querySelectorAll(".claimgrid > div:first-child [data-chip]");
  if (to === "play") {
    pressed.forEach((chip) => chip.setAttribute("aria-pressed", "false"));
  }
  say(to === "set" ? words.hintSet : isThrown() ? words.hintPlay : words.hintRoll);
}

// The player whom the claim is against has the throw.
function setMover() {
  const seat = form.querySelector("[name=against]:checked");
  const position = read(value("position"));
  if (seat && position.mover !== seat.dataset.colour) {
    named("position").value = write({ ...position, mover: seat.dataset.colour, throws: "0" });
    place(svg, read(value("position")));
  }
}

function clearPlay() {
  asked++;
  other = null;
  named("played").value = named("touched").value = named("choice").value = "";
  unring(svg);
  ways.replaceChildren();
  place(svg, read(value("position")));
}

// Show the played move as rings on the board, also if it was typed.
function drawPlayed() {
  const [from, to] = ends(value("played"));
  const { mover } = read(value("position"));
  unring(svg);
  for (const [field, look] of [[from, "from"], [to, "to"]]) {
    const own = /^[Ba-d]$/.test(field) ? `[data-colour="${isNeutral(value("played")) ? neutral : mover}"]` : "";
    const group = field && svg.querySelector(`.ag-field[data-field="${CSS.escape(field)}"]${own}`);
    if (group) {
      ring(group, look);
    }
  }
}

// 17-21, 17x21, 17<14, or a way: 12+3^2=17x4.
// A neutral piece is named with its colour: K:12-15.
const neutral = JSON.parse(words.options).neutral;
const isNeutral = (piece) => Boolean(neutral) && piece.startsWith(`${neutral}:`);
const ends = (played) => /^(?:\w:)?([^-+^x<]+)[-+^x<](?:.*=)?([^x]+)/.exec(played)?.slice(1) ?? [];

let origin = "";

function tapped({ field, colour, piece, group }) {
  const mover = read(value("position")).mover;
  const isNamed = Boolean(neutral) && piece === neutral;
  const isOwn = (piece === mover || isNamed) && (!colour || colour === piece);
  const from = isNamed ? `${piece}:${field}` : field;
  const isSame = isNamed === isNeutral(origin); // of another colour it is a foreign piece that can be captured
  if (origin && !(isOwn && isSame && from !== origin && isThrown())) {
    play(origin, field, group);
  } else if (isOwn) {
    if (value("played")) {
      clearPlay();
    }
    named("touched").value ||= from;
    offerOnto(origin, from, field, group);
    origin = from;
    unring(svg);
    ring(group, "from");
    say(words.hintTo);
  }
}

// Of two own pieces tapped one after the other the second was moved instead; or the first was put on it, wrongly.
function offerOnto(first, second, field, group) {
  const isOther = first && first !== second && !isWaiting(field);
  ways.replaceChildren(...(isOther ? [choice(`${words.onto}: ${first} – ${field}`, () => play(first, field, group))] : []));
}

const isWaiting = (field) => field === "B";

function play(from, to, group) {
  origin = "";
  ways.replaceChildren();
  if (from.slice(from.indexOf(":") + 1) === to) {
    unring(svg);
    return say(words.hintPlay);
  }
  ring(group, "to");
  if (pair.length) {
    return chooseWay(from, to);
  }
  named("played").value = `${from}-${to}`;
  judge();
}

// The permitted ways between the two fields, in words; and what a hand can have done with two dice besides.
async function chooseWay(from, to) {
  if (other) {
    return wayIs(`${other.step} ${step(from, to, other.rest)}`);
  }
  setMover();
  const { permitted = [], ways: said = [] } = await judged("--");
  const found = permitted.map((way, place) => [way, said[place] ?? way]).filter(([way]) => String(ends(way)) === String([from, to]));
  const wrong = choice(words.wayOtherwise, () => offerWrong(from, to));
  ways.replaceChildren(...(found.length > 1 ? found.map(([way, text]) => choice(text, () => wayIs(way))) : []), wrong);
  say(found.length > 1 ? words.hintWay : words.hintNoWay);
  if (found.length === 1) {
    wayIs(found[0][0]);
  } else if (!found.length) {
    offerWrong(from, to);
  }
}

let other = null; // of two pieces that were moved with one die each the first, and the die that is left

const mark = (from, to) => (Number(to) < Number(from) ? "-" : "+");
const step = (from, to, die) => `${from}${mark(from, to)}${die}=${to}`;

function offerWrong(from, to) {
  const [one, two] = dice();
  const each = [...new Set([one, two])];
  const with_ = (text, die) => text.replace("{n}", die);
  const rest = (die) => (die === one ? two : one);
  const on = mark(from, to);
  ways.replaceChildren(
    choice(words.wayMiscounted, () => wayIs(`${from}${on}${one}${on}${two}=${to}`)),
    ...each.map((die) => choice(with_(words.wayOnly, die), () => wayIs(step(from, to, die)))),
    ...each.map((die) => choice(with_(words.wayWall, die), () => wayIs(`${from}^${die}${on}${rest(die)}=${to}`))),
    ...each.map((die) =>
      choice(with_(words.wayTwo, die), () => {
        other = { step: step(from, to, die), rest: rest(die) };
        ways.replaceChildren();
        say(words.hintSecond);
      }),
    ),
  );
  say(words.hintNoWay);
}

function choice(text, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", act);
  return made;
}

function wayIs(way) {
  other = null;
  named("played").value = way;
  judge();
}

for (const die of pair) {
  die.addEventListener("click", (event) => {
    die.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one === event.target)));
    named("roll").value = pair.map((one) => one.querySelector("[aria-pressed=true]")?.textContent).filter(Boolean).join(",");
    named("roll").dispatchEvent(new Event("change", { bubbles: true }));
  });
}

onField(svg, (found) => (mode === "set" ? editor.tap(found) : tapped(found)));

async function judge() {
  setMover();
  if (!isThrown() || !value("played")) {
    return;
  }
  compare();
  const turnOf = ++asked;
  const answer = await judged(value("played"));
  if (turnOf === asked) {
    drawPlayed();
    show(answer);
  }
}

async function judged(played) {
  return (await judgedHere(played)) ?? send(words.judge, { ...entered(), played }, token());
}

// Null where this phone cannot judge by itself (yet).
function judgedHere(played) {
  const facts = Object.fromEntries(["position", "touched", "choice"].map((name) => [name, value(name).trim() || null]));
  const roll = pair.length ? dice() : dice()[0];
  const runs = "wentOn" in words ? { now: words.now ?? "", then: words.then ?? "" } : {};
  const ruled = { board: value("board") || null, standing: value("standing"), went_on: "wentOn" in words, ...runs };
  return ask({ op: "sheet", rules: words.rules, options: JSON.parse(words.options), roll, played: played.trim(), ...facts, ...ruled });
}

document.addEventListener("phone:ready", () => verdict.dataset.verdict === "none" && judge());

function entered() {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken"));
}

function show(answer) {
  verdict.hidden = false;
  if (!answer.verdict) {
    verdict.dataset.verdict = "none";
    fill("[data-title]", answer.error || answer.status === 422 ? words.impossible : words.later);
    fill("[data-words]", answer.error ? [answer.error.sentence ?? answer.error] : []);
    fill("[data-rules]", []);
    verdict.querySelector("[data-after]").replaceChildren();
    offerBack([]);
    return;
  }
  const language = document.documentElement.lang;
  verdict.dataset.verdict = answer.verdict;
  fill("[data-title]", answer.title[language]);
  fill("[data-words]", answer.words[language]);
  verdict.querySelector("[data-words]").children[standsAt(answer, language)]?.classList.add("stands");
  fill("[data-rules]", answer.rules.map((rule) => `${rule.number} · ${rule.title}: ${rule.text}`));
  verdict.querySelector("[data-after]").innerHTML = answer.after; // our own drawing
  offerBack(answer.may_go_back, answer.sent_back);
  say(words.hintSign);
  standsBy(answer.position);
}

// What counts now is read first: the only sentence where the ruling is not the verdict, else the last but those of other readings.
function standsAt({ words: said, readings = [] }, language) {
  const others = readings.reduce((sum, one) => sum + one.others.length, 0);
  return (value("board") || "verdict") === "verdict" ? said[language].length - 1 - others : 0;
}

// Where several pieces missed a capture the referee says which of them goes back.
function offerBack(pieces, chosen) {
  const box = goesBack;
  box.hidden = !pieces.length;
  const { mover } = read(value("position"));
  const buttons = pieces.map((piece) => {
    const full = piece.includes(":") ? piece.replace(":", "") : mover + piece;
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: piece, value: piece });
    one.setAttribute("aria-pressed", String(full === chosen || (piece === value("choice") && !chosen)));
    return one;
  });
  box.lastElementChild.replaceChildren(...buttons);
}

goesBack.addEventListener("click", (event) => {
  if (event.target.value) {
    named("choice").value = event.target.value;
    judge();
  }
});

function fill(where, text) {
  const place = verdict.querySelector(where);
  if (typeof text === "string") {
    place.textContent = text;
    return;
  }
  place.replaceChildren(
    ...text.map((one) => {
      const line = document.createElement(place.dataset.each);
      line.textContent = one;
      return line;
    }),
  );
}

form.addEventListener("change", (event) => {
  const name = event.target.name;
  if (name === "roll") {
    turn("play");
  }
  if (name === "position") {
    anew();
  } else if (name === "against" && named("throw") && value("against") !== onRecord?.against) {
    notRecorded(); // another player's throw is another throw
  }
  if (["roll", "against", "choice", "played", "touched", "board", "standing"].includes(name)) {
    judge();
  }
});

// What is entered otherwise than it was recorded is said beside the verdict, and signed with it.
const besides = form.querySelector("[data-otherwise]");
const onRecord = JSON.parse(document.getElementById("from-record")?.dataset.kept ?? "null");

function compare() {
  if (besides && onRecord && named("throw")) {
    const marked = (played) => (played.includes("=") ? played : played.replace(/[x<]/, "-"));
    const rolled = value("roll").split(/[ ,]+/).sort().join();
    const isSo = rolled === onRecord.roll.split(",").sort().join() && marked(value("played")) === marked(onRecord.played);
    besides.hidden = isSo && (!onRecord.touched || onRecord.touched === value("touched"));
    named("is_otherwise").disabled = besides.hidden;
  }
}

// It is no longer the recorded throw.
function notRecorded() {
  named("throw")?.remove();
  besides?.remove();
  named("is_otherwise")?.remove();
  emptied(document.getElementById("from-record"));
  delete form.dataset.aboutThrow;
  delete form.dataset.wentOn;
}

// Its place is kept: the board below must not jump under the thumb.
function emptied(part) {
  if (part) {
    const below = () => part.nextElementSibling.getBoundingClientRect().top + scrollY;
    const before = below();
    part.removeAttribute("id");
    part.textContent = words.byHand;
    part.style.minHeight = `${part.offsetHeight + before - below()}px`;
  }
}

// Another position, tapped or typed.
function anew() {
  asked++; // an answer still on its way is about the position before
  turn("set");
  notRecorded();
  named("played").value = named("touched").value = named("choice").value = "";
  unring(svg);
  verdict.hidden = true;
}

form.addEventListener("position:change", anew);

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do], [data-chip]");
  if (!button || button.closest("[data-editor]") !== form) {
    return;
  }
  if (button.dataset.chip) {
    turn("set");
    editor.show();
  } else if (button.dataset.do === "nothing") {
    origin = "";
    named("played").value = "--";
    judge();
  } else if (button.dataset.do === "again") {
    origin = "";
    clearPlay();
    verdict.hidden = true;
    turn("play");
  }
});

form.addEventListener("submit", async (event) => {
  // What follows from an exclusion is shown by the server first.
  const isExclusion = value("measure") === "exclusion";
  if (event.submitter?.value === "judge" || (isExclusion && navigator.onLine)) {
    return;
  }
  event.preventDefault();
  if (isExclusion) {
    return said(words.needsNetwork, "trouble");
  }
  button.disabled = true; // sign only once; another claim has its own page
  signing = newId(); // a new id, because a cached page can be opened more than once
  const who = form.querySelector("[name=against]:checked")?.parentElement.innerText.trim();
  const told = [document.querySelector("h1").innerText, who, value("roll"), value("played")].filter(Boolean).join(" · ");
  const title = verdict.querySelector("[data-title]").textContent;
  const isJudged = !verdict.hidden && verdict.dataset.verdict !== "none";
  const body = { ...entered(), action_id: signing };
  await outbox.keep({ id: signing, url: form.action, body, words: `${told} (${isJudged ? title : words.later})` });
  await kept.over();
  said(words.kept);
  await outbox.flush();
});

// Signed on this page: go to its ruling. Refused: stay here to correct it.
async function heard({ answer, trouble, sent = [] }) {
  if (sent.includes(signing) && signing) {
    location.assign(answer.url);
  } else if (sent.length) {
    said(words.sent);
  } else if (answer && trouble && signing) {
    const entry = (await all()).filter((one) => one.id === signing && one.state === "refused");
    if (entry.length) {
      signing = "";
      button.disabled = false;
      await outbox.drop(entry);
      said(trouble, "trouble");
    }
  }
}

function said(text, tone = "message") {
  const line = document.getElementById("said");
  line.className = tone; // what is kept is no trouble
  line.hidden = false;
  line.textContent = text;
  line.focus();
}

// What was set up before a reload. A throw of the record comes from there, and is no draft.
function apply(fields) {
  for (const [name, text] of Object.entries(fields)) {
    for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (input.type === "radio") {
        input.checked = input.value === text;
      } else if (input.type !== "hidden") {
        input.value = text;
      }
    }
  }
  notRecorded();
  editor.show();
  turn(value("played") || isThrown() ? "play" : "set");
  judge();
  said(words.again);
}

const outbox = outboxPanel({ token, heard });
const kept = draft({ who, fields: () => (named("throw") ? null : entered()), apply });
for (const change of ["click", "change", "position:change"]) {
  form.addEventListener(change, () => kept.changed());
}
setMover();
turn(mode);
judge();
const box = form.querySelector(".boardbox.tapped");
const moves = () => read(value("position")).mover;
nearSwitch(form.querySelector(".near-switch"), () => box, moves);
near(box, moves());
form.addEventListener("change", ({ target }) => target.name === "against" && near(box, moves()));
if (!location.search) {
  kept.back();
}
outbox.flush();
