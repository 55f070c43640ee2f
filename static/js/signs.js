// Signs at the table: fetched when the stream says that there are new ones, shown at the seat of who sent each, and gone
// after some seconds. A new table beneath them keeps those that are still shown.
"use strict";

const signsOnTable = (() => {
  // A line that stays for another time says how long, in milliseconds.
  const SHOWN = 6000;
  // By number: when it was first seen here.
  const seen = new Map();
  const list = () => document.getElementById("signs-shown");

  function place() {
    for (const bubble of document.querySelectorAll("#table .sign")) bubble.remove();
    for (const line of list()?.querySelectorAll("[data-sign]") || []) {
      const since = seen.get(line.dataset.sign) ?? Date.now();
      seen.set(line.dataset.sign, since);
      const left = (Number(line.dataset.shownFor) || SHOWN) - (Date.now() - since);
      if (left <= 0) { line.remove(); continue; }
      const seat = line.dataset.seat && document.querySelector(`#table .participant[data-id="${CSS.escape(line.dataset.seat)}"]`);
      line.classList.toggle("sr", Boolean(seat));
      if (seat) {
        const bubble = document.createElement("span");
        bubble.className = "sign";
        bubble.setAttribute("aria-hidden", "true");
        bubble.textContent = line.querySelector("span").textContent;
        seat.append(bubble);
      }
    }
  }

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!["table", "signs-shown"].includes(event.target.id)) return;
    // The site never shows a sign for so long: its numbers have started again.
    if (event.target.id === "signs-shown") for (const [number, since] of seen) if (Date.now() - since > 2 * SHOWN) seen.delete(number);
    place();
    setTimeout(place, SHOWN + 50);
    for (const line of list()?.querySelectorAll("[data-shown-for]") || []) setTimeout(place, Number(line.dataset.shownFor) + 50);
  });
  // Once a sign is chosen the others give way; the answer is everyone's signs.
  document.addEventListener("htmx:afterRequest", (event) => {
    const box = document.getElementById("signs");
    if (event.detail.target?.id !== "signs-shown" || !event.detail.successful || !box) return;
    if (box.contains(document.activeElement)) box.querySelector("summary").focus();
    box.open = false;
  });
  return { place };
})();
