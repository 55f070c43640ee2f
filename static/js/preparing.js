// The − and + beside a monster's count: shown only if scripts run; a press sends the same event as typing.
"use strict";

function showCountButtons() {
  for (const button of document.querySelectorAll("[data-count][hidden]")) button.hidden = false;
}

showCountButtons();
document.addEventListener("htmx:afterSwap", showCountButtons);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-count]");
  if (!button) return;
  const input = button.parentElement.querySelector("input");
  const count = (Number(input.value) || 0) + Number(button.dataset.count);
  input.value = Math.max(0, Math.min(Number(input.max), count));
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
