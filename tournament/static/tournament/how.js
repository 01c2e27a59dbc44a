// The line that says how it is played follows the switches below it, and opening them chooses their kind of tournament.
for (const card of document.querySelectorAll("[data-how]")) {
  const line = card.querySelector("[data-line]");
  const says = () => [...card.querySelectorAll(".optionlist input:checked")]
    .map((input) => input.parentElement.querySelector("[data-says]").dataset.says)
    .filter(Boolean);
  const choose = () => {
    const radio = card.querySelector('input[name="preset"]');
    if (radio) radio.checked = true;
  };
  card.querySelector("details").addEventListener("toggle", (event) => event.target.open && choose());
  card.addEventListener("change", (event) => {
    if (event.target.name === "preset") return;
    choose();
    if ("book" in event.target.dataset) {
      event.target.form.requestSubmit(event.target.parentElement.querySelector("button")); // another book has other switches
      return;
    }
    line.textContent = `${line.dataset.rules} ${[...says(), line.dataset.settled].filter(Boolean).join(", ") || line.dataset.book}`;
  });
}

// In the settings of a stage: the options of the rules that are chosen.
const choice = document.querySelector("select[name=rules]");
const shown = () => {
  for (const part of document.querySelectorAll("[data-of-rules]")) part.hidden = part.dataset.ofRules !== choice.value;
};
choice?.addEventListener("change", shown);
if (choice) shown();
