// The live table: fetches its own view when static/js/live.js hears that something changed, keeps what was chosen while
// the page changes beneath it, and says on the buttons what they will do.
"use strict";

const table = () => document.getElementById("table");
let newestNumber = 0;

// A table that has just been swapped in does not listen yet: what is asked for then is asked for when it does.
let listening = true;
let refreshMissed = false;

function refresh() {
  // The response to a tap that is being sent is the new table, and a refresh now would replace it.
  if (playing) return;
  refreshMissed = !listening;
  if (refreshMissed) return;
  htmx.trigger(document.body, "table-changed");
}

// The stream says which state is the newest.
function noteNumber(number) {
  newestNumber = number;
  // Only one request runs at a time. In a burst, the table is refreshed once more when the running request ends. The
  // response to one's own play is the new table, so nothing else is requested meanwhile.
  if (Number(table().dataset.number) < newestNumber && !isFetching()) refresh();
}

// Whether the table is being fetched, by a refresh or as the answer to a tap.
let playing = 0;
const isFetching = () => playing > 0 || table().classList.contains("htmx-request");
const plays = (event) => event.detail.target?.id === "table" && event.detail.requestConfig?.elt.id !== "table";
// The end of the request itself counts, because htmx reports nothing for an element that another answer has removed.
document.addEventListener("htmx:beforeSend", (event) => {
  if (!plays(event)) return;
  playing += 1;
  event.detail.xhr.addEventListener("loadend", ({ target }) => endPlay(target));
});
function endPlay(xhr) {
  playing -= 1;
  // Now is the moment to ask for a state that was announced meanwhile, for an answer whose place another answer had
  // taken, and whether the table is still there.
  const isLost = shownAnswer !== xhr && (xhr.status === 404 || xhr.responseText.includes('id="table"'));
  if (table() && (isLost || Number(table().dataset.number) < newestNumber)) refresh();
}

// A refresh that failed is repeated, unless somebody else's play or the stream has brought the table meanwhile.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.elt.id !== "table" || event.detail.successful) return;
  setTimeout(() => { if (table() && Number(table().dataset.number) < newestNumber && !isFetching()) refresh(); }, spread(retryDelay));
});

// An error page does not take the table's place. If the table is gone for this person, the whole page says so. Another
// answer without a table is one that this page cannot read, such as that of a later version of the site.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { status, responseText } = event.detail.xhr;
  if (event.target.id !== "table" || responseText.includes('id="table"')) return;
  if (status < 400 && !event.detail.shouldSwap) return;
  event.detail.shouldSwap = false;
  if (status === 404) location.reload();
  else if (status < 400) awaitReload(event);
});

// While a pointer or a key is down, the answer to a refresh waits. Answers to taps never wait.
let refreshTimer = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "table" || event.detail.requestConfig?.elt.id !== "table" || !event.detail.shouldSwap || !presses.busy()) return;
  // This answer is dropped, and the table is asked for again when the press is over.
  event.detail.shouldSwap = false;
  event.stopImmediatePropagation();
  clearInterval(refreshTimer);
  // The click may have been a play: its answer is the fresh table.
  refreshTimer = presses.whenFree(() => { if (!isFetching()) refresh(); });
});

// What the page was opened with.
const openedNumber = table()?.dataset.number;
const files = table()?.dataset.files;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "table" || !event.detail.shouldSwap) return;
  if (isUpgraded(event.detail.xhr.responseText)) return awaitReload(event);
  keptChoices.keep(event);
});

// Whether the site has been upgraded since the page was loaded: its new tables need its new scripts and styles. While
// an old and a new process answer by turns, a page does not load again and again.
const YOUNG = 10000;
function isUpgraded(text) {
  const now = /data-files="([^"]+)"/.exec(text)?.[1];
  return Boolean(files && now) && now !== files && performance.now() > YOUNG;
}

