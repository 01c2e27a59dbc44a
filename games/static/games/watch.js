// A game throw by throw with the arrow keys; the links do the same without a script.

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
    history.replaceState(null, "", link.href);
    window.htmx.ajax("GET", link.href, { target: "#game", swap: "outerHTML" });
  }
});
