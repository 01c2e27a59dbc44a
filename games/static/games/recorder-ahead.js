// Updates the recorder's page from what the phone computed (games/engine/records/stepping.py), in the elements the server fills.

const PATIENCE = 700; // ms: with a network the server's own page arrives earlier

let opening = []; // elements of the page for the opening throws, while the page of the first throw is shown

// Who throws for the first move now; the last of these throws can be taken back.
export function offerOpening(part, colour) {
  unlock(part);
  if (opening.length) {
    part.querySelector(".phase").replaceChildren(...opening);
    opening = [];
  }
  part.firstElementChild.dataset.phase = "opening";
  part.querySelector("[data-thrower]").replaceChildren(mover(colour));
  part.querySelector("[data-first] [name=colour]").value = colour;
  takesBack(part);
}

const mover = (colour) => document.getElementById(`mover-${colour}`).content.cloneNode(true);

// The last entry as this phone made it, in place of the one in the server's page.
function takesBack(part) {
  part.querySelector("form.last").hidden = part.querySelector("form.last > button").hidden = false;
  part.querySelectorAll("[data-newest]").forEach((words) => words.remove());
}

export function offer(part, root, next) {
  unlock(part);
  const template = part.querySelector("template[data-throws]");
  if (template) {
    opening = [...part.querySelector(".phase").childNodes];
    part.querySelector(".phase").replaceChildren(template.content.cloneNode(true));
    part.firstElementChild.dataset.phase = "throw";
  }
  part.querySelector(".board").innerHTML = next.board; // our own drawing
  part.querySelector(".trouble")?.remove();
  part.querySelector("[data-otherwise] form")?.reset();
  part.querySelectorAll("[data-otherwise]").forEach((fold) => (fold.open = false));
  part.querySelector("#other-colour")?.querySelectorAll("option").forEach((one) => (one.selected = one.value === next.mover));
  takesBack(part);
  part.querySelector(".last details")?.remove(); // older throws are taken back when there is a network
  if (next.is_over) {
    return say(part, root.dataset.over);
  }
  part.querySelector(".threats")?.remove(); // those of the previous throw
  offerTouched(part.querySelector(".touched"), next.touchable);
  const turn = part.querySelector(".turn");
  const hint = next.throws ? root.dataset.hintThrows.replace("{n}", next.throws + 1) : next.again ? root.dataset.hintAgain : "";
  turn.replaceChildren(mover(next.mover));
  if (hint) {
    turn.append(" ", Object.assign(document.createElement("em"), { className: "badge", textContent: hint }));
  }
  for (const choice of next.choices) {
    fill(part.querySelector(`form[data-roll="${choice.roll}"]`), choice, root);
  }
  part.querySelectorAll("[data-dice] button").forEach((die) => die.setAttribute("aria-pressed", "false"));
}

function offerTouched(group, fields) {
  if (group) {
    group.hidden = !fields.length;
    group.querySelectorAll("button").forEach((one) => one.remove());
    group.append(...fields.map(touchButton));
  }
}

function touchButton(field) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: field });
  made.dataset.touched = field;
  made.setAttribute("aria-pressed", "false");
  return made;
}

function fill(form, { ways, demand, is_auto }, root) {
  form.hidden = true;
  form.toggleAttribute("data-auto", is_auto);
  form.querySelector(".duty")?.remove();
  if (demand) {
    form.querySelector(".ways").before(Object.assign(document.createElement("p"), { className: "duty", textContent: demand }));
  }
  const buttons = ways.map((way) => button(way.text, way.duties, { from: way.origin, to: way.target, colour: way.colour }));
  form.querySelector(".ways").replaceChildren(...(buttons.length ? buttons : [button("--", "", {}, root.dataset.lapses)]));
}

// As `games.engine.rules.notation.as_people_write` does it.
export function asPeopleWrite(text) {
  if (text.includes("=")) {
    return text.replace(/(\d)x(?=\d)/g, "$1 × ");
  }
  const step = text.match(/^((?:[YGRKBW]:)?(?:B|[a-d]|\d+))([-x])([a-d]|\d+)$/);
  return step ? `${step[1]} ${step[2] === "x" ? "×" : "–"} ${step[3]}` : text;
}

function button(value, duties, where, words = value) {
  const made = Object.assign(document.createElement("button"), { name: "played", value });
  Object.assign(made.dataset, where);
  made.append(Object.assign(document.createElement(words === value ? "strong" : "span"), { textContent: asPeopleWrite(words) }));
  if (duties) {
    made.append(" ", Object.assign(document.createElement("small"), { textContent: duties }));
  }
  return made;
}

// An irregular throw, or one that this phone cannot judge: show what is known, and that it is settled with a network.
export function settleLater(part, root, sheet, isPending) {
  stopHere(part, isPending, () => {
    if (sheet?.title) {
      const { lang } = document.documentElement;
      const title = sheet.title[lang];
      say(part, [`${title[0].toUpperCase()}${title.slice(1)}.`, ...sheet.words[lang], root.dataset.later].join(" "));
    }
  });
}

// No moves can be offered until the server answers; moves have to be typed.
export function stopHere(part, isPending, then = () => null) {
  setTimeout(() => {
    if (isPending()) {
      unlock(part);
      part.firstElementChild.dataset.locked = "";
      const typed = part.querySelector("[data-otherwise]");
      if (typed) {
        typed.open = true;
      }
      then();
    }
  }, PATIENCE);
}

function unlock(part) {
  const { dataset } = part.firstElementChild;
  delete dataset.locked;
  delete dataset.busy;
}

function say(part, words) {
  part.firstElementChild.dataset.locked = "";
  const box = Object.assign(document.createElement("p"), { className: "trouble", textContent: words });
  part.querySelector(".trouble")?.remove();
  part.querySelector(".board").after(box);
}
