// Helps while a page of the world is written: inserts a secret block, and shows who else edits the page now. Without
// JavaScript the block is typed, and whoever saves second still gets the changes of both.
"use strict";

const writing = (() => {
  const AGAIN = 15000; // milliseconds between two questions who else is here
  const form = document.querySelector("form[data-editing]");
  const text = document.querySelector("textarea[data-links]");
  let notice = document.querySelector("[data-others]");

  // The block stands on lines of its own around what is selected.
  function insertSecret(button) {
    const { selectionStart: from, selectionEnd: to, value } = text;
    const before = from === 0 || value.slice(0, from).endsWith("\n\n") ? "" : "\n\n";
    const words = value.slice(from, to).trim() || button.dataset.words;
    text.setRangeText(`${before}:::secret\n${words}\n:::\n`, from, to, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  }

  function tell(words) {
    if (!words) return notice?.remove(), (notice = null);
    if (!notice) {
      notice = document.createElement("p");
      notice.className = "notice";
      notice.setAttribute("role", "status");
      form.before(notice);
    }
    if (notice.textContent !== words) notice.textContent = words;
  }

  async function ask() {
    if (document.hidden) return;
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    try {
      const answer = await fetch(form.dataset.editing, { method: "POST", headers: { "X-CSRFToken": token } });
      if (!answer.ok) return;
      const { others, revision } = await answer.json();
      const seen = Number(form.querySelector("[name=revision]").value);
      const newer = revision > seen ? form.dataset.newer : "";
      const also = others.length ? form.dataset.also.replace("NAMES", others.join(", ")) : "";
      tell([newer, also].filter(Boolean).join(" "));
    } catch {
      // without network nobody is shown; saving merges all the same
    }
  }

  document.querySelectorAll("[data-writing]").forEach((row) => { row.hidden = false; });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-insert]");
    if (button && text) insertSecret(button);
  });
  if (form) setInterval(ask, AGAIN);
  return { ask };
})();
