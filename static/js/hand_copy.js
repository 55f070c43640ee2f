// Keeps the viewer's hand at a running table as last seen: the turn, the cards in words and pictures, and the figures
// of the viewer's participant. static/js/sw.js shows this copy without a network, and asks the site whether it may
// stay.
"use strict";

(() => {
  const COPIES = "copies-2";
  let leaving = false;
  let written = Promise.resolve();

  function element(name, text, classes = "") {
    const made = document.createElement(name);
    made.textContent = text.trim().replace(/\s+/g, " ");
    made.className = classes;
    return made;
  }

  function cardRow(pick) {
    const row = element("li", pick.querySelector("[aria-label]").getAttribute("aria-label"));
    const picture = pick.querySelector("svg.card").cloneNode(true);
    picture.setAttribute("aria-hidden", "true");
    row.prepend(picture);
    return row;
  }

  function handOf(table) {
    const picks = [...table.querySelectorAll(".play-area .hand:not(.mirror) .pick")];
    if (!picks.length) return [];
    const list = element("ul", "", "seen-hand");
    list.append(...picks.map(cardRow));
    return [element("h2", table.querySelector(".play-area h2 > span")?.textContent || ""), list];
  }

  function figuresOf(table) {
    const figures = table.querySelector(`.participant[data-id="${CSS.escape(table.dataset.seat)}"] .participant-in`)?.cloneNode(true);
    if (!figures) return [];
    // Portraits are not kept, and nothing is aimed at here.
    for (const other of figures.querySelectorAll("img, .aim, .sign")) other.remove();
    const row = element("li", "", "participant");
    row.append(figures);
    const list = element("ul", "", "participants");
    list.append(row);
    return [list];
  }

  // The copy of what the page shows now; null where there is nothing of one's own to keep.
  function describe(table) {
    const own = [...handOf(table), ...figuresOf(table)];
    if (table.dataset.over || !own.length) return null;
    const part = element("section", "", "panel");
    part.dataset.game = document.body.dataset.game;
    part.append(element("h1", table.querySelector(".status h1").textContent));
    part.append(element("p", table.querySelector(".status .turn").textContent, "turn"), ...own);
    return part;
  }

  async function write(part, headers) {
    const cache = await caches.open(COPIES);
    if (part && !leaving) await cache.put(location.pathname, new Response(part, { headers }));
    else await cache.delete(location.pathname);
  }

  function keep() {
    const table = document.getElementById("table");
    const person = document.getElementById("sending")?.dataset.person;
    if (!window.caches || !person) return;
    const part = table && describe(table);
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "x-kept": new Date().toISOString(),
      "x-title": encodeURIComponent(part?.querySelector("h1").innerHTML || ""),
      "x-seat": encodeURIComponent(table?.dataset.seat || ""),
      "x-person": person,
    };
    written = written.then(() => write(part?.outerHTML, headers)).catch(() => {});
  }

  document.addEventListener("DOMContentLoaded", keep);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "table") keep(); });
  // When the person signs out, the copy is deleted, and later responses store none.
  document.addEventListener("submit", (event) => {
    if (!new URL(event.target.action).pathname.startsWith("/accounts/")) return;
    leaving = true;
    keep();
  }, true);
})();
