// Says on the referee's floor whether this phone judges without network: the engine is loaded, and the page is kept.

import { who } from "../games/phone.js";

const line = document.querySelector("[data-ready]");
const phone = document.querySelector("meta[name=phone]").dataset;

function say() {
  const { judges } = document.documentElement.dataset;
  const isKept = Boolean(who && navigator.serviceWorker?.controller);
  const ready = isKept ? "here" : "open";
  line.dataset.ready = !phone.python ? "none" : judges === "here" ? ready : judges === "failed" ? "failed" : "wait";
}

document.addEventListener("phone:ready", say);
document.addEventListener("phone:failed", say);
navigator.serviceWorker?.addEventListener("controllerchange", say);
say();
