// Setting a position up for "what may I do here?".

import { editPosition, onField } from "./position.js";

const form = document.querySelector("[data-editor]");
const editor = editPosition(form);
form.classList.add("scripted");
onField(form.querySelector("svg.ag-board"), editor.tap);
editor.show();
