// An open page of a campaign, and an open home page, ask now and then whether a table has started or ended, and show the
// way to it. A hidden page asks when it is shown again.
"use strict";

const ASK_AGAIN = 8000;
const way = document.getElementById("running-table");
let known = way?.dataset.shown;

async function askForTable() {
  if (document.hidden) return;
  const answer = await fetch(`${way.dataset.ask}?shown=${known}`, { cache: "no-store" }).catch(() => null);
  // Without a network, or after signing out, the page stays as it is.
  if (answer?.status !== 200 || answer.redirected) return;
  way.innerHTML = await answer.text();
  known = way.querySelector("[data-running]")?.dataset.running || "0";
  way.dispatchEvent(new Event("tables-changed"));
}

if (way) {
  setInterval(askForTable, ASK_AGAIN);
  document.addEventListener("visibilitychange", askForTable);
}
