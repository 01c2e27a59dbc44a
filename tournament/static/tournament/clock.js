// Clocks that run: <span data-left="1453"> counts down from what was left when the page came, whatever time the device
// believes it is. Without a script the page shows what was left, and until when.

const since = new WeakMap();

function words(seconds) {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!since.has(clock)) {
      since.set(clock, performance.now());
    }
    const left = Number(clock.dataset.left) - Math.floor((performance.now() - since.get(clock)) / 1000);
    clock.textContent = words(left);
    clock.classList.toggle("over", left <= 0);
  }
}

setInterval(tick, 500);
tick();
