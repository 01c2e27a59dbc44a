// A game throw by throw with the arrow keys; the links do the same without a script.

let newest = 0; // of several steps one after the other the last counts
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "now" };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  document.querySelector(`#game [data-step="${KEYS[event.key]}"]`)?.click();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#game [data-step]");
  if (link && window.htmx && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    step(link.href);
  }
});

// Put in whatever stands there when the answer comes: a throw may have been shown meanwhile.
async function step(address) {
  const turn = ++newest;
  history.replaceState(null, "", address);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (html && turn === newest) {
    const game = document.getElementById("game");
    window.htmx.trigger(game, "htmx:beforeSwap"); // move.js remembers where the pieces stand
    window.htmx.swap(game, html, { swapStyle: "outerHTML" });
  }
}
