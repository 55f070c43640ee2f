// The mark on the app's icon: how many tables wait, as the page in sight says.
"use strict";

function showCount() {
  if (!navigator.setAppBadge) return;
  const count = Number(document.querySelector("[data-waiting]")?.dataset.waiting || 0);
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}

showCount();
document.getElementById("running-table")?.addEventListener("tables-changed", showCount);
