// Step through a game with the arrow keys, the slider, the curve or by itself; the links and the form do the same without a script.
// What is tried otherwise ("what if") stands in the address; this device keeps those addresses that somebody wants to keep.

let newest = 0; // of several quick steps only the last is shown
let playing = 0; // the timer, while the game plays by itself
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "now" };
const PACE = 1100; // ms for a throw: the pieces move meanwhile

const root = document.querySelector("[data-watching]");
const replay = document.querySelector("[data-replay]");
const game = () => document.getElementById("game");
const link = (name) => game().querySelector(`[data-step="${name}"]`);
root.classList.add("scripted");

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  link(KEYS[event.key])?.click();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#game :is([data-step], [data-jump])");
  if (link && window.htmx && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    stop();
    step(link.href, "jump" in link.dataset);
    return;
  }
  const curve = event.target.closest("[data-curve]");
  if (curve) {
    stop();
    step(entry(nearest(curve, event.clientX)));
  }
});

const entry = (number) => `${replay.action}?at=${number}`;

// The entry whose chances are drawn nearest to this place.
function nearest(curve, x) {
  const lines = [...curve.querySelectorAll("path[fill=none]")].map((path) => path.getBoundingClientRect());
  const [left, right] = [Math.min(...lines.map((box) => box.left)), Math.max(...lines.map((box) => box.right))];
  const drawn = curve.dataset.curve.split(" ");
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return drawn[Math.round(share * (drawn.length - 1))];
}

// Replace the part that is shown when the response arrives: a throw may have replaced it meanwhile.
async function step(address, isFocused = false) {
  const turn = ++newest;
  history.replaceState(null, "", address);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (html && turn === newest) {
    const shown = game();
    window.htmx.trigger(shown, "htmx:beforeSwap"); // move.js remembers where the pieces stand
    window.htmx.swap(shown, html, { swapStyle: "outerHTML" });
    if (isFocused && address.includes("#")) {
      document.querySelector(new URL(address).hash)?.scrollIntoView({ block: "nearest" });
    }
  }
  return turn === newest;
}

// The slider, playing by itself, sharing

const slider = replay?.querySelector("input");
const button = replay?.querySelector("[data-play]");
let isAsking = false;

function shown() {
  if (replay) {
    const { total, now } = game().dataset;
    slider.max = total;
    if (document.activeElement !== slider || !isAsking) {
      slider.value = now;
    }
    said(now);
  }
  listKept();
}

const said = (now) => (replay.querySelector("output").textContent = `${now}/${slider.max}`);

// One question at a time: the last place of the slider is asked for when the answer is there.
async function slid() {
  said(slider.value);
  if (isAsking) {
    return;
  }
  isAsking = true;
  for (let asked = ""; asked !== slider.value; ) {
    asked = slider.value;
    await step(entry(asked));
  }
  isAsking = false;
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  if (button) {
    button.setAttribute("aria-pressed", "false");
    button.textContent = button.dataset.plays;
  }
}

async function play() {
  const next = link("on") ?? (game().dataset.now === game().dataset.total ? link("first") : null);
  button.setAttribute("aria-pressed", "true");
  button.textContent = button.dataset.stops;
  playing = setTimeout(() => null, 0);
  for (let on = next; on && playing; on = link("on")) {
    const isNewest = await step(on.href);
    if (!playing || !isNewest) {
      return;
    }
    await new Promise((done) => (playing = setTimeout(done, PACE)));
  }
  stop();
}

async function share({ currentTarget: button }) {
  const { href } = location;
  const words = button.querySelector("span");
  if (navigator.share) {
    await navigator.share({ title: document.title, url: href }).catch(() => null);
  } else if (navigator.clipboard) {
    await navigator.clipboard.writeText(href);
    words.textContent = button.dataset.done;
  } else {
    words.textContent = href; // over plain http: to be copied by hand
  }
}

slider?.addEventListener("input", () => (stop(), slid()));
button?.addEventListener("click", () => (playing ? stop() : play()));
replay?.querySelector("[data-share]").addEventListener("click", share);
replay?.addEventListener("submit", (event) => (event.preventDefault(), slid()));

// Branches kept on this device

const KEPT = `branches ${replay?.dataset.replay}`;
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");

function listKept() {
  const box = document.querySelector("[data-kept-branches]");
  if (!box) {
    return;
  }
  const branches = kept();
  box.hidden = !branches.length;
  box.querySelector("ul").replaceChildren(...branches.map((one, place) => row(one, place, box.dataset.remove)));
}

function row({ words, address }, place, removes) {
  const made = document.createElement("li");
  const way = Object.assign(document.createElement("a"), { href: address, textContent: words });
  way.dataset.jump = "";
  const gone = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: removes });
  gone.dataset.removes = place;
  made.append(way, gone);
  return made;
}

document.addEventListener("click", (event) => {
  const branches = kept();
  if (event.target.closest("[data-keep-branch]")) {
    const steps = document.querySelector("[data-branch]");
    const said = [...steps.children].map((step) => step.textContent.replace(/\s+/g, " ").trim());
    const words = `${game().dataset.now}: ${said.join(" · ")}`;
    if (!branches.some((one) => one.address === steps.dataset.branch)) {
      branches.push({ words, address: steps.dataset.branch });
    }
  } else if (event.target.dataset?.removes) {
    branches.splice(Number(event.target.dataset.removes), 1);
  } else {
    return;
  }
  localStorage.setItem(KEPT, JSON.stringify(branches));
  listKept();
});

new MutationObserver(shown).observe(root, { childList: true });
shown();
