// For a device that belongs to somebody (`me.js` fetches this file then): kept here alone, one list for a tournament's public pages
// and for own pages, start numbers without names. The pages are the same for everybody; what is mine is fetched beside them (#me),
// and my rows are marked here.

const key = (part) => `me ${part.split("/")[2]}`; // of /t/<tournament>/me/
const place = () => document.getElementById("me");
const { own, entry } = place()?.dataset ?? {}; // on an own page its player stands there anyway

// [[12, "its own page"], …] as `mine`; `sought`: who was searched for last, until somebody says who it is; `news`: what was known
// of each when it was last looked at; `alarm`: whether news sound and shake.
function memory() {
  try {
    return { mine: [], sought: 0, news: {}, alarm: false, ...JSON.parse(localStorage.getItem(key(place().dataset.part)) ?? "{}") };
  } catch {
    return { mine: [], sought: 0, news: {}, alarm: false }; // a browser that keeps nothing
  }
}

function keep(next) {
  try {
    localStorage.setItem(key(place().dataset.part), JSON.stringify(next));
  } catch {
    // then it is asked again next time
  }
}

const MOST = 6;

function add(number, page = "") {
  const { mine } = memory();
  const known = mine.find(([one]) => one === number);
  const others = mine.filter(([one]) => one !== number);
  keep({ ...memory(), mine: [...others, [number, page || known?.[1] || ""]].slice(-MOST), sought: 0 });
}

function forget(number) {
  const { mine, sought } = memory();
  keep({ ...memory(), mine: mine.filter(([one]) => one !== number), sought: sought === number ? 0 : sought });
}

function numbers() {
  const { mine, sought } = memory();
  const all = mine.length ? mine.map(([one]) => one) : sought ? [sought] : [];
  return all.filter((one) => one !== Number(own));
}

function fetchMine() {
  const asked = numbers();
  if (asked.length) {
    window.htmx.ajax("GET", `${place().dataset.part}?me=${asked.join(",")}`, { target: "#me", swap: "outerHTML" });
  } else {
    place().replaceChildren();
    delete place().dataset.live;
    mark();
  }
}

// By an id or a link where the row has one; at tables by the number before the name, or after it where it is all that is shown.
function rows(number) {
  const named = document.querySelectorAll(`[data-n="${number}"], #entry-${number}`);
  const linked = document.querySelectorAll(`:is(tr, .people) a[href*="/players/${number}/"]`);
  const seats = [...document.querySelectorAll(".tables .who")].filter(({ textContent }) => {
    const [, before, after] = textContent.match(/^(\d+) | (\d+)$/) ?? [];
    return Number(before ?? after) === number;
  });
  return [...new Set([...named, ...[...linked, ...seats].map((one) => one.closest("li, tr"))])];
}

// My rows, wherever they stand; a button leads to the first.
function mark() {
  const mine = [...document.querySelectorAll("#me [data-me]")].map((one) => Number(one.dataset.me));
  document.querySelectorAll(":is(li, tr, text).me").forEach((row) => row.classList.remove("me"));
  for (const number of mine) {
    const found = rows(number);
    found.forEach((row) => row.classList.add("me"));
    const jump = place().querySelector(`[data-jump="${number}"]`);
    jump.hidden = !found.some((row) => row.checkVisibility?.() ?? true);
  }
  for (const [number, page] of memory().mine) {
    const own = place().querySelector(`[data-own="${number}"]`);
    if (own && page) {
      own.href = `/entry/${page}/`;
      own.hidden = false;
    }
  }
  for (const wish of document.querySelectorAll("[data-alarm]")) {
    wish.hidden = false;
    wish.setAttribute("aria-pressed", String(memory().alarm));
  }
  tell();
  document.querySelectorAll(".unknown").forEach((words) => (words.hidden = mine.length > 0));
}

// A table, or a result that counts, which was not there when it was last looked at: said at the top of whatever page is open.
function tell() {
  for (const { dataset } of document.querySelectorAll("[data-news]")) {
    const { news, alarm } = memory();
    const before = news[dataset.me];
    if (before !== dataset.news) {
      keep({ ...memory(), news: { ...news, [dataset.me]: dataset.news } });
      if (before !== undefined && dataset.said) {
        say(dataset.said, alarm);
      }
    }
  }
}

function say(words, alarm) {
  const line = document.createElement("p");
  line.className = "message news";
  line.textContent = words;
  document.getElementById("messages").prepend(line);
  if (alarm) {
    navigator.vibrate?.([300, 150, 300]);
    sound();
  }
}

let audio = null; // a browser lets a page sound only after a tap on it

function sound() {
  try {
    audio ??= new AudioContext();
    [660, 880].forEach((pitch, n) => {
      const [tone, loud, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + n * 0.25];
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.3, at);
      loud.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.45);
    });
  } catch {
    // the words stand there
  }
}

export function tapped(event) {
  const wish = event.target.closest("[data-alarm]");
  if (wish) {
    keep({ ...memory(), alarm: !memory().alarm });
    mark();
    if (memory().alarm) {
      navigator.vibrate?.(200);
      sound();
    }
  }
  const kept = event.target.closest("[data-keep]");
  const left = event.target.closest("[data-forget]");
  const jump = event.target.closest("[data-jump]");
  if (kept) {
    event.preventDefault();
    add(Number(kept.dataset.keep));
    fetchMine();
    scrollTo({ top: 0 });
  } else if (left) {
    event.preventDefault();
    forget(Number(left.dataset.forget));
    fetchMine();
  } else if (jump) {
    const row = rows(Number(jump.dataset.jump)).find((one) => one.checkVisibility?.() ?? true);
    if (row) {
      event.preventDefault();
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: "center" });
    }
  }
}

export function settled() {
  const found = Number(document.getElementById("players")?.dataset.found ?? 0);
  if (found && !memory().mine.length) {
    keep({ ...memory(), sought: found });
  }
  mark();
}

if (place()) {
  if (own) {
    add(Number(own), entry);
    tell();
  }
  if (place().dataset.live) {
    mark(); // the address named them
  } else {
    fetchMine();
  }
}
