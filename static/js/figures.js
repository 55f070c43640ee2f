// What a GM types and chooses for the figure on a participant's row stays in that row while the table changes beneath it.
"use strict";

(() => {
  const FIELDS = "#table .figure-now :is(input[type=number], select)";
  let typed = new Map();

  document.addEventListener("input", (event) => {
    if (event.target.matches(FIELDS)) event.target.dataset.typed = "yes";
  });

  // What was sent stays until its answer has come: it may be refused. What is typed afterwards is new. On the window,
  // because static/js/sending.js ends the event at the document.
  window.addEventListener("submit", (event) => {
    const field = event.target.matches("#table .figure-now") && event.target.querySelector("input[data-typed]");
    if (field) field.dataset.typed = "sent";
  }, true);

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "table") return;
    // The figure that a number was sent for stays chosen for the next change.
    const isDone = ({ tagName, dataset, form }) => tagName !== "SELECT" && dataset.typed === "sent" && sending.settles(event, form);
    const fields = [...document.querySelectorAll(`${FIELDS}[data-typed]`)].filter((field) => !isDone(field));
    typed = new Map(fields.map((field) => [field.id, { value: field.value, state: field.dataset.typed }]));
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "table") return;
    for (const [id, { value, state }] of typed) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      field.dataset.typed = state;
    }
    typed = new Map();
  });
})();
