// The coach at a running table opens by itself the first few times in each game, until someone closes it. Each phone
// or computer counts for itself. On a low screen it waits to be asked, because play needs the room; a guest's demo table is
// the first table of most people, so there it does not wait.
"use strict";

const COACHED_TIMES = 4;
const HIGH_ENOUGH = matchMedia("(min-height: 44rem)");
let coachedNumber = "";

function openCoach() {
  const coach = document.getElementById("coach");
  if (!coach) return;
  const key = `coach-${coach.dataset.system}`;
  const times = Number(localStorage.getItem(key) || 0);
  const number = document.getElementById("table").dataset.number;
  coach.querySelector("summary").addEventListener("click", () => {
    if (coach.open) localStorage.setItem(key, String(COACHED_TIMES));
  });
  const room = HIGH_ENOUGH.matches || coach.dataset.demo;
  if (times >= COACHED_TIMES || number === coachedNumber || !room) return;
  coachedNumber = number;
  coach.open = true;
  localStorage.setItem(key, String(times + 1));
}

document.addEventListener("DOMContentLoaded", openCoach);
document.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "table") openCoach(); });
