// The drawer beside the table: it closes with Escape and gives the focus back; its buttons can be pressed again.
"use strict";

document.addEventListener("keydown", (event) => {
  const box = document.querySelector("#drawer[open]");
  if (event.key !== "Escape" || !box || document.querySelector("dialog[open]")) return;
  box.open = false;
  box.querySelector("summary").focus();
});

// The answer to a button of the drawer is the fresh table, while the button itself stays: it can be pressed again.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  for (const button of document.querySelectorAll("#drawer [aria-busy=true]")) button.removeAttribute("aria-busy");
});
