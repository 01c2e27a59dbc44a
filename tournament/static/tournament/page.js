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

document.addEventListener("click", (event) => event.target.closest("[data-reload]") && location.reload());

// A page that live.js has fetched anew says why.
if (sessionStorage.getItem("changed")) {
  sessionStorage.removeItem("changed");
  document.getElementById("messages").append(document.getElementById("changed").content.cloneNode(true));
}

// What was typed when the session had ended elsewhere is put back after signing in: kept in this tab only, without passwords,
// and thrown away as soon as the form has got through.
const KEPT = "typed";
const LOGIN = document.querySelector("[data-signs-in]");

document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || LOGIN) {
    return;
  }
  const names = [...form.elements].filter((one) => one.name && !["hidden", "password", "file", "submit"].includes(one.type));
  const values = names.map((one) => [one.name, ["checkbox", "radio"].includes(one.type) ? one.checked : one.value, one.value]);
  values.length && sessionStorage.setItem(KEPT, JSON.stringify({ page: location.pathname, action: form.getAttribute("action"), values }));
});

function putBack({ page, action, values, isSignedOut }) {
  const forms = [...document.forms].filter((form) => form.method === "post" && form.getAttribute("action") === action);
  const form = page === location.pathname && isSignedOut && forms.find((one) => values.every(([name]) => one.elements[name]));
  if (!form) {
    return;
  }
  const fields = [...form.elements];
  for (const [name, value, option] of values) {
    const field = fields.find((one) => one.name === name && (typeof value === "string" || one.value === option));
    typeof value === "string" ? (field.value = value) : field && (field.checked = value);
  }
  document.getElementById("messages").append(document.getElementById("typed").content.cloneNode(true));
}

const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
if (kept && LOGIN) {
  sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, isSignedOut: true }));
} else if (kept) {
  sessionStorage.removeItem(KEPT);
  putBack(kept);
}

// A part of the page could not be fetched or sent: say so, in words that the page brought along.
function trouble(event) {
  if (event.detail.elt?.matches("[data-live], #line")) {
    return; // asks again by itself; what is typed is kept (results.js)
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
