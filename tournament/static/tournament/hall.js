// The hall screen: one panel after the other, long lists page by page, signals of the clock, and never old as if it were new.

import { timeOfDay } from "./clock.js";

const SOON = 300; // seconds before the end
const OLD_AFTER = 9; // seconds without a word from the server (it says "alive" every 4), and without an answer
const SIGNAL_FOR = 12_000;

const hall = () => document.getElementById("hall");
// The last minutes have panels of their own, which then stand alone; before that they do not come round.
function panels() {
  const all = [...document.querySelectorAll(".panel")];
  const ends = all.filter((panel) => "last" in panel.dataset);
  const others = all.filter((panel) => !("last" in panel.dataset));
  return ends.length && (!others.length || (left !== null && left > 0 && left <= SOON)) ? ends : others;
}
const turn = { panel: "", about: "", page: 0, since: performance.now() };
let heard = performance.now();
let sound = null;
let left = null; // seconds on the clock when it was last looked at

// A screen that stands upright asks for drawings that fill it.
const isTall = innerHeight > innerWidth && innerWidth > 768;
const asked = new URLSearchParams(location.search);
if (isTall !== asked.has("tall")) {
  isTall ? asked.set("tall", "1") : asked.delete("tall");
  location.replace(`${location.pathname}?${asked}`);
}

document.body.classList.add("turning");
const night = document.body.appendChild(document.createElement("p"));
night.className = "night-time";

// Turning

function pages(panel) {
  const list = panel.querySelector(".paged:not(.numbers)");
  if (!list) {
    return { list, count: 1, step: 0 };
  }
  const step = list.clientWidth + parseFloat(getComputedStyle(list).columnGap || "0");
  return { list, count: Math.max(1, Math.ceil((list.scrollWidth - 1) / step)), step };
}

// A panel that was not shown before, or that is about another round now, begins at its first page.
function show() {
  const all = panels();
  const panel = all.find((each) => each.dataset.panel === turn.panel) ?? all[0];
  const { panel: code = "", about = "" } = panel?.dataset ?? {};
  if (code !== turn.panel || about !== turn.about) {
    Object.assign(turn, { panel: code, about, page: 0, since: performance.now() });
  }
  for (const each of document.querySelectorAll(".panel")) {
    each.classList.toggle("is-shown", each === panel);
  }
  if (panel) {
    const { list, count, step } = pages(panel);
    turn.page = Math.min(turn.page, count - 1);
    list?.scrollTo({ left: turn.page * step, behavior: "instant" });
    say(panel, count > 1 ? onPages(list, count, step) : []);
  }
}

// The lines of each page.
function onPages(list, count, step) {
  const start = list.getBoundingClientRect().left - list.scrollLeft;
  const found = Array.from({ length: count }, () => []);
  for (const line of list.children) {
    const page = Math.floor((line.getBoundingClientRect().left - start + 1) / step);
    found[Math.min(page, count - 1)]?.push(line);
  }
  return found;
}

// Which page of how many, by what it begins and ends with: letters of names, ranks.
function say(panel, found) {
  const heading = panel.querySelector("h2");
  heading?.querySelector(".page-of")?.remove();
  turn.lines = found[turn.page]?.length ?? 0;
  if (!heading || !found.length) {
    return;
  }
  const tabs = heading.appendChild(document.createElement("span"));
  tabs.className = "page-of";
  found.forEach((lines, page) => {
    const [first, last] = [lines[0]?.dataset.at ?? "", lines.at(-1)?.dataset.at ?? ""];
    const tab = tabs.appendChild(document.createElement("span"));
    tab.textContent = !first ? page + 1 : first === last ? first : `${first}–${last}`;
    if (page === turn.page) {
      tab.setAttribute("aria-current", "true");
    }
  });
}

// Seconds for what is shown now: those chosen are for a page of so many lines; one with few goes by sooner, a full one stays longer.
const USUAL_LINES = 26;

function due() {
  const chosen = Number(hall().dataset.seconds || 12);
  return turn.lines ? chosen * Math.min(1.6, Math.max(0.5, turn.lines / USUAL_LINES)) : chosen;
}

