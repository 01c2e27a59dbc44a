// The position that a referee sets for a ruling of one's own, by tapping. On the page of a claim it starts from what the rules say.

import { editPosition, onField } from "../games/position.js";

const root = document.querySelector("[data-standing]");

if (root) {
  const editor = editPosition(root);
  root.classList.add("scripted");
  onField(root.querySelector("svg.ag-board"), editor.tap);
  editor.show();
}

// Until something else was set up there.
export function standsBy(position) {
  const field = root.querySelector("[name=standing]");
  if (field.value !== position && !root.dataset.changed) {
    field.value = position;
    field.dispatchEvent(new Event("change"));
  }
}

root?.addEventListener("position:change", (event) => {
  root.dataset.changed = "";
  event.stopPropagation(); // it says nothing of the position before the throw
});
