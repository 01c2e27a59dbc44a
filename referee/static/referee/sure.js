// An exclusion is signed: what was entered for it is no draft any more.

import { dropDraft } from "./drafts.js";

const form = document.getElementById("sure");

form.addEventListener("submit", async (event) => {
  if (form.dataset.dropped === undefined) {
    event.preventDefault();
    form.dataset.dropped = "";
    await dropDraft(form.dataset.who);
    form.requestSubmit();
  }
});
