// Small comforts. Everything here is also possible without it.

// Buttons that only a script can serve are hidden until there is one.
for (const button of document.querySelectorAll("button[data-copy], button[data-print]")) {
  button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy], button[data-print]");
  if (!button) {
    return;
  }
  if ("print" in button.dataset) {
    window.print();
    return;
  }
  const text = document.getElementById(button.dataset.copy);
  await copy(text);
  button.querySelector("span").textContent = button.dataset.done;
});

// Over plain http, as in a hall, browsers give no clipboard; selecting and the old command still work.
async function copy(element) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(element.textContent.trim());
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  document.execCommand("copy");
}

// What was said before is done with when something new is sent.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "get") {
    document.getElementById("messages").replaceChildren();
  }
});

// What is read out is put in again only where it says something else: a page fetches itself at every change in the hall.
const saidLast = new Map(); // by the part it was put into
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target?.closest("[role=status]")) {
    return;
  }
  const { id, dataset } = detail.target;
  const known = /data-known="(\d+)"/;
  const said = detail.serverResponse.replace(known, "");
  if (saidLast.get(id) === said) {
    dataset.known = known.exec(detail.serverResponse)?.[1] ?? "";
    detail.shouldSwap = false;
  }
  saidLast.set(id, said);
});

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.matches("[role=status]")) {
    detail.shouldSwap = detail.fragment.innerHTML !== detail.target.innerHTML;
  }
});

// A part of the page could not be fetched or sent: say so, in words that the page brought along.
function trouble(event) {
  if (event.detail.elt?.dataset.live) {
    return; // asks again by itself
  }
  const words = document.getElementById("trouble");
  document.getElementById("messages").replaceChildren(words.content.cloneNode(true));
}

const ANSWERED = [403, 409, 422, 429]; // refusals that the server worded: htmx shows them
document.addEventListener("htmx:sendError", trouble);
document.addEventListener("htmx:responseError", (event) => {
  if (!ANSWERED.includes(event.detail.xhr.status)) {
    trouble(event);
  }
});
