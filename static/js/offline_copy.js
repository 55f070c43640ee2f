// On a page from the service worker's cache: shows when it was stored, and disables everything that needs the site.
"use strict";

const keptAt = document.documentElement.dataset.asOf;

function showCopy() {
  const box = document.getElementById("sending");
  const note = document.createElement("p");
  const when = new Date(keptAt);
  const today = when.toDateString() === new Date().toDateString();
  const clock = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  note.className = "notice warning as-of";
  note.setAttribute("role", "status");
  note.textContent = box.dataset.copy.replace("{when}", today ? clock : `${when.toLocaleDateString()}, ${clock}`);
  document.getElementById("main").prepend(note);
  for (const each of document.querySelectorAll("form :is(button, input, select, textarea)")) {
    // What a figure counts is kept and sent later.
    if (!each.closest("form[data-now]")) each.disabled = true;
  }
}

if (keptAt) {
  document.addEventListener("DOMContentLoaded", showCopy);
  reloadWhenReached();
}
