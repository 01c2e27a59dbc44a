// The position that a referee sets by tapping where they differ from the verdict. On the page of a claim it starts from that.

import { editPosition, onField } from "../games/position.js";

const root = document.querySelector("[data-standing]");

if (root) {
  const editor = editPosition(root);
  root.classList.add("scripted");
  onField(root.querySelector("svg.ag-board"), editor.tap);
  editor.show();
}

// Until the referee changes it.
export function standsBy(position) {
  const field = root?.querySelector("[name=standing]");
  if (field && field.value !== position && !root.dataset.changed) {
    field.value = position;
    field.dispatchEvent(new Event("change"));
  }
}

root?.addEventListener("position:change", (event) => {
  root.dataset.changed = "";
  event.stopPropagation(); // it is not the position before the throw
});
