// Calls the person whose turn it is: the title, also of a hidden tab, the signals that they chose
// (static/js/call_choices.js), a mark on the app's icon, and a live region.
"use strict";

// One live region outside the swapped part. It announces new lines of the event log, the turn, the call and the outcome
// once each, and answers in elements with data-announce.
const announcer = document.createElement("p");
announcer.className = "sr";
announcer.id = "announcer";
announcer.setAttribute("role", "status");
let announced = [];
// The newest line of the event log that was announced or was there at first.
let lastLine = null;

// What has happened since, oldest first: without it a play whose result changes no call would stay silent.
function newSentences() {
  const lines = [...document.querySelectorAll("#table .event-log-panel > .event-log > li")];
  const fresh = lines.filter((line) => lastLine !== null && Number(line.dataset.number) > lastLine);
  lastLine = Math.max(0, ...lines.map((line) => Number(line.dataset.number)));
  return fresh.reduceRight((sentences, line) => [...sentences, sentenceOf(line)], []);
}

function announceChanges() {
  const parts = [...document.querySelectorAll("#table :is(.status .turn, .felt .asked, .notes > .panel:not(.drawn) > h2)")]
    .map((each) => each.textContent.trim().replace(/\s+/g, " "));
  const fresh = [...newSentences(), ...parts.filter((part) => !announced.includes(part))];
  const append = (said, part) => `${said}${/[.?!:]$/.test(said) ? "" : "."} ${part}`;
  if (fresh.length) announcer.textContent = fresh.reduce(append);
  announced = parts;
}

const title = document.title;
let called = false;
function updateCall() {
  const mine = table()?.dataset.mine === "yes";
  document.title = mine ? `● ${table().dataset.call} · ${title}` : title;
  if (mine && !called) signalTurn();
  if (mine !== called) (mine ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
  called = mine;
  keepAwake();
  announceChanges();
}
document.addEventListener("DOMContentLoaded", () => document.body.append(announcer));
document.addEventListener("htmx:afterSwap", (event) => {
  const when = event.target.dataset.announce;
  // "changes": announce only after the person changes the form. The odds that appear when a form opens would interrupt
  // the announcement of the turn.
  if (when === undefined || (when === "changes" && !event.detail?.requestConfig?.triggeringEvent)) return;
  announcer.textContent = event.target.textContent.trim().replace(/\s+/g, " ");
});
