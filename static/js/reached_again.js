// A page that was shown without the network gives way to the real one as soon as the site answers again.
"use strict";

const FIRST_TRY = 1000;
const LAST_TRY = 60000;
const LEAVING_FOR = 10000;
let leaving = false;

// A link that someone has tapped goes first: a reload would break it off.
window.addEventListener("beforeunload", () => {
  leaving = true;
  setTimeout(() => { leaving = false; }, LEAVING_FOR);
});
const reload = () => { if (!leaving) location.reload(); };

// The browser's word that it is online can come before the first request gets through, so the site is asked too.
function reloadWhenReached() {
  window.addEventListener("online", reload);
  navigator.serviceWorker?.addEventListener("message", (event) => {
    if (event.data.arrived === location.href) reload();
  });
  ask(FIRST_TRY);
}

function ask(delay) {
  setTimeout(async () => {
    const answer = document.hidden ? null : await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) reload();
    else ask(Math.min(delay * 2, LAST_TRY));
  }, delay);
}