// Do not reload while somebody is writing; show a line with a reload button instead. Answers are not swapped in
// meanwhile, so a text that was sent successfully is still in its field: it does not delay the reload. A text that
// nobody has touched for two minutes does not delay it either; static/js/kept_texts.js keeps that text.
const WRITTEN = ":is(#table, #drawer) :is(textarea, input:not([type=radio], [type=checkbox], [type=hidden]))";
const FORGOTTEN = 120000;
let writtenAt = -FORGOTTEN;
for (const name of ["focusin", "input"]) {
  document.addEventListener(name, ({ target }) => {
    if (!target.matches(WRITTEN)) return;
    writtenAt = performance.now();
    if (name === "input") delete target.dataset.sent;
  });
}
// On the window, because static/js/sending.js ends the event at the document.
window.addEventListener("submit", ({ target }) => {
  for (const field of target.elements) if (field.matches(WRITTEN)) field.dataset.sent = "asked";
}, true);
function markSent(event) {
  const asked = document.querySelectorAll(`${WRITTEN}[data-sent=asked]`);
  for (const field of asked) if (sending.settles(event, field.form)) field.dataset.sent = "yes";
}

function isWritten(field) {
  if (field.dataset.sent === "yes") return false;
  return field === document.activeElement || (field.type !== "search" && keptChoices.isChanged(field));
}

let reloadTimer = 0;
function awaitReload(event) {
  event.detail.shouldSwap = false;
  markSent(event);
  reloadTimer ||= setInterval(loadAgain, 500);
  loadAgain();
}
function loadAgain() {
  const writes = performance.now() - writtenAt < FORGOTTEN && [...document.querySelectorAll(WRITTEN)].some(isWritten);
  const line = document.getElementById("updated");
  if (line) line.hidden = !writes;
  if (!writes && !presses.busy() && performance.now() > YOUNG) loadPage();
}
function loadPage() {
  const isUnsaved = (field) => field.form && field.dataset.sent !== "yes" && keptChoices.isChanged(field);
  const text = [...document.querySelectorAll("#drawer textarea")].find(isUnsaved);
  text?.form.dispatchEvent(new Event("text-left", { bubbles: true }));
  location.reload();
}
document.addEventListener("click", (event) => { if (event.target.closest("#updated button")) loadPage(); });

let shownAnswer = null;
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  shownAnswer = event.detail.xhr;
  listening = false;
  clearInterval(refreshTimer);
  keptChoices.restore();
  // What the page was opened with ("The cards are dealt.") has been read when play goes on.
  if (table().dataset.number !== openedNumber) for (const note of document.querySelectorAll("main > .notice[role=status]")) note.remove();
  showConnection();
  updateChoices();
  keptChoices.refocus();
  updateCall();
});

// What changes between a swap and the moment the new table listens would be missed: look again then.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "table") return;
  if (document.getElementById("more-lines")?.open) htmx.trigger("#older-lines", "older");
  listening = true;
  if (refreshMissed || Number(table().dataset.number) < newestNumber) refresh();
});

// Buttons know what they take (data-min, data-max cards of data-from; data-target when one must be named).
function isPossible(button, cards, target) {
  const { min, max, from, targets, suit } = button.dataset;
  if (min !== undefined && (cards.length < Number(min) || cards.length > Number(max))) return false;
  if (from !== undefined && cards.some((card) => !from.split(" ").includes(card))) return false;
  if (suit && cards.some((card) => card[1] !== suit)) return false;
  return targets === undefined || (target !== null && targets.split(" ").includes(target.value));
}

const SUIT_SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const cardText = (card) => card.replace("T", "10").replace(/[CDHS]$/, (suit) => SUIT_SYMBOLS[suit]);

const chosenInputs = (name) => [...document.querySelectorAll(`#table [name="${name}"]:checked`)].filter((i) => i.form?.id === "play");

