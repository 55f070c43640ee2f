// Dice rolled at the table are tapped: six keys for each die. The fields beneath stay what the form sends. The button
// says whether the tapped dice count or the site rolls.
"use strict";

(() => {
  const FACES = [1, 2, 3, 4, 5, 6];
  const fieldsOf = (box) => [...box.querySelectorAll("input[type=number]")];

  function buildKeys(field) {
    const row = document.createElement("div");
    row.className = "faces";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", field.getAttribute("aria-label"));
    for (const face of FACES) {
      const key = document.createElement("button");
      key.type = "button";
      key.textContent = face;
      key.addEventListener("click", () => {
        // A second tap on the same key takes the die back.
        field.value = field.value === String(face) ? "" : face;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      });
      row.append(key);
    }
    field.before(row);
    field.hidden = true;
    return row;
  }

  // Marks the key of each die; a choice that is kept over a refresh of the table is marked again.
  function draw(box) {
    fieldsOf(box).forEach((field, n) => {
      const keys = box.querySelectorAll(".faces")[n].children;
      [...keys].forEach((key, place) => key.setAttribute("aria-pressed", String(field.value === String(FACES[place]))));
    });
    describeButton(box);
  }

  // Nothing is said while the keys are folded and none is chosen: then the site rolls, as always.
  function describeButton(box) {
    const button = box.form.querySelector(".decision .buttons > button");
    if (!button) return;
    const values = fieldsOf(box).map((field) => field.value).filter(Boolean);
    const missing = values.length > 0 && values.length < fieldsOf(box).length;
    button.querySelector(".dice-words")?.remove();
    if (values.length || box.checkVisibility()) {
      const said = missing ? box.dataset.missing : values.length ? box.dataset.use : box.dataset.roll;
      const words = document.createElement("span");
      words.className = "dice-words";
      words.textContent = ` ${said.replace("{dice}", values.join(" · "))}`;
      button.append(words);
    }
    if (missing) button.disabled = true;
    else if (button.dataset.waitsForDice) button.disabled = false;
    button.dataset.waitsForDice = missing ? "yes" : "";
  }

  function drawAll() {
    for (const box of document.querySelectorAll("fieldset.dice[data-sides='6']")) {
      if (!box.querySelector(".faces")) fieldsOf(box).forEach(buildKeys);
      draw(box);
    }
  }

  for (const name of ["DOMContentLoaded", "choices-restored", "htmx:afterSwap"]) document.addEventListener(name, drawAll);
  // Every choice at the table replaces the words on all buttons, so the words about dice are added again.
  document.addEventListener("change", (event) => { if (event.target.closest("#table")) drawAll(); });
  // The keys of a fold that is opened come into sight above the button, which stays at the lower edge of a phone.
  document.addEventListener("toggle", (event) => {
    const box = event.target.matches?.("#table details") && event.target.querySelector("fieldset.dice[data-sides='6']");
    if (!box) return;
    draw(box);
    if (event.target.matches(".aside-form[open]")) box.scrollIntoView({ block: "nearest" });
  }, true);
})();
