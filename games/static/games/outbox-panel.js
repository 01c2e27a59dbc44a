// Lists the entries that wait on this phone, those in conflict with newer changes, and those that were refused.

import { Outbox, all, asText, newId } from "../tournament/outbox.js";
import { who } from "./phone.js";

const panel = document.getElementById("outbox");
const part = (name) => panel.querySelector(`[data-${name}]`);

const own = (entries) => entries.filter((one) => one.who === who);

// In conflict is what the server says, and whatever was entered after it in the same group.
function inConflict(entries) {
  const groups = entries.filter((one) => one.state === "conflict" && one.group).map((one) => one.group);
  return entries.filter((one) => one.state === "conflict" || (one.state === "waiting" && groups.includes(one.group)));
}

// `renewed` updates the version that an entry builds on when it is sent again.
export function outboxPanel({ token, heard, renewed = () => ({}), dropped = () => null }) {
  const outbox = new Outbox({ who, token, tell });
  let isSignedOut = false;

  async function tell(news) {
    isSignedOut = news.signIn ?? (news.answer ? false : isSignedOut);
    await heard?.(news);
    show(news.entries);
  }

  function show(entries) {
    const mine = own(entries);
    const behind = inConflict(mine);
    const in_ = (state) => (state === "conflict" ? behind : mine.filter((one) => one.state === state && !behind.includes(one)));
    part("waiting").hidden = !in_("waiting").length;
    part("count").textContent = in_("waiting").length;
    part("signed-out").hidden = !(isSignedOut && mine.length);
    part("others").hidden = mine.length === entries.length;
    part("others-count").textContent = entries.length - mine.length;
    listed(part("conflict"), in_("conflict"));
    listed(part("refused"), in_("refused"));
    part("export").hidden = !entries.length;
    fillText(mine);
    document.documentElement.dataset.unsent = mine.length;
  }

  function fillText(mine) {
    if (part("export").open) {
      part("text").value = asText(mine);
    }
  }

  function listed(box, entries) {
    box.hidden = !entries.length;
    box.querySelector("[data-reason]").textContent = [...new Set(entries.map((one) => one.trouble))].filter(Boolean).join(" ") || box.dataset.words;
    const items = entries.map((one) => Object.assign(document.createElement("li"), { textContent: one.words }));
    box.querySelector("[data-list]").replaceChildren(...items);
  }

  part("export").addEventListener("toggle", async () => fillText(own(await all())));

  panel.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button) {
      return;
    }
    const mine = own(await all());
    if (button.dataset.do === "drop") {
      const gone = button.value === "conflict" ? inConflict(mine) : mine.filter((one) => one.state === button.value);
      await outbox.drop(gone);
      dropped(gone);
    } else if (button.dataset.do === "again") {
      const entries = inConflict(mine);
      await outbox.enterAgain(entries, (one, place) => {
        const id = newId();
        return { id, body: { ...one.body, [one.group ? "id" : "action_id"]: id, ...renewed(one, place, id) } };
      });
    } else if (button.dataset.do === "send") {
      await outbox.flush();
    }
  });

  // A part of the page finds out that the session has ended: what waits here stays in sight.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Redirect") && Number(document.documentElement.dataset.unsent)) {
      event.preventDefault();
      isSignedOut = true;
      all().then(show);
    }
  });

  all().then(show);
  return outbox;
}
