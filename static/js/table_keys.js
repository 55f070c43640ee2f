// Keys for those who play without a pointer, while the focus is at the table and in no field that is written in:
// H reads the hand of the person, L the latest event, T goes to the first target.
"use strict";

const CARDS = "#table .play-area .hand [aria-label]";
const TARGETS = "#table :is(label.tap input, .acts details[open] [name='one:target'])";

function newestLine() {
  const line = document.querySelector("#table .account > li")?.cloneNode(true);
  // What is pressed there is no part of the sentence.
  for (const other of line?.querySelectorAll("form, .why") || []) other.remove();
  return line?.textContent || "";
}

const readHand = () => [...document.querySelectorAll(CARDS)].filter((card) => card.checkVisibility())
  .map((card) => card.getAttribute("aria-label")).join(", ");

const tableKeys = {
  h: () => repeat(readHand()),
  l: () => repeat(newestLine()),
  t: () => document.querySelector(TARGETS)?.focus(),
};

// A region that is live tells what has changed in it, so it is emptied first.
function repeat(words) {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = words.trim().replace(/\s+/g, " "); }, 50);
}

document.addEventListener("keydown", (event) => {
  const written = "input:not([type=radio], [type=checkbox]), select, textarea";
  if (event.ctrlKey || event.altKey || event.metaKey || !table()?.contains(event.target) || event.target.matches(written)) return;
  tableKeys[event.key.toLowerCase()]?.();
});