function onward() {
  if (performance.now() - turn.since < 1000 * due()) {
    return;
  }
  turn.since = performance.now();
  const all = panels();
  const at = all.findIndex((each) => each.dataset.panel === turn.panel);
  if (at >= 0 && turn.page + 1 < pages(all[at]).count) {
    turn.page += 1;
  } else if (all.length) {
    const next = all[(at + 1) % all.length].dataset;
    Object.assign(turn, { panel: next.panel, about: next.about, page: 0 });
  }
  show();
}

// The clock's signals

function seconds() {
  const clock = document.querySelector('.time[data-clock="running"] .clock, .time[data-clock="over"] .clock');
  const [, sign, minutes, rest] = clock?.textContent.match(/^(\+?)(\d+):(\d\d)$/) ?? [];
  return minutes === undefined ? null : (sign ? -1 : 1) * (60 * minutes + Number(rest));
}

function watchClock() {
  const now = seconds();
  document.querySelector(".time")?.classList.toggle("soon", now !== null && now > 0 && now <= SOON);
  if (now !== null && left !== null && now < left) {
    if (left > SOON && now <= SOON) {
      signal("soon");
    }
    if (left > 0 && now <= 0) {
      signal("end");
      window.htmx.trigger(hall(), "refresh"); // another programme begins, and no line of the log says so
    }
  }
  left = now;
}

function signal(kind) {
  const place = document.getElementById("signal");
  place.textContent = place.dataset[kind];
  place.classList.toggle("end", kind === "end");
  setTimeout(() => (place.textContent = ""), SIGNAL_FOR);
  for (let n = 0; sound && n < (kind === "end" ? 5 : 2); n += 1) {
    beep(n * 0.7, kind === "end" ? 520 : 780);
  }
}

// A gong of our own: no file to fetch. Browsers let a page sound only after a tap.
function beep(after, pitch) {
  const at = sound.currentTime + after;
  const tone = sound.createOscillator();
  const loud = sound.createGain();
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.0001, at);
  loud.gain.exponentialRampToValueAtTime(0.6, at + 0.03);
  loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.6);
  tone.connect(loud).connect(sound.destination);
  tone.start(at);
  tone.stop(at + 0.65);
}

const button = document.getElementById("sound");
button.hidden = !("AudioContext" in window);
button.addEventListener("click", () => {
  sound = new AudioContext();
  beep(0, 660);
  button.textContent = button.dataset.on;
  setTimeout(() => (button.hidden = true), 3000);
});

const ATTENDED_FOR = 20_000; // ms
let unattended = 0;

function attend() {
  document.body.classList.remove("unattended");
  clearTimeout(unattended);
  unattended = setTimeout(() => document.body.classList.add("unattended"), ATTENDED_FOR);
}

document.addEventListener("pointermove", attend);
document.addEventListener("pointerdown", attend);
attend();

// How old it is

function time(ago, style) {
  return new Date(timeOfDay() - ago).toLocaleTimeString(document.documentElement.lang, { timeStyle: style });
}

function fresh() {
  heard = performance.now();
}

function watchAge() {
  const silent = performance.now() - heard;
  const isOld = silent > OLD_AFTER * 1000;
  const place = document.getElementById("age");
  const words = isOld ? `${place.dataset.old} ${time(silent, "medium")}` : "";
  if (place.textContent !== words) {
    place.textContent = words;
  }
  document.body.classList.toggle("is-old", isOld);
}

function tick() {
  watchClock();
  document.querySelectorAll(".minutes li").forEach((field, n) => field.classList.toggle("over", left !== null && left <= 60 * (4 - n)));
  if (turn.panel && !panels().some((panel) => panel.dataset.panel === turn.panel)) {
    show();
  }
  watchAge();
  onward();
  document.body.classList.toggle("night", "night" in hall().dataset);
  night.textContent = time(0, "short");
}

const made = hall().dataset.version;
document.addEventListener("live:heard", fresh);
document.addEventListener("htmx:afterSettle", () => {
  fresh();
  if (hall().dataset.version !== made) {
    location.reload(); // the program was renewed meanwhile: styles and scripts too
  }
  show();
  tick();
});
window.addEventListener("resize", show);
document.fonts?.ready.then(show);
setInterval(tick, 500);
show();
tick();
