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
    const form = event.target;
    const field = form.matches("#table .figure-now") && form.querySelector("input[data-typed]");
    if (!field) return;
    // A number to add that is typed anew is another change, also when it equals the last; without that it is a double
    // tap. A number to set, of a form that says which table it was typed at, changes nothing when it equals the last.
    if (field.dataset.typed === "yes" && !form.elements.seen) form.elements.key.value = sending.newKey();
    field.dataset.typed = "sent";
    // The next number takes its place at once.
    if (field === document.activeElement) field.select();
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
