// The recorder's page as the phone itself works it out (games/stepping.py): the same places that the server fills.

const PATIENCE = 700; // ms: with a network the server's own page is there before

// `number` is that of the throw which led here.
export function offer(part, root, next, number) {
  unlock(part);
  part.querySelector(".board").innerHTML = next.board; // our own drawing
  part.querySelector(".trouble")?.remove();
  part.querySelector("#other-colour")?.querySelectorAll("option").forEach((one) => (one.selected = one.value === next.mover));
  const back = part.querySelector("form.last > button[name=number]");
  if (back) {
    back.value = number;
  }
  part.querySelector(".last details")?.remove(); // older throws are taken back when there is a network
  if (next.is_over) {
    return say(part, root.dataset.over);
  }
  const turn = part.querySelector(".turn");
  const hint = next.throws ? root.dataset.hintThrows.replace("{n}", next.throws + 1) : next.again ? root.dataset.hintAgain : "";
  turn.replaceChildren(document.getElementById(`mover-${next.mover}`).content.cloneNode(true));
  if (hint) {
    turn.append(" ", Object.assign(document.createElement("em"), { className: "badge", textContent: hint }));
  }
  for (const choice of next.choices) {
    fill(part.querySelector(`form[data-roll="${choice.roll}"]`), choice, root);
  }
  part.querySelectorAll("[data-dice] button").forEach((die) => die.setAttribute("aria-pressed", "false"));
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

function button(value, duties, where, words = value) {
  const made = Object.assign(document.createElement("button"), { name: "played", value });
  Object.assign(made.dataset, where);
  made.append(Object.assign(document.createElement(words === value ? "strong" : "span"), { textContent: words }));
  if (duties) {
    made.append(" ", Object.assign(document.createElement("small"), { textContent: duties }));
  }
  return made;
}

// An irregular throw, or one that this phone cannot judge: what is known of it, and that it is settled with a network.
export function settleLater(part, root, sheet, isPending) {
  stopHere(part, isPending, () => {
    if (sheet?.title) {
      const { lang } = document.documentElement;
      say(part, [sheet.title[lang], ...sheet.words[lang], root.dataset.later].join(" "));
    }
  });
}

// Nothing more can be offered until the server answers; what was played is typed.
export function stopHere(part, isPending, then = () => null) {
  setTimeout(() => {
    if (isPending()) {
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
  delete part.firstElementChild.dataset.locked;
}

function say(part, words) {
  part.firstElementChild.dataset.locked = "";
  const box = Object.assign(document.createElement("p"), { className: "trouble", textContent: words });
  part.querySelector(".trouble")?.remove();
  part.querySelector(".board").after(box);
}
