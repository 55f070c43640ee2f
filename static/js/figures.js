// What a GM types and chooses for the figure on a participant's row stays in that row while the table changes beneath it.
"use strict";

(() => {
  const FIELDS = "#table .figure-now :is(input[type=number], select)";
  let typed = new Map();

  document.addEventListener("input", (event) => {
    if (event.target.matches(FIELDS)) event.target.dataset.typed = "yes";
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "table") return;
    const sent = event.detail.requestConfig?.verb === "post" && event.detail.xhr.status < 300;
    // What was sent is done; the figure it was sent for stays chosen for the next change.
    const fields = [...document.querySelectorAll(`${FIELDS}[data-typed]`)].filter((field) => !sent || field.tagName === "SELECT");
    typed = new Map(fields.map((field) => [field.id, field.value]));
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "table") return;
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      field.dataset.typed = "yes";
    }
    typed = new Map();
  });
})();
