// What a GM types into the figure on a participant's row stays in that row while the table changes beneath it.
"use strict";

(() => {
  const FIELDS = "#table .figure-now input[type=number]";
  let typed = new Map();

  // The table keeps other fields by their names alone, and all rows share one name: so it may not count as changed.
  document.addEventListener("input", (event) => {
    if (!event.target.matches(FIELDS)) return;
    event.target.dataset.typed = "yes";
    event.target.defaultValue = event.target.value;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "table") return;
    const sent = event.detail.requestConfig?.verb === "post" && event.detail.xhr.status < 300;
    const fields = sent ? [] : [...document.querySelectorAll(`${FIELDS}[data-typed]`)];
    typed = new Map(fields.map((field) => [field.id, field.value]));
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "table") return;
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.defaultValue = value;
      field.dataset.typed = "yes";
    }
    typed = new Map();
  });
})();
