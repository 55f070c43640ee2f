// Cards of the table's own deck are entered on a keypad: rank, then suit. The lists beneath stay what the form sends;
// every card of their lists can be chosen, so the keypad tells nothing about the pile.
"use strict";

const keypad = (() => {
  const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
  const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  // Where somebody is in each form of a draw: the page may change beneath them.
  const started = new Map();
  const words = (rank) => (rank === "T" ? "10" : rank);
  const key = (text, label, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (label) button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  };

  // The deal is swapped as a whole, also with what was chosen for another seat. A table keeps it with its other choices.
  function restore(lists, name) {
    const cards = lists[0].closest("#dealing") && started.get(name)?.cards;
    if (cards?.length === lists.length) lists.forEach((list, n) => { list.value ||= cards[n]; });
  }

  function build(box) {
    const lists = [...box.querySelectorAll("select[name=cards]")];
    const pad = document.createElement("div");
    pad.className = "keypad";
    const said = document.createElement("span");
    said.className = "sr";
    said.setAttribute("role", "status");
    const name = [box.closest("form")?.getAttribute("id"), box.closest("form")?.dataset.asks].join(" ");
    restore(lists, name);
    let { place, rank } = started.get(name) || { place: Math.max(0, lists.findIndex((list) => !list.value)), rank: null };
    const shown = lists.map((list, n) => key("", "", () => { place = n; rank = null; draw(); }));
    const ranks = RANKS.map((each) => key(words(each), "", () => { rank = each; draw(); }));
    const suits = Object.entries(SUITS).map(([suit, sign]) => {
      const label = lists[0].querySelector(`option[value$="${suit}"]`)?.parentElement.label;
      return key(sign, label, () => choose(suit));
    });
    // Cards that are no rank of a suit, such as jokers.
    const others = [...lists[0].options].filter((each) => each.value && !(each.value[1] in SUITS));
    const extras = others.map((each) => key(each.text, "", () => settle(each.value)));

    function settle(value) {
      lists[place].value = value;
      lists[place].dispatchEvent(new Event("change", { bubbles: true }));
      said.textContent = lists[place].selectedOptions[0].text;
      rank = null;
      const empty = lists.findIndex((list) => !list.value);
      place = empty < 0 ? place : empty;
      // The suits wait for a rank now, and a disabled key would lose the focus.
      if (suits.includes(document.activeElement)) ranks[0].focus({ preventScroll: true });
      draw();
    }
    const choose = (suit) => { if (rank) settle(rank + suit); };

    function draw() {
      started.set(name, { place, rank, cards: lists.map((list) => list.value) });
      lists.forEach((list, n) => {
        shown[n].textContent = list.value ? list.selectedOptions[0].text : list.options[0].text;
        shown[n].setAttribute("aria-pressed", String(n === place));
      });
      ranks.forEach((each, n) => each.setAttribute("aria-pressed", String(RANKS[n] === rank)));
      suits.forEach((each) => { each.disabled = !rank; });
    }

    for (const [kind, keys] of [["places", shown], ["ranks", ranks], ["suits", [...suits, ...extras]]]) {
      const row = document.createElement("div");
      row.className = kind;
      row.append(...keys);
      pad.append(row);
    }
    pad.append(said);
    box.before(pad);
    box.classList.add("sr");
    lists.forEach((list, n) => {
      list.tabIndex = -1;
      list.addEventListener("invalid", (event) => {
        event.preventDefault();
        place = lists.findIndex((each) => !each.value);
        draw();
        shown[Math.min(place, n)].focus();
      });
    });
    box.setAttribute("aria-hidden", "true");
    draw();
  }

  const buildAll = () => document.querySelectorAll(".drawing:not(.sr)").forEach(build);
  for (const name of ["DOMContentLoaded", "choices-restored", "htmx:afterSwap"]) document.addEventListener(name, buildAll);
  return { build };
})();
