// Shows what waits on this phone, what was decided on something that has changed since, and what could not be taken.

import { Outbox, all, asText, newId } from "./outbox.js";
import { who } from "./phone.js";

const panel = document.getElementById("outbox");
const part = (name) => panel.querySelector(`[data-${name}]`);

const own = (entries) => entries.filter((one) => one.who === who);

// `renewed` gives entries that are made again what they build on now.
export function outboxPanel({ token, heard, renewed = () => ({}) }) {
  const outbox = new Outbox({ who, token, tell });
  let isSignedOut = false;

  async function tell(news) {
    isSignedOut = news.signIn ?? (news.answer ? false : isSignedOut);
    await heard?.(news);
    show(news.entries);
  }

  function show(entries) {
    const mine = own(entries);
    const in_ = (state) => mine.filter((one) => one.state === state);
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
      await outbox.drop(mine.filter((one) => one.state === button.value));
    } else if (button.dataset.do === "again") {
      const entries = mine.filter((one) => one.state === "conflict");
      await outbox.enterAgain(entries, (one, place) => {
        const id = newId();
        return { id, body: { ...one.body, [one.group ? "id" : "action_id"]: id, ...renewed(one, place) } };
      });
    } else if (button.dataset.do === "send") {
      await outbox.flush();
    }
  });

  all().then(show);
  return outbox;
}
