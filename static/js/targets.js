// A tap on a participant chooses the target of the open form. If the target is a friend, the first play that helps is
// highlighted.
"use strict";

const targets = (() => {
  const participantOf = (id) => document.querySelector(`#table .participant[data-id="${CSS.escape(id)}"]`);
  const sideOf = (id) => participantOf(id)?.closest(".side");
  const isSelect = (field) => field.tagName === "SELECT";

  // The targets that the open form offers, as pairs of field and participant. Friends only if no opponent is offered:
  // people often tap a friend only to look at them.
  function offeredTargets() {
    const fields = [...document.querySelectorAll("#table .acts details[open] [name='one:target']")];
    const pairs = fields.flatMap((field) => (isSelect(field) ? [...field.options] : [field]).map(({ value }) => ({ field, id: value })));
    const own = sideOf(table().dataset.seat);
    const others = pairs.filter(({ id }) => sideOf(id) !== own);
    return others.length ? others : pairs;
  }

  const isAimed = ({ field, id }) => isSelect(field) ? field.value === id : field.checked;

  function aimAt(participant) {
    for (const pair of offeredTargets().filter(({ id }) => id === participant)) {
      if (isAimed(pair)) continue;
      if (isSelect(pair.field)) pair.field.value = participant;
      else pair.field.checked = true;
      pair.field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }

  // Marks who is aimed at; what a play names by its own tap on the participant is marked by the style sheet.
  function showAim() {
    const offered = offeredTargets();
    for (const participant of document.querySelectorAll("#table .participant[data-id]")) {
      const pairs = offered.filter(({ id }) => id === participant.dataset.id);
      participant.classList.toggle("offered", pairs.length > 0);
      participant.classList.toggle("aimed", pairs.some(isAimed));
    }
  }

  document.addEventListener("click", (event) => {
    const participant = event.target.closest("#table .participant[data-id]");
    if (participant && !event.target.closest("a, button, summary, form")) aimAt(participant.dataset.id);
  });
  document.addEventListener("toggle", (event) => { if (event.target.closest?.("#table .acts")) showAim(); }, true);

  const harmsFriend = (button, target) => Boolean(target && button.dataset.friends?.split(" ").includes(target.value));

  function ask(button, play, what) {
    const words = document.createElement("span");
    words.className = "aim-words";
    words.textContent = `: ${what}`;
    button.replaceChildren(play, words);
  }

  function askForTarget(button) {
    const { aim, verb, friends } = button.dataset;
    if (aim && button.dataset.targets !== friends) ask(button, verb, aim);
  }

  // What to tap for a play that lacks its cards: any card, or those of its suit.
  function wantedCards({ dataset, form }, cards) {
    const { ask: askSuit, min, from = "" } = dataset;
    const fits = cards.length >= Number(min) && cards.every((card) => from.split(" ").includes(card));
    if (fits || min === undefined) return "";
    return askSuit || (!cards.length && form.dataset.ask) || "";
  }

  // A play that would harm a friend is never highlighted; the first one that helps that friend is. Before anyone is aimed
  // at, a play asks for its target.
  function highlightFor(form, target) {
    const buttons = [...form.querySelectorAll("button[data-say][data-targets]")];
    if (!target) buttons.forEach(askForTarget);
    const onFriend = buttons.some((button) => harmsFriend(button, target));
    const help = onFriend && buttons.find((button) => button.dataset.friends === undefined && !button.disabled);
    for (const button of buttons) {
      button.dataset.leads ??= button.classList.contains("primary") ? "yes" : "";
      button.classList.toggle("primary", onFriend ? button === help : button.dataset.leads === "yes");
    }
  }
  return { ask, harmsFriend, highlightFor, showAim, wantedCards };
})();
