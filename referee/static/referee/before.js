// Has this happened before? The three cases of the book most like the throw that is being judged: found by the phone itself where
// its Python is there, else by the server. Asked when the part is opened, and again when another throw was judged.

import { ask } from "../games/phone.js";

const form = document.getElementById("claim");
const box = document.querySelector("[data-before]");
const verdict = document.getElementById("verdict");
const language = document.documentElement.lang;

function question() {
  const value = (name) => form.elements[name]?.value.trim() || null;
  const dice = (value("roll") ?? "").split(/[ ,+]+/).filter(Boolean).map(Number);
  const facts = Object.fromEntries(["position", "touched", "choice", "played"].map((name) => [name, value(name)]));
  return { ...facts, rules: form.dataset.rules, options: JSON.parse(form.dataset.options), roll: dice.length > 1 ? dice : dice[0] };
}

async function found() {
  const asked = question();
  const here = await ask({ op: "alike", ...asked });
  if (here) {
    return here.cases ?? [];
  }
  const answer = await fetch(`${box.dataset.before}?asked=${encodeURIComponent(JSON.stringify(asked))}`).catch(() => null);
  return answer?.ok ? (await answer.json()).cases : [];
}

function line(one) {
  const link = Object.assign(document.createElement("a"), {
    className: "citable",
    href: `${box.dataset.case}${one.number.replaceAll(" ", "")}/`,
    textContent: one.number,
  });
  const said = document.createElement("span");
  said.append(Object.assign(document.createElement("strong"), { textContent: one.title[language] ?? one.title.en }));
  said.append(document.createElement("br"), one.why[language] ?? one.why.en);
  const row = document.createElement("li");
  row.append(link, said);
  return row;
}

let turn = 0;

async function show() {
  if (!box.open) {
    return;
  }
  const mine = ++turn;
  const cases = await found();
  if (mine === turn) {
    const rows = cases.map(line);
    const none = Object.assign(document.createElement("li"), { textContent: box.dataset.none });
    box.querySelector("ul").replaceChildren(...(rows.length ? rows : [none]));
  }
}

box.addEventListener("toggle", show);
new MutationObserver(show).observe(verdict.querySelector("[data-words]"), { childList: true, subtree: true });
