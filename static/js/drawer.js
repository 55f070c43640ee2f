// The drawer beside the table closes with Escape, and gives the focus back to its button.
"use strict";

document.addEventListener("keydown", (event) => {
  const box = document.querySelector("#drawer[open]");
  if (event.key !== "Escape" || !box || document.querySelector("dialog[open]")) return;
  box.open = false;
  box.querySelector("summary").focus();
});