// The hand lies on the page once: what is chosen there is chosen in every form that plays a card.
function mirrorHand() {
  const cards = chosenInputs("some:cards").map((input) => input.value);
  for (const hand of document.querySelectorAll("#table .hand.mirror")) {
    const fits = cards.length <= Number(hand.dataset.max);
    let changed = null;
    for (const input of hand.querySelectorAll("input")) {
      const now = fits && cards.includes(input.value);
      if (input.checked !== now) changed = input;
      input.checked = now;
      input.required = false;
    }
    changed?.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// Where no play takes a second card, choosing another one puts the first back.
function keepOneCard(input) {
  if (input.name !== "some:cards" || !input.checked || input.form?.id !== "play") return;
  const most = [...document.querySelectorAll("#play button[data-max], #table .hand.mirror")];
  if (most.some((each) => Number(each.dataset.max) > 1)) return;
  for (const other of chosenInputs("some:cards")) if (other !== input) other.checked = false;
}

// The words on the buttons of plays, for the chosen cards and target.
function describePlays() {
  const form = document.getElementById("play");
  if (!form) return;
  const cards = chosenInputs("some:cards").map((input) => input.value);
  const target = chosenInputs("one:target")[0] || null;
  for (const button of form.querySelectorAll("button[data-say]")) {
    button.disabled = !isPossible(button, cards, target);
    highlight(button, cards);
    const wanted = targets.wantedCards(button, cards);
    const full = cards.length && !wanted && button.dataset.sayWith ? button.dataset.sayWith : button.dataset.say;
    const friend = targets.harmsFriend(button, target) ? ` ${button.dataset.friend}` : "";
    button.textContent = full.replace("{cards}", cards.map(cardText).join(" "))
      .replace("{target}", target ? target.dataset.name + friend : button.dataset.someone || "…");
    if (wanted) targets.ask(button, button.textContent, wanted);
  }
  targets.highlightFor(form, target);
  odds(form);
}

// Highlight the button only when a card is chosen, because to defend without one is rarely the best choice.
function highlight(button, cards) {
  if (button.dataset.min === "0" && button.dataset.sayWith) {
    button.classList.toggle("primary", cards.length > 0 && !button.form.querySelector(`button.primary:not([value='${CSS.escape(button.value)}'])`));
  }
}

// What a play is worth, before it is made; asked a moment after the last tap, for the first button that fits.
let asking = null;
function odds(form) {
  const box = document.getElementById("odds");
  clearTimeout(asking);
  if (!box) return;
  const fitting = "button[data-say][data-min]:not(:disabled)";
  const button = form.querySelector(`.primary:is(${fitting})`) || form.querySelector(fitting);
  if (!button || !chosenInputs("some:cards").length) {
    // The answer to an earlier question would be about cards that are no longer chosen.
    htmx.trigger(box, "htmx:abort");
    return box.replaceChildren();
  }
  asking = setTimeout(() => {
    const values = { do: button.value };
    for (const [name, value] of new FormData(form)) values[name] = name in values ? [values[name], value].flat() : value;
    htmx.ajax("POST", box.dataset.odds, { values, source: box, target: box, swap: "innerHTML" }).catch(() => {});
  }, 250);
}

// A skill brings its group along; another group can be chosen afterwards.
document.addEventListener("change", (event) => {
  const groups = event.target.name === "one:skill" && event.target.form?.dataset.groups;
  const group = groups && JSON.parse(groups)[event.target.value];
  if (group) event.target.form.elements["one:group"].value = group;
});

// A form's button names whom its action concerns and the cards; without a card that it needs it waits.
function describeForms() {
  for (const button of document.querySelectorAll("button[data-label]")) {
    const target = button.form.querySelector('[name="one:target"]:checked');
    const hand = button.form.querySelector(".hand");
    const chosen = hand ? [...hand.querySelectorAll("input:checked")].map((input) => cardText(input.value)) : [];
    const cards = hand?.dataset.min === "0" && !chosen.length ? [button.dataset.none] : chosen;
    button.disabled = Boolean(hand) && chosen.length < Number(hand.dataset.min);
    if (hand?.dataset.min === "0" && !button.classList.contains("danger")) button.classList.toggle("primary", chosen.length > 0);
    const label = target ? button.dataset.label.replace("someone", target.dataset.name) : button.dataset.label;
    const spent = button.form.querySelector('[name="number:fortune"]:checked:not([value=""], [value="0"])');
    const price = spent ? [`${spent.closest("fieldset").querySelector(".legend").textContent.trim()} ${spent.value}`] : [];
    button.textContent = button.disabled ? button.dataset.choose : [label, ...cards, ...price].join(" · ");
  }
}

// A guide's figure goes into the number beside it.
document.addEventListener("click", (event) => {
  const guide = event.target.closest("button[data-fill]");
  if (!guide) return;
  const field = guide.closest(".field").querySelector("input");
  field.value = guide.dataset.fill;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", (event) => {
  if (!event.target.closest("#table")) return;
  if (event.target.closest(".mirror")) return describeForms();
  keepOneCard(event.target);
  updateChoices();
});

// What the chosen cards and targets mean for every button.
function updateChoices() {
  describePlays();
  mirrorHand();
  describeForms();
  targets.showAim();
}
document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.classList.add("live");
  updateChoices();
  updateCall();
});
