// On a phone a board of six seats is larger than its box (games.css): shows the part where pieces may move, or where the player sits
// who throws. A switch shows the whole board; this device remembers it.

const KEPT = "whole board";
const isWhole = () => localStorage.getItem(KEPT) === "yes";

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

// What is to be seen: pieces that may move, else the pieces of who throws, on the track before those that wait.
function inPlay(svg, mover) {
  const may = [...svg.querySelectorAll(".may-move .ag-hit")];
  const own = [...svg.querySelectorAll(`[data-piece="${mover}"]`)];
  const out = own.filter((piece) => piece.closest(".ag-field")?.dataset.field !== "B");
  return may.length ? may : out.length ? out : own;
}

export function near(box, mover) {
  const svg = box.querySelector("svg.ag-board");
  box.classList.toggle("is-whole", isWhole());
  const pieces = svg ? inPlay(svg, mover) : [];
  if (isWhole() || !pieces.length) {
    return;
  }
  const points = pieces.map((piece) => middle(piece.getBoundingClientRect()));
  const [left, top] = middle(box.getBoundingClientRect());
  const mean = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  box.scrollBy({ left: mean[0] - left, top: mean[1] - top, behavior: "instant" });
}

// `mover` is asked for when the switch is used.
export function nearSwitch(button, box, mover) {
  const said = () => button && (button.textContent = isWhole() ? button.dataset.near : button.dataset.whole);
  button?.addEventListener("click", () => {
    localStorage.setItem(KEPT, isWhole() ? "no" : "yes");
    said();
    near(box(), mover());
  });
  said();
}
