// Whose device this is. Who is unknown here gets these lines alone; the rest comes as soon as somebody says who they are, searches,
// or is known already.

const place = document.getElementById("me");

function isKnown() {
  try {
    return place.dataset.own || place.dataset.live || localStorage.getItem(`me ${place.dataset.part.split("/")[2]}`);
  } catch {
    return place.dataset.own || place.dataset.live;
  }
}

let rest = null; // what is fetched once

function mine() {
  rest ??= import("./mine.js");
  return rest;
}

if (place) {
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keep], [data-forget], [data-jump], [data-alarm]")) {
      if (event.target.closest("[data-keep], [data-forget]")) {
        event.preventDefault();
      }
      mine().then(({ tapped }) => tapped(event));
    }
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (rest || document.getElementById("players")?.dataset.found) {
      mine().then(({ settled }) => settled());
    }
  });
  if (isKnown()) {
    mine();
  }
}
