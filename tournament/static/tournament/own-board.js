// A club enters its own board by tapping the drawn one. A tap writes into the form what somebody would type there; the server
// checks it and draws the board anew. What makes a board playable is decided there, too.

const root = document.querySelector("[data-own-board]");
const form = root.querySelector("#own-board");
const chips = [...root.querySelectorAll("[data-put]")];
const hints = [...root.querySelectorAll("[data-hint]")];
const SECTION = /\d+/g;
let chosen = chips[0];
let first = ""; // of the two fields beside a wall

const board = () => root.querySelector("#drawn svg.ag-board");
const fieldAt = (name) => board().querySelector(`.ag-field[data-field="${name}"]:not([data-colour])`);

function show() {
  const hint = first ? "other" : chosen.dataset.put.split("_")[0];
  chips.forEach((chip) => chip.setAttribute("aria-pressed", String(chip === chosen)));
  hints.forEach((each) => (each.hidden = each.dataset.hint !== hint));
  board().querySelectorAll(".is-picked").forEach((each) => each.classList.remove("is-picked"));
  if (first) fieldAt(first)?.classList.add("is-picked");
}

function write(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function turnOver(all, one) {
  return all.includes(one) ? all.filter((each) => each !== one) : [...all, one];
}

function turnOverSection(field, number) {
  const [low, high] = [Number(first), Number(field)].sort((one, other) => one - other);
  const rows = form.elements.walls.value.split("\n").map((row) => (row.match(SECTION) ?? []).map(Number));
  const written = rows.filter((row) => row.length).map(([one, other, n]) => [Math.min(one, other), Math.max(one, other), n].join(" "));
  write(form.elements.walls, turnOver(written, `${low} ${high} ${number}`).join("\n"));
}

function tap(field) {
  const { put, number } = chosen.dataset;
  if (put === "z") {
    const fields = form.elements.z.value.match(SECTION) ?? [];
    write(form.elements.z, turnOver(fields, field).sort((one, other) => one - other).join(", "));
  } else if (put !== "walls") {
    write(form.elements[put], field);
  } else if (!first || first === field) {
    first = first ? "" : field;
  } else {
    turnOverSection(field, number);
    first = "";
  }
  show();
}

const tapped = (event) => root.querySelector("#drawn").contains(event.target) && event.target.closest(".ag-field:not([data-colour])");
root.addEventListener("click", (event) => tapped(event) && tap(tapped(event).dataset.field));
root.addEventListener("keydown", (event) => {
  if (["Enter", " "].includes(event.key) && tapped(event)) {
    event.preventDefault();
    tap(tapped(event).dataset.field);
  }
});
chips.forEach((chip) => chip.addEventListener("click", () => ((chosen = chip), (first = ""), show())));

// The drawing is a new one after each change: what had the keyboard has it again, and the page stays where it was.
let held = null;
let scrolled = [0, 0];
document.addEventListener("htmx:beforeSwap", () => {
  const taps = root.querySelector(".taps");
  held = document.activeElement;
  scrolled = [taps.scrollLeft, taps.scrollTop];
});
document.addEventListener("htmx:afterSwap", () => {
  const field = held?.closest(".ag-field")?.dataset.field;
  root.querySelector(".taps").scrollTo(...scrolled);
  (field ? fieldAt(field) : held)?.focus({ preventScroll: true });
  show();
});

if (!root.querySelector(".trouble")) form.querySelector("details").open = false;
root.classList.add("scripted");
show();
