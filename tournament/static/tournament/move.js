// What moved on a page goes to its new place, and what is new in its place lights up: rows of the standings, seats of the
// bracket. Only what carries data-key, only where movement is welcome.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 400; // elements; more is a storm that nobody can follow
let before = null;

const keyed = () => [...document.querySelectorAll("[data-key]")].slice(0, MOST);

document.addEventListener("htmx:beforeSwap", () => {
  before = still.matches
    ? null
    : new Map(keyed().map((each) => [each.dataset.key, { top: each.getBoundingClientRect().top, words: each.innerText }]));
});

document.addEventListener("htmx:afterSwap", () => {
  if (!before) {
    return;
  }
  const then = before;
  before = null;
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
});
