// Keys for those who play without a pointer, while the focus is at the table and in no field that is written in:
// H reads the hand of the person, L the latest event, T goes to the first target.
"use strict";

const CARDS = "#table .play-area .hand [aria-label]";
// The form that lies open is asked first, then opponents: the first target is not a friend.
const TARGETS = [
  "#table .acts details[open] [name='one:target']",
  "#table .side:not(.party) label.tap input",
  "#table label.tap input",
];

// A line of the event log as a sentence: without what is pressed there, and each card by its name alone.
function sentenceOf(line) {
  const copy = line.cloneNode(true);
  for (const other of copy.querySelectorAll("form, .why, [aria-hidden=true]")) other.remove();
  return copy.textContent.trim().replace(/\s+/g, " ").replace(/ ([.,:;])/g, "$1");
}

function newestLine() {
  const line = document.querySelector("#table .event-log > li");
  return line ? sentenceOf(line) : "";
}

const firstTarget = () => TARGETS.map((each) => document.querySelector(each)).find(Boolean);

const readHand = () => [...document.querySelectorAll(CARDS)].filter((card) => card.checkVisibility())
  .map((card) => card.getAttribute("aria-label")).join(", ");

const tableKeys = {
  h: () => repeat(readHand()),
  l: () => repeat(newestLine()),
  t: () => firstTarget()?.focus(),
};

// A region that is live tells what has changed in it, so it is emptied first.
function repeat(words) {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = words.trim().replace(/\s+/g, " "); }, 50);
}

document.addEventListener("keydown", (event) => {
  const written = "input:not([type=radio], [type=checkbox]), select, textarea";
  // "Skip to content" puts the focus on the part around the table.
  const atTable = table()?.contains(event.target) || event.target.id === "main";
  if (event.ctrlKey || event.altKey || event.metaKey || !atTable || event.target.matches(written)) return;
  tableKeys[event.key.toLowerCase()]?.();
});
