// A page without a network names the plays and changes that wait to be sent, and one button gives them up.
// static/js/sending.js sends them from the next page.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const waiting = keptPlays.all();
  const line = document.getElementById("sending");
  if (!waiting.length) return;
  const words = document.createElement("span");
  const button = line.querySelector("button");
  words.textContent = line.dataset.waiting.replace("{what}", waiting.map((each) => each.what).join(", "));
  line.prepend(words);
  line.dataset.state = "waiting";
  button.hidden = false;
  button.addEventListener("click", () => {
    keptPlays.clear();
    words.remove();
    button.hidden = true;
    line.dataset.state = "idle";
  });
});
