// Shows the entries that contain all words, and the headings of their days.
"use strict";

(() => {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const field = document.querySelector("input");
  const found = document.querySelector("output");
  const days = [];
  for (const part of document.querySelectorAll("main > *")) {
    if (part.tagName === "H2") days.push({ heading: part, entries: [] });
    else days.at(-1).entries.push({ part, text: fold(part.textContent) });
  }

  function show() {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { heading, entries } of days) {
      let visible = 0;
      for (const { part, text } of entries) {
        part.hidden = !words.every((word) => text.includes(word));
        visible += part.hidden ? 0 : 1;
      }
      heading.hidden = !visible;
      count += visible;
    }
    const { none, one, many } = found.dataset;
    found.textContent = !words.length ? "" : count === 0 ? none : count === 1 ? one : many.replace("#", count);
  }

  field.addEventListener("input", show);
  show();
})();
