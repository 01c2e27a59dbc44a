// Says on the referee's floor whether this phone judges without network: the engine is loaded, and the page is kept.

import { who } from "../games/phone.js";

const line = document.querySelector("[data-ready]");
const phone = document.querySelector("meta[name=phone]").dataset;

function say() {
  const judges = document.documentElement.dataset.judges === "here";
  const isKept = Boolean(who && navigator.serviceWorker?.controller);
  line.dataset.ready = !phone.python ? "none" : !judges ? "wait" : isKept ? "here" : "open";
}

document.addEventListener("phone:ready", say);
navigator.serviceWorker?.addEventListener("controllerchange", say);
say();
