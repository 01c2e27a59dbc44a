// What moved on a page goes to its new place, and what is new in its place lights up: rows of the standings, seats of the
// bracket (whatever carries data-key), pieces on a board. Only where movement is welcome.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 400; // elements; more is a storm that nobody can follow
const MOST_PIECES = 2; // of one colour at once; more is another moment of the game
let before = null;

const keyed = () => [...document.querySelectorAll("[data-key]")].slice(0, MOST);

function seen() {
  const rows = keyed().map((each) => [each.dataset.key, { top: each.getBoundingClientRect().top, words: each.innerText }]);
  const places = new Map();
  pieces().forEach((own, key) => places.set(key, [...own.keys()]));
  return { rows: new Map(rows), places };
}

// By board and colour: where the pieces stand.
function pieces() {
  const boards = [];
  const found = new Map();
  for (const piece of document.querySelectorAll("svg [data-piece]")) {
    const board = piece.ownerSVGElement;
    if (!boards.includes(board)) {
      boards.push(board);
    }
    const key = `${boards.indexOf(board)} ${piece.dataset.piece}`;
    found.set(key, (found.get(key) ?? new Map()).set(piece.getAttribute("transform"), piece));
  }
  return found;
}

function moveRows(then) {
  for (const each of keyed()) {
    const was = then.get(each.dataset.key);
    const by = was ? was.top - each.getBoundingClientRect().top : 0;
    if (Math.abs(by) > 1) {
      each.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
    }
    if (then.size && was?.words !== each.innerText) {
      each.animate([{ backgroundColor: "var(--tint)" }, { backgroundColor: "transparent" }], { duration: 2500 });
    }
  }
}

// Pieces of a colour are alike: whichever place is new, a piece came there from a place that is empty now.
function movePieces(then) {
  for (const [key, own] of pieces()) {
    const was = then.get(key) ?? [];
    const left = was.filter((place) => !own.has(place));
    const reached = [...own].filter(([place]) => !was.includes(place));
    if (left.length > MOST_PIECES || left.length !== reached.length) {
      continue;
    }
    reached.forEach(([place, piece], at) => {
      piece.animate([{ transform: asStyle(left[at]) }, { transform: asStyle(place) }], { duration: 500, easing: "ease-in-out" });
    });
  }
}

const asStyle = (place) => place.replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px, $2px)");

document.addEventListener("htmx:beforeSwap", () => {
  before = still.matches ? null : seen();
});

document.addEventListener("htmx:afterSwap", () => {
  if (before) {
    const then = before;
    before = null;
    moveRows(then.rows);
    movePieces(then.places);
  }
});
