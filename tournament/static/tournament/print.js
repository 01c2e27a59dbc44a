// A paper that is open in the browser: its button prints it, and once its letters are there, printing begins by itself.
// Every font is asked for: `document.fonts.ready` knows only of those that a first layout has met, and a browser prints
// nothing where letters are still on their way.
const letters = Promise.allSettled([...document.fonts].map((font) => font.load()));
const printed = () => letters.then(() => print());
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", printed);
printed();
