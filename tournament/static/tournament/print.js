// A paper that is open in the browser: its button prints it, and once its letters are there, printing begins by itself.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
document.fonts.ready.then(() => print());
