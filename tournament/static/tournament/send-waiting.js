// What waits on this device is sent from any page of the desk, as soon as whoever entered it is signed in again. Pages with a
// queue of their own show it and do it themselves.

import { Outbox, all } from "./outbox.js";

const who = document.querySelector("meta[name=account]")?.content;
const token = document.querySelector("[name=csrfmiddlewaretoken]");

async function begin() {
  const waiting = (await all()).some((one) => one.who === who && one.state === "waiting");
  if (waiting) {
    await new Outbox({ who, token: () => token.value, tell: () => null }).flush();
  }
}

const hasSheet = window.matchMedia("(min-width: 62.5rem)").matches && document.querySelector("#players .sheet");

if (who && token && !hasSheet && !document.querySelector("form.typing, #outbox")) {
  begin().catch(() => null); // this browser keeps nothing
}
