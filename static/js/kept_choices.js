// What people chose, typed and opened at a table survives a refresh as long as it is still on offer, and so does the
// place of the focus. static/js/table.js calls keep() before and restore() after each swap.
"use strict";

const keptChoices = (() => {
  const FOCUSABLE = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  let fields = new Map();
  let boxes = [];
  let lines = "";
  let focused = null;
  // Whether the response opens the orders of one participant: then the figure to change gets the focus.
  let opensOrders = false;

  // A form of drawn cards says which draw it asks about: cards typed for another draw are not kept.
  const place = (each) =>
    [each.form?.getAttribute("id"), each.form?.dataset.asks, each.closest("details[id]")?.id].join(" ");
  const isPick = (field) => ["radio", "checkbox"].includes(field.type);

  // Each field with a name that it has again after the swap. Some share a name, such as the cards of one draw, so their
  // order counts. static/js/figures.js keeps the figures on the participants' rows.
  function named() {
    const counted = new Map();
    const all = [...table().querySelectorAll("input:not([type=hidden]), select")].filter((each) => !each.closest(".figure-now"));
    return all.map((field) => {
      const name = [place(field), field.name, field.type, isPick(field) ? field.value : ""].join("|");
      counted.set(name, (counted.get(name) || 0) + 1);
      return [`${name}|${counted.get(name)}`, field];
    });
  }

  function isChanged(field) {
    if (isPick(field)) return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  }

  function put(field, { checked, value }) {
    if (isPick(field)) field.checked = checked;
    else if (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value)) field.value = value;
  }

  // What the answer settles has been sent and is no longer a choice.
  function keep(event) {
    const changed = named().filter(([, field]) => isChanged(field) && !sending.settles(event, field.form));
    fields = new Map(changed.map(([name, { checked, value }]) => [name, { checked, value }]));
    boxes = [...table().querySelectorAll("details[open][id]")].map((box) => box.id);
    // For a moment old and new stand side by side, and of one name only one may be open: the old one would win.
    for (const box of table().querySelectorAll("details[name]")) box.removeAttribute("name");
    lines = document.getElementById("more-lines")?.open ? document.getElementById("older-lines").innerHTML : "";
    focused = table().contains(document.activeElement) ? describeElement(document.activeElement) : null;
    opensOrders = event.detail.requestConfig?.elt.matches(".orders .toggle[aria-expanded=false]");
  }

  function restore() {
    for (const [name, field] of named()) if (fields.has(name) && !field.disabled) put(field, fields.get(name));
    for (const id of boxes) document.getElementById(id)?.setAttribute("open", "");
    // The older lines stay in sight until they have been fetched again.
    if (lines && document.getElementById("more-lines")?.open) document.getElementById("older-lines").innerHTML = lines;
    // Keys that other scripts build from what is chosen are there before the focus is given back.
    document.dispatchEvent(new Event("choices-restored"));
  }

  // People who use the keyboard or a screen reader stay where they were: the element that had the focus is found again
  // by its kind and its participant, because most elements have no id.
  function describeElement(each) {
    const pick = isPick(each) ? each.value : "";
    const words = ["A", "BUTTON", "SUMMARY"].includes(each.tagName) ? each.textContent.trim() : "";
    const line = each.closest(".event-log > li")?.textContent.slice(0, 80);
    const around = [each.closest("[data-id]")?.dataset.id, each.closest("details[id]")?.id, each.form?.getAttribute("id")];
    const die = each.closest(".faces")?.getAttribute("aria-label");
    return [each.tagName, each.name, pick, words, each.getAttribute("aria-label"), line, ...around, die].join("|");
  }

  function refocus() {
    const figure = opensOrders && table().querySelector(".orders details[open] :is([type=radio]:checked, [type=number])");
    opensOrders = false;
    if (figure) return figure.focus();
    if (!focused || table().contains(document.activeElement)) return;
    const found = [...table().querySelectorAll(FOCUSABLE)].find((each) => describeElement(each) === focused);
    if (found) return found.focus({ preventScroll: true });
    // What was pressed is gone with its question: the next thing to do is where the focus goes on.
    const area = table().querySelector(".play-area") || table();
    area.tabIndex = -1;
    area.focus({ preventScroll: true });
  }

  return { keep, restore, refocus, isChanged };
})();
