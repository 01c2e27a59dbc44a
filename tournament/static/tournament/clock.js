// Clocks that run: <span data-left="1453" data-ends="1795012345"> counts down. A page may have been kept for a while, by the
// server or by the browser, and devices believe all sorts of times: the server is asked what time it is, and once more when the
// device wakes up, which may not have counted its sleep. Until it has answered, what was left when the page was made counts.
// Without a script the page shows what was left, and until when.

const since = new WeakMap();
let ahead = null; // seconds by which the clock that rounds go by is ahead of this page's own
let wall = null; // and the one on the wall, which the server may have set back meanwhile

async function ask() {
  const sent = performance.now();
  try {
    const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" });
    const said = Number(answer.headers.get("Server-Time"));
    if (said) { // else somebody in between answered
      const now = (sent + performance.now()) / 2000;
      ahead = said - now;
      wall = Date.parse(answer.headers.get("Date")) / 1000 + 0.5 - now; // it tells whole seconds
    }
  } catch {
    setTimeout(ask, 10_000);
  }
}

// By the server's clock; as long as that is not known, by the device's.
export const timeOfDay = () => new Date(wall === null ? Date.now() : performance.now() + 1000 * wall);

function words(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function left(clock) {
  if (ahead !== null && clock.dataset.ends) {
    return Math.ceil(Number(clock.dataset.ends) - (performance.now() / 1000 + ahead));
  }
  if (!since.has(clock)) {
    since.set(clock, performance.now());
  }
  return Number(clock.dataset.left) - Math.floor((performance.now() - since.get(clock)) / 1000);
}

// A page that is cut off does not know of a pause or of extra time: it says until when only.
function until(seconds) {
  const at = new Date(timeOfDay().getTime() + 1000 * seconds);
  const said = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  return `${document.getElementById("gone")?.dataset.until ?? ""} ${said}`.trim();
}

function tick() {
  const isGone = document.documentElement.hasAttribute("data-gone");
  for (const clock of document.querySelectorAll("[data-left]")) {
    const seconds = left(clock);
    clock.textContent = isGone ? until(seconds) : words(seconds);
    clock.classList.toggle("over", seconds <= 0);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || ask());
ask();
setInterval(tick, 500);
tick();
