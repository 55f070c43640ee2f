// What changed on the table, shown as movement: cards that are dealt, played or turned over, harm, and the end.
// It compares the page before and after a swap, so it knows nothing that the viewer does not see. The page is complete
// and can be tapped from the first moment; only pictures move, for less than 200 ms, and never where people ask for
// reduced motion.
"use strict";

(() => {
  const DURATION_MS = 180;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const HAND = ".hand:not(.mirror) .card";
  const LAID = ".laid .card";
  let before = null;

  const face = (card) => card.firstElementChild?.getAttribute("href")?.split("#")[1] || "";
  const findAll = (root, selector) => [...root.querySelectorAll(selector)];

  function countByFace(cards) {
    const counts = new Map();
    for (const card of cards) counts.set(face(card), (counts.get(face(card)) || 0) + 1);
    return counts;
  }

  // The cards of `cards` that were not among those counted before; equal faces count as often as they lie there.
  function addedCards(cards, counts) {
    const left = new Map(counts);
    return cards.filter((card) => {
      const known = left.get(face(card)) || 0;
      left.set(face(card), known - 1);
      return known <= 0;
    });
  }

  // How much harm a participant bears, by what their box shows; only a change of the same figure counts.
  function harmOf(participant) {
    const sum = (selector, read) => findAll(participant, selector).reduce((total, each) => total + (read(each) || 0), 0);
    const width = (bar) => Number(bar.getAttribute("width"));
    return sum(".track .bar rect", width) - sum(":not(.track) > .bar rect", width)
      - sum(".pool .num", (figure) => parseInt(figure.textContent, 10))
      + sum(".slot.damaged", () => 1) + sum(".slot.blown", () => 2);
  }

  const centreOf = (element) => {
    const box = element?.getBoundingClientRect();
    return box && box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  };

  function remember(table) {
    const hand = findAll(table, `.play-area ${HAND}`);
    const laid = findAll(table, `.felt ${LAID}`);
    const acting = findAll(table, ".participant.turn");
    return {
      seat: seatOf(table),
      over: "over" in table.dataset,
      hand: countByFace(hand),
      laid: countByFace(laid),
      places: new Map(hand.map((card) => [face(card), centreOf(card)])),
      actor: acting.length === 1 ? centreOf(acting[0]) : null,
      harm: new Map(findAll(table, ".participant[data-id]").map((each) => [each.dataset.id, harmOf(each)])),
    };
  }

  const seatOf = (table) => table.querySelector("#play [name=as]")?.value || "";

  function move(element, frames, delay = 0) {
    element.animate(frames, { duration: DURATION_MS - delay, delay, easing: "ease-out", fill: "backwards" });
  }

  function travel(card, from, nth) {
    const to = centreOf(card);
    if (!from || !to) return;
    // Never from the right of the window: the page would be wider than the screen for a moment.
    const x = Math.min(from.x, innerWidth - card.clientWidth) - to.x;
    move(card, [{ transform: `translate(${x}px, ${from.y - to.y}px)`, opacity: .4 }, { transform: "none", opacity: 1 }],
      Math.min(nth * 20, 80));
  }

  function showCards(table, old) {
    const pile = centreOf(table.querySelector(".piles .card"));
    if (seatOf(table) === old.seat) {
      addedCards(findAll(table, `.play-area ${HAND}`), old.hand).forEach((card, nth) => travel(card, pile, nth));
    }
    const laid = findAll(table, `.felt ${LAID}`);
    const backs = laid.filter((card) => face(card) === "back").length;
    let turned = (old.laid.get("back") || 0) - backs;
    addedCards(laid, old.laid).forEach((card, nth) => {
      // As many cards as lay face down before are turned over; which of them it was is on no page.
      if (face(card) !== "back" && turned-- > 0) {
        move(card, [{ transform: "scaleX(0)" }, { transform: "none" }]);
      } else travel(card, old.places.get(face(card)) || old.actor || pile, nth);
    });
  }

  function showHarm(table, old) {
    for (const participant of findAll(table, ".participant[data-id]")) {
      const change = harmOf(participant) - (old.harm.get(participant.dataset.id) ?? harmOf(participant));
      if (change > 0) {
        move(participant.querySelector(".participant-in"), ["0", "-.3rem", ".3rem", "0"].map((x) => ({ transform: `translateX(${x})` })));
      }
      if (change) participant.animate([{ backgroundColor: `var(--${change > 0 ? "danger" : "good"}-soft)` }, {}], { duration: DURATION_MS });
    }
  }

  function showEnd(table) {
    findAll(table, ".outcome :is(.outcome-name, .standing > li, .moments > li, .earned > li)").forEach((each, nth) =>
      move(each, [{ transform: "translateY(.75rem)", opacity: 0 }, { transform: "none", opacity: 1 }], Math.min(nth * 15, 90)));
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    before = event.target.id === "table" && !reducedMotion.matches && !document.hidden ? remember(event.target) : null;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const old = before;
    before = null;
    const table = document.getElementById("table");
    if (event.target.id !== "table" || !old || !table) return;
    showCards(table, old);
    showHarm(table, old);
    if ("over" in table.dataset && !old.over) showEnd(table);
  });
})();
