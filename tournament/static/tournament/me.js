// Who holds this device: said once by "That is me", kept here alone (the number, no name), and shown without asking again.

const part = () => document.getElementById("players");
const key = `me ${location.pathname}`;

function remembered() {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function remember(number) {
  try {
    number ? localStorage.setItem(key, number) : localStorage.removeItem(key);
  } catch {
    // then it is asked again next time
  }
}

document.addEventListener("click", (event) => event.target.closest("[data-forget]") && remember(""));

if (part()?.dataset.me) {
  remember(part().dataset.me);
} else if (remembered() && !location.search) {
  const address = `${location.pathname}?me=${encodeURIComponent(remembered())}`;
  window.htmx.ajax("GET", address, { target: "#players", swap: "outerHTML" });
}
