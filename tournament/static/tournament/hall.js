// The hall screen: one panel after the other, long lists page by page, signals of the clock, and never old as if it were new.

import { timeOfDay } from "./clock.js";

const SOON = 300; // seconds before the end
const OLD_AFTER = 40; // seconds without a word from the server (it says "alive" every 15)
const SIGNAL_FOR = 12_000;

const hall = () => document.getElementById("hall");
const panels = () => [...document.querySelectorAll(".panel")];
const turn = { panel: "", page: 0, since: performance.now() };
let heard = performance.now();
let sound = null;
let left = null; // seconds on the clock when it was last looked at

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

function show() {
  const all = panels();
  const panel = all.find((each) => each.dataset.panel === turn.panel) ?? all[0];
  turn.panel = panel?.dataset.panel ?? "";
  for (const each of all) {
    each.classList.toggle("is-shown", each === panel);
  }
  if (panel) {
    const { list, count, step } = pages(panel);
    turn.page = Math.min(turn.page, count - 1);
    list?.scrollTo({ left: turn.page * step, behavior: "instant" });
    said(panel, count > 1 ? `${letters(list, turn.page, step)} ${turn.page + 1}/${count}` : "");
  }
}

// From which letter to which a page of names goes.
function letters(list, page, step) {
  const start = list.getBoundingClientRect().left - list.scrollLeft;
  const on = [...list.children].filter((each) => Math.floor((each.getBoundingClientRect().left - start + 1) / step) === page);
  const [first, last] = [on[0]?.dataset.at ?? "", on.at(-1)?.dataset.at ?? ""];
  return first === last ? first : `${first} – ${last}`;
}

function said(panel, words) {
  const heading = panel.querySelector("h2");
  const note = heading?.querySelector(".page-of") ?? heading?.appendChild(document.createElement("span"));
  if (note) {
    note.className = "page-of";
    note.textContent = words && ` ${words}`;
  }
}

function onward() {
  if (performance.now() - turn.since < 1000 * Number(hall().dataset.seconds || 12)) {
    return;
  }
  turn.since = performance.now();
  const all = panels();
  const at = all.findIndex((each) => each.dataset.panel === turn.panel);
  if (at >= 0 && turn.page + 1 < pages(all[at]).count) {
    turn.page += 1;
  } else if (all.length) {
    turn.panel = all[(at + 1) % all.length].dataset.panel;
    turn.page = 0;
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
