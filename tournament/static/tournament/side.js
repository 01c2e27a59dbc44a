// Keys for what is done a hundred times at the desk (templates/desk/keys.html lists them). All of it is links and buttons, too.

const OFF = "keys-off"; // kept on this device
const side = document.querySelector(".side");
const field = document.getElementById("find");
const found = document.getElementById("found");
const help = document.getElementById("keys");
const off = document.getElementById("keys-off");
const ROWS = ".doorlist .whole, .standings summary, #round-tables .hall h3 a, #result-all .hall h3 a";
const DAY = ["players", "check_in", "draw", "rounds", "results", "standings", "finals"];
let goes = false; // G was pressed: a digit comes next

const isSeen = () => Boolean(side?.getClientRects().length);
const isTyping = (target) => target.closest("input, textarea, select, [contenteditable], dialog, [role=button]:not(button)");

function go(id) {
  const link = document.getElementById(id);
  if (link) {
    link.click();
  }
}

const KEYS = {
  "/": () => field.select(),
  "?": () => help.showModal(),
  n: () => (document.getElementById("side-step") ?? document.querySelector("main .main"))?.focus(),
  g: () => (goes = true),
  p: () => go("side-papers"),
  d: () => document.querySelector(".density [aria-pressed=false]")?.click(),
};

// The next one in a list of links: rows of a page, or what was found.
function step(list, from, by) {
  const next = list[list.indexOf(from) + by];
  next?.focus();
  return Boolean(next);
}

function along(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const inside = event.target.closest("#found a");
  const list = inside ? [...found.querySelectorAll("a")] : [...document.querySelectorAll(ROWS)];
  if (by && list.includes(event.target)) {
    if (!step(list, event.target, by) && inside) {
      field.focus();
    }
    event.preventDefault();
  }
}

document.addEventListener("keydown", (event) => {
  if (!isSeen() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  along(event);
  if (isTyping(event.target) || localStorage.getItem(OFF)) {
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : "";
  if (goes && DAY[key - 1]) {
    goes = false;
    go(`side-${DAY[key - 1]}`);
  } else if (KEYS[key]) {
    goes = false;
    KEYS[key]();
    event.preventDefault();
  }
});

function close() {
  found.replaceChildren();
}

field?.addEventListener("keydown", (event) => {
  const first = found.querySelector("a");
  if (event.key === "Escape") {
    field.value = "";
    close();
  } else if (first && event.key === "ArrowDown") {
    first.focus();
    event.preventDefault();
  } else if (first && event.key === "Enter" && found.dataset.of === field.value) {
    first.click();
    event.preventDefault();
  }
});
// Enter opens the first hit only of what was typed in full.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target === found) {
    found.dataset.of = detail.requestConfig?.parameters?.get?.("q") ?? field.value;
  }
});
found?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    close();
    field.focus();
  }
});
document.addEventListener("click", (event) => {
  if (found && !event.target.closest(".side-find")) {
    close();
  }
  if (event.target.closest("[data-keys]")) {
    help.showModal();
  }
});

for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
}
if (off) {
  off.checked = Boolean(localStorage.getItem(OFF));
  off.addEventListener("change", () => (off.checked ? localStorage.setItem(OFF, "1") : localStorage.removeItem(OFF)));
}
