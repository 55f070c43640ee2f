// The mark on the app's icon: how many tables wait, as the page in sight says.
"use strict";

const counted = document.querySelector("[data-waiting]");
if (counted && navigator.setAppBadge) {
  const count = Number(counted.dataset.waiting);
  (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
