// A claim without a move to judge: what happened, about whom, then the questions that the judge asks (the op `table` of the
// protocol, on this phone or at the server), one below the other. Answering an earlier one anew takes back those after it.

import { ask, who } from "../games/phone.js";
import { newId, send, all } from "../tournament/outbox.js";
import { outboxPanel } from "../games/outbox-panel.js";
import { draft } from "./drafts.js";

const form = document.getElementById("incident");
const verdict = document.getElementById("verdict");
const asked = form.querySelector("[data-asked]");
const blank = form.querySelector("template[data-question]");
const aboutWhom = form.querySelector("[data-who] legend");
const words = form.dataset;
const language = document.documentElement.lang;
const token = () => form.querySelector("[name=csrfmiddlewaretoken]").value;
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`);
const part = (name) => verdict.querySelector(`[data-${name}]`);

const KNOWN = ["to_throw", "threw", "recorded"]; // by the record
const known = (name) => form.elements.namedItem(name);
const PATIENCE = 2500; // ms, before this phone answers by itself

let turn = 0;
let signing = "";

const answers = () => Object.fromEntries([...asked.querySelectorAll("input:checked")].map((one) => [one.name.slice(2), one.value]));

function entered() {
  return Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken"));
}

async function told() {
  const request = { op: "table", rules: words.rules, options: JSON.parse(words.options), colours: JSON.parse(words.colours) };
  const case_ = { incident: chosen("incident").value, who: chosen("who").dataset.colour, answers: answers() };
  const there = navigator.onLine ? await first(send(words.ask, entered(), token())) : null; // it knows the record
  if (there?.status && there.status < 500) {
    KNOWN.forEach((name) => (known(name).value = there[name] ?? known(name).value));
    return there;
  }
  const byRecord = Object.fromEntries(KNOWN.map((name) => [name, known(name).value]));
  return (await ask({ ...request, ...case_, ...byRecord })) ?? {};
}

const first = (answer) => Promise.race([answer, new Promise((over) => setTimeout(over, PATIENCE, null))]);

async function step() {
  verdict.hidden = true;
  aboutWhom.textContent = chosen("incident")?.dataset.about ?? aboutWhom.textContent;
  if (!chosen("incident") || !chosen("who")) {
    return;
  }
  const mine = ++turn;
  const answer = await told();
  if (mine !== turn) {
    return;
  }
  if (answer.ruling) {
    show(answer.ruling, answer.rules?.[language] ?? []);
    part("already").hidden = !answer.already;
    part("already").querySelector("p").textContent = answer.already ?? "";
    form.elements.namedItem("is_again").checked = false;
  } else if (answer.asks) {
    put(answer.asks);
  } else {
    say(answer.error?.sentence ?? answer.error ?? words.later, "trouble");
  }
}

function put(question) {
  const box = blank.content.cloneNode(true).firstElementChild;
  box.querySelector("legend").textContent = question.text[language];
  for (const { value, text } of question.answers) {
    const label = document.createElement("label");
    const seat = form.querySelector(`input[name=who][data-colour="${value}"]`)?.nextElementSibling;
    const said = seat?.cloneNode(true) ?? Object.assign(document.createElement("span"), { textContent: text[language] });
    label.append(Object.assign(document.createElement("input"), { type: "radio", name: `a-${question.name}`, value }), said);
    box.append(label);
  }
  asked.append(box);
  box.scrollIntoView({ block: "nearest" });
}

function show(ruling, rules) {
  verdict.hidden = false;
  part("head").textContent = ruling.head[language];
  part("words").replaceChildren(...ruling.words[language].map((one) => Object.assign(document.createElement("p"), { textContent: one })));
  part("ours").hidden = !ruling.is_decided;
  part("cited").replaceChildren(...rules.map(({ number, title }) => Object.assign(document.createElement("li"), { textContent: `${number} · ${title}` })));
  verdict.querySelectorAll("[data-measure-of]").forEach((one) => (one.hidden = one.dataset.measureOf !== ruling.measure));
  verdict.scrollIntoView({ block: "nearest" });
}

// An answered question shows its answer only; a tap on that shows all again.
form.addEventListener("click", ({ target }) => target.type === "radio" && target.closest("fieldset").classList.toggle("done"));

form.addEventListener("change", ({ target }) => {
  const box = target.closest("fieldset");
  box?.classList.add("done");
  if (box?.parentElement === asked) {
    while (box.nextElementSibling) {
      box.nextElementSibling.remove();
    }
  } else if (box) {
    asked.replaceChildren();
  }
  if (box) {
    step();
  }
  kept.changed();
});

function choose(input) {
  input.checked = true;
  input.closest("fieldset").classList.add("done");
}

async function apply(fields) {
  for (const name of ["incident", "who"]) {
    const one = [...form.querySelectorAll(`input[name="${name}"]`)].find((input) => input.value === fields[name]);
    if (one) {
      choose(one);
    }
  }
  await step();
  for (let box = asked.lastElementChild; box; box = asked.lastElementChild) {
    const one = [...box.querySelectorAll("input")].find((input) => input.value === fields[input.name]);
    if (!one || one.checked) {
      break;
    }
    choose(one);
    await step();
  }
  form.elements.namedItem("words").value = fields.words ?? "";
}

form.addEventListener("submit", async (event) => {
  // What follows from an exclusion is shown by the server first, and a reason is asked for.
  const isExclusion = !verdict.querySelector('[data-measure-of="exclusion"]').hidden;
  if (event.submitter?.value === "ask" || (isExclusion && navigator.onLine)) {
    return;
  }
  event.preventDefault();
  if (isExclusion) {
    return say(words.needsNetwork, "trouble");
  }
  event.submitter.disabled = true; // sign only once
  signing = newId();
  const about = chosen("who").parentElement.innerText.trim();
  const what = chosen("incident").parentElement.innerText.trim();
  const told = [document.querySelector("h1").innerText, about, what, part("head").textContent].join(" · ");
  await outbox.keep({ id: signing, url: form.action, body: { ...entered(), action_id: signing }, words: told });
  await kept.over();
  say(words.kept);
  await outbox.flush();
});

async function heard({ answer, trouble, sent = [] }) {
  if (signing && sent.includes(signing)) {
    location.assign(answer.url);
  } else if (sent.length) {
    say(words.sent);
  } else if (answer && trouble && signing) {
    const entry = (await all()).filter((one) => one.id === signing && one.state === "refused");
    if (entry.length) {
      signing = "";
      form.querySelector("button.main").disabled = false;
      await outbox.drop(entry);
      say(trouble, "trouble");
    }
  }
}

function say(text, tone = "message") {
  const line = document.getElementById("said");
  line.className = tone;
  line.hidden = false;
  line.textContent = text;
  line.focus();
}

// Without network what was asked before this phone could answer is asked again.
document.addEventListener("phone:ready", () => verdict.hidden && !asked.childElementCount && step());

form.classList.add("scripted");
const outbox = outboxPanel({ token, heard });
const kept = draft({ who, fields: entered, apply });
if (!chosen("incident")) {
  kept.back().then((isBack) => isBack && say(words.again));
}
outbox.flush();
