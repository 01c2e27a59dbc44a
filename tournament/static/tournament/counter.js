// Taps on the drawn board become what would be typed into the colours' fields; the server reads, draws and counts.

const form = document.getElementById("counter");
const placer = document.getElementById("placer");
const inputs = new Map([...form.querySelectorAll("input[data-colour]")].map((input) => [input.dataset.colour, input]));
const buttons = [...placer.querySelectorAll("[data-place]")];
const undo = placer.querySelector("[data-undo]");
const PIECES = 4;
const WAITING = "B";
const before = []; // what the fields said before each tap

let active = buttons[0].dataset.place;

const named = (colour) => inputs.get(colour).value.replaceAll(",", " ").split(/\s+/).filter((word) => word && word !== WAITING);
const holder = (field) => [...inputs.keys()].find((colour) => named(colour).includes(field));

function show() {
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(button.dataset.place === active));
    button.querySelector("[data-count]").textContent = `${named(button.dataset.place).length}/${PIECES}`;
  }
  undo.disabled = before.length === 0;
}

function write(colour, fields) {
  inputs.get(colour).value = fields.join(" ");
}

function send() {
  show();
  window.htmx.trigger(inputs.get(active), "placed");
}

// A field of the track belongs to nobody; goal fields and waiting ones to their colour.
function tap(field, owner) {
  const taken = owner ? (named(owner).includes(field) ? owner : undefined) : holder(field);
  const colour = taken ?? owner ?? active;
  if (!inputs.has(colour)) {
    return;
  }
  active = colour;
  const fields = named(colour);
  if (field === WAITING || (!taken && fields.length >= PIECES)) {
    show();
    return; // who waits is whoever stands nowhere
  }
  before.push([...inputs].map(([key, input]) => [key, input.value]));
  write(colour, taken ? fields.filter((one) => one !== field) : [...fields, field]);
  send();
}

form.addEventListener("click", (event) => {
  const spot = event.target.closest(".ag-field");
  const button = event.target.closest("[data-place]");
  if (spot) {
    tap(spot.dataset.field, spot.dataset.colour);
  } else if (button) {
    active = button.dataset.place;
    show();
  } else if (event.target.closest("[data-undo]")) {
    before.pop()?.forEach(([colour, value]) => (inputs.get(colour).value = value));
    send();
  }
});

form.addEventListener("keydown", (event) => {
  const spot = event.target.closest?.(".ag-field");
  if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    tap(spot.dataset.field, spot.dataset.colour);
  }
});

form.addEventListener("input", show);

// A board drawn anew takes the focus of the old one along.
let focused = null;
document.addEventListener("htmx:beforeSwap", () => {
  const spot = document.activeElement?.closest?.(".ag-field");
  focused = spot && { field: spot.dataset.field, colour: spot.dataset.colour };
});
document.addEventListener("htmx:afterSettle", () => {
  if (focused && !document.activeElement?.closest?.(".ag-field")) {
    const colour = focused.colour ? `[data-colour="${focused.colour}"]` : ":not([data-colour])";
    document.querySelector(`#drawn .ag-field[data-field="${focused.field}"]${colour}`)?.focus({ preventScroll: true });
  }
  focused = null;
});

placer.hidden = false;
form.elements.taps.value = "1";
document.addEventListener("DOMContentLoaded", send); // when htmx listens
