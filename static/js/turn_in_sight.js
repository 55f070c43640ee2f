// Scrolls the buttons of the turn into view: when the turn comes, and during the turn after the player's play or when
// another play becomes the highlighted one. When a play ends the player's turn, and when the encounter ends, scrolls to
// the top of the page, where the result is. The page does not scroll while someone types or presses something. It moves
// at once: a tap on a page that glides would hit something else.
"use strict";

(() => {
  const WRITTEN = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden]), [contenteditable]";
  const isAsked = () => document.getElementById("table")?.dataset.mine === "yes";
  const isOver = () => document.getElementById("table")?.dataset.over === "yes";
  // On a small screen the form stays at the lower edge by itself, and the area around it has no box of its own.
  // The form of the leading play comes first, then hand and buttons; what is folded below them need not be in sight.
  // Cards of the group's own deck are entered before anything else can be played.
  const AREAS = ["form[id^=drawn-]", ".acts details[open] > form:has(.primary)", "#play", ".play-area", ".play-area > .play"];
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

  const mayMove = () => !presses.busy() && !document.activeElement?.matches(WRITTEN) && !isReading();
  // The area begins with the hand or the target: its lower end alone does not show what a play is made of.
  const isVisible = (area) => area.getBoundingClientRect().top >= headerEnd() - 1
    && visibleHeight(area) >= Math.min(area.clientHeight, innerHeight / 3);
  // On a wide screen the columns beside the buttons show the result.
  const isOneColumn = () => innerWidth < 1024;
  const moveToTop = () => scrollTo({ top: 0, behavior: "instant" });

  // The upper end of the page shows call, opponents, hand and button together where the screen is high enough.
  function showArea() {
    const area = areaOfPlay();
    if (!area || !mayMove() || isVisible(area)) return;
    moveToTop();
    if (!isVisible(area)) area.scrollIntoView({ behavior: "instant", block: "nearest" });
  }

  const idOfPlay = () => (areaOfPlay()?.closest("details") ?? areaOfPlay())?.id;

  let [asked, over, leading] = [isAsked(), isOver(), idOfPlay()];
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "table") return;
    const [askedBefore, overBefore, leadingBefore] = [asked, over, leading];
    [asked, over, leading] = [isAsked(), isOver(), idOfPlay()];
    const played = event.detail?.requestConfig?.verb === "post";
    if (asked && (played || !askedBefore || leading !== leadingBefore)) showArea();
    else if ((over && !overBefore || askedBefore && played && isOneColumn()) && mayMove()) moveToTop();
  });
})();
