// When the turn comes while the page is scrolled elsewhere, what can be done comes into sight. It does not move the page
// of someone who writes or has something pressed. It moves at once: a tap on a page that glides would hit something else.
"use strict";

(() => {
  const WRITTEN = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const isAsked = () => document.getElementById("table")?.dataset.mine === "yes";
  // On a small screen the form stays at the lower edge by itself, and the area around it has no box of its own.
  // Hand and buttons come first; what is folded below them need not be in sight.
  const AREAS = ["#play", ".play-area", ".play-area > .play"];
  const areaOfPlay = () => AREAS.map((each) => document.querySelector(`#table ${each}`))
    .find((each) => each?.getClientRects().length);

  // The height of the part of `area` that can be seen below the header, which may stay at the upper edge.
  function visibleHeight(area) {
    const { top, bottom } = area.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, headerEnd());
  }

  function headerEnd() {
    const header = document.querySelector("#table > .status");
    return header && getComputedStyle(header).position === "sticky" ? Math.max(0, header.getBoundingClientRect().bottom) : 0;
  }

  const isReading = () => document.querySelector("dialog[open], #drawer[open]") && innerWidth < 640;

  function showArea() {
    const area = areaOfPlay();
    if (!area || presses.busy() || document.activeElement?.matches(WRITTEN) || isReading()) return;
    if (visibleHeight(area) >= Math.min(area.clientHeight, innerHeight / 3)) return;
    area.scrollIntoView({ behavior: "instant", block: "nearest" });
  }

  let asked = isAsked();
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "table") return;
    const before = asked;
    asked = isAsked();
    if (asked && !before) showArea();
  });
})();
