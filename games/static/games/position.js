// Edits a position on a drawn board: read and written as text (docs/record.md), shown by moving the pieces, changed by tapping.
// `editPosition(root)`: root is a [data-editor] and holds svg.ag-board, the input of the position, a chip button[data-chip="Y"] for
// each colour and, where it matters, a select[data-next] for who throws next; elements in a nested [data-editor] do not count.
// A tap on a free field puts a waiting piece of the chosen colour there, a tap on a piece sends it back to wait; after its fourth
// piece the next colour follows by itself. The field then fires `position:change`, which bubbles.

const ORDER = "YGRKBW";
const WAITING = "B";
const OWN = /^[Ba-d]$/; // fields that every colour has for itself
const SVG = "http://www.w3.org/2000/svg";

export function read(text) {
  const words = text.trim().split(" ");
  const groups = words.slice(1, -2).map((word) => [word[0], word.slice(2).split(",")]);
  return { board: words[0], groups: new Map(groups), mover: words.at(-2), throws: words.at(-1) };
}

export function write({ board, groups, mover, throws }) {
  const colours = [...groups.keys()].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const words = colours.map((colour) => `${colour}:${[...groups.get(colour)].sort(byField).join(",")}`);
  return [board, ...words, mover, throws].join(" ");
}

const rank = (field) => (field === WAITING ? 0 : OWN.test(field) ? 1000 + field.charCodeAt(0) : Number(field));
const byField = (one, other) => rank(one) - rank(other);

function spots(svg, colour, field) {
  const own = OWN.test(field) ? `[data-colour="${colour}"]` : "";
  return [...svg.querySelectorAll(`.ag-field[data-field="${field}"]${own}`)];
}

function middle(spot) {
  const hit = spot.querySelector(".ag-hit");
  const round = hit.hasAttribute("cx");
  return ["x", "y"].map((axis) => (round ? Number(hit.getAttribute(`c${axis}`)) : Number(hit.getAttribute(axis)) + 50));
}

// The strong edge is around the corner of who is to throw; the name of the drawing says it too.
function turnTo(svg, mover) {
  const [now, next] = [svg.querySelector(".ag-turn"), svg.querySelector(`[data-house="${mover}"]`)];
  if (!now || !next || now === next) {
    return;
  }
  for (const look of ["class", "stroke", "stroke-width"]) {
    const was = now.getAttribute(look);
    now.setAttribute(look, next.getAttribute(look));
    next.setAttribute(look, was);
  }
  next.parentNode.insertBefore(next, now.nextSibling);
  const name = svg.querySelector("title");
  const word = (colour) => document.querySelector(`[data-chip="${colour}"]`)?.textContent.trim();
  if (name && word(now.dataset.house) && word(mover)) {
    name.textContent = name.textContent.replace(word(now.dataset.house), word(mover));
  }
}

// Move every drawn piece to its field in the position.
export function place(svg, position) {
  turnTo(svg, position.mover);
  for (const [colour, fields] of position.groups) {
    const drawn = [...svg.querySelectorAll(`[data-piece="${colour}"]`)];
    const taken = new Map();
    fields.slice(0, drawn.length).forEach((field, n) => {
      const found = spots(svg, colour, field);
      const nth = taken.get(field) ?? 0;
      taken.set(field, nth + 1);
      const spot = found[nth % (found.length || 1)];
      if (spot) {
        drawn[n].setAttribute("transform", `translate(${middle(spot).join(" ")})`);
        spot.append(drawn[n]);
      }
    });
  }
}

export function ring(group, look) {
  const [x, y] = middle(group);
  const circle = document.createElementNS(SVG, "circle");
  const marks = { class: `ag-${look} ringed`, cx: x, cy: y, r: 46, fill: "none", stroke: "#d9480f", "stroke-width": 10 };
  Object.entries(marks).forEach(([name, value]) => circle.setAttribute(name, value));
  if (look === "to") {
    circle.setAttribute("stroke-dasharray", "15 11");
  }
  group.append(circle);
}

export function unring(svg) {
  svg.querySelectorAll(".ringed").forEach((circle) => circle.remove());
}

export function fieldOf(event) {
  const group = event.target.closest(".ag-field");
  const piece = group?.querySelector("[data-piece]")?.dataset.piece ?? "";
  return group && { field: group.dataset.field, colour: group.dataset.colour ?? "", piece, group };
}

export function onField(svg, tapped) {
  svg.addEventListener("click", (event) => fieldOf(event) && tapped(fieldOf(event)));
  svg.addEventListener("keydown", (event) => {
    if (["Enter", " "].includes(event.key) && fieldOf(event)) {
      event.preventDefault();
      tapped(fieldOf(event));
    }
  });
}

export function editPosition(root) {
  const all = (what) => [...root.querySelectorAll(what)].filter((one) => one.closest("[data-editor]") === root);
  const [svg] = all("svg.ag-board");
  const [text] = all("input[name=position], input[name=standing]");
  const [mover] = all("[data-next]");
  const chips = all("[data-chip]");
  let chosen = chips[0]?.dataset.chip ?? "";

  function show() {
    const position = read(text.value);
    chips.forEach((chip) => chip.setAttribute("aria-pressed", String(chip.dataset.chip === chosen)));
    place(svg, position);
    if (mover) {
      mover.value = position.mover;
    }
  }

  function changed(position) {
    text.value = write(position);
    text.dispatchEvent(new CustomEvent("position:change", { bubbles: true, detail: text.value }));
  }

  function move(position, colour, from, to) {
    const fields = position.groups.get(colour);
    fields[fields.indexOf(from)] = to;
    changed(position);
  }

  function tap({ field, colour, piece }) {
    const position = read(text.value);
    if (field === WAITING) {
      chosen = colour;
    } else if (piece) {
      chosen = piece;
      move(position, piece, field, WAITING);
    } else if (position.groups.get(chosen)?.includes(WAITING) && (!colour || colour === chosen)) {
      move(position, chosen, WAITING, field);
      chosen = next(position);
    }
    show();
  }

  // The same colour is placed until its fourth piece is out.
  function next(position) {
    const colours = [...position.groups.keys()];
    const rest = [...colours.slice(colours.indexOf(chosen)), ...colours];
    return rest.find((colour) => position.groups.get(colour).includes(WAITING)) ?? chosen;
  }

  text.addEventListener("change", show);
  mover?.addEventListener("change", () => changed({ ...read(text.value), mover: mover.value, throws: "0" }));
  chips.forEach((chip) => chip.addEventListener("click", () => ((chosen = chip.dataset.chip), show())));
  return { tap, show };
}
