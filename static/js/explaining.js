// A long press on a thing at the table, or "?" while it has the focus or the pointer, explains it. What is explained has
// data-explain; the sentences are the game's own, and the same for everyone. What a mouse reads in a tooltip (what this
// button costs, what that modifier means) stands above them, because a finger and a keyboard find no tooltip.
"use strict";

const explaining = (() => {
  const LONG_PRESS_MS = 500;
  const MAX_MOVE_PX = 10;
  const page = document.getElementById("main")?.dataset.explained;
  const MARKED = "[data-explain]";
  const ASKED = "[data-explain], [title]";

  async function open(keys, tip = "") {
    const query = new URLSearchParams([...new Set(keys)].map((key) => ["key", key]));
    const box = keys.length ? await openWhy({ href: `${page}?${query}` }).catch(() => null) : showWhy("");
    if (!box || !tip) return;
    const sentence = document.createElement("p");
    sentence.className = "tip";
    sentence.textContent = tip;
    box.prepend(sentence);
  }

  const tipOf = (element) => element?.closest("#table [title]")?.title || "";

  // The thing itself, else what stands in the same label, row or section.
  function keysAt(element) {
    const own = element.closest(MARKED);
    if (own) return [own.dataset.explain];
    for (const around of ["label", ".participant", "form", "section"]) {
      const marks = [...(element.closest(around)?.querySelectorAll(MARKED) || [])];
      if (marks.length) return marks.map((mark) => mark.dataset.explain);
    }
    return [];
  }

  // If nothing has the focus or the pointer, everything at the table is explained.
  function keysMeant() {
    const table = document.getElementById("table");
    const hovered = [...table.querySelectorAll(":hover")].pop();
    const focused = table.contains(document.activeElement) ? document.activeElement : null;
    for (const element of [focused, hovered]) {
      const keys = element ? keysAt(element) : [];
      if (keys.length) return keys;
    }
    return [...table.querySelectorAll(MARKED)].map((mark) => mark.dataset.explain);
  }
  const focusedTip = () => tipOf(document.activeElement) || tipOf([...document.querySelectorAll("#table :hover")].pop());

  const writes = (element) => element.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open(keysMeant(), focusedTip());
  });

  // What is explained at a place of the table; null elsewhere.
  function askedAt(element) {
    const found = element.closest?.(ASKED);
    return found && document.getElementById("table").contains(found) ? found : null;
  }

  // A press that is held, and neither moves nor scrolls, asks; the tap that ends it then does nothing.
  let timer = null;
  let start = null;
  let asked = false;
  const stop = () => clearTimeout(timer);
  document.addEventListener("touchstart", (event) => {
    stop();
    asked = false;
    const mark = askedAt(event.target);
    const inside = mark || event.target.closest?.("#table label.pick")?.querySelector(MARKED);
    if (!inside || event.touches.length > 1) return;
    start = event.touches[0];
    timer = setTimeout(() => {
      asked = true;
      navigator.vibrate?.(15);
      open(inside.dataset.explain ? [inside.dataset.explain] : [], tipOf(inside));
    }, LONG_PRESS_MS);
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    const now = event.touches[0];
    if (start && Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > MAX_MOVE_PX) stop();
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    stop();
    if (asked && event.cancelable) event.preventDefault();
    setTimeout(() => { asked = false; }, LONG_PRESS_MS);
  }, { passive: false });
  document.addEventListener("touchcancel", stop);
  document.addEventListener("scroll", stop, true);
  document.addEventListener("click", (event) => {
    if (!asked || event.target.closest("dialog button, dialog a")) return;
    asked = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (asked || (start && askedAt(event.target) && event.pointerType === "touch")) event.preventDefault();
  });
  return { open };
})();
