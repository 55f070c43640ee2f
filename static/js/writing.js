// Helps while a text is written: inserts a secret block or a picture that is pasted, dropped or chosen, and shows who
// else edits a page of the world now. Without JavaScript blocks are typed, and saving still merges.
"use strict";

const writing = (() => {
  const AGAIN = 15000; // milliseconds between two questions who else is here
  const form = document.querySelector("form[data-editing]");
  let notice = document.querySelector("[data-others]");
  let written = null; // the text that was written last; a form may have several
  const pending = new WeakMap(); // how many pictures of a form are being sent

  function textIn(around) {
    return around?.contains(written) ? written : around?.querySelector("textarea[data-links]");
  }

  // The block stands on lines of its own around what is selected.
  function insertSecret(button) {
    const text = textIn(button.form);
    if (!text) return;
    const { selectionStart: from, selectionEnd: to, value } = text;
    const before = from === 0 || value.slice(0, from).endsWith("\n\n") ? "" : "\n\n";
    const words = value.slice(from, to).trim() || button.dataset.words;
    text.setRangeText(`${before}:::secret\n${words}\n:::\n`, from, to, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
  }

  // The place of the picture is marked while it is sent, so that writing can go on.
  async function insertPicture(text, buttons, file) {
    const status = buttons.querySelector("[data-picture-status]");
    const mark = `![${buttons.dataset.sending} ${Math.random().toString(36).slice(2, 8)}]()`;
    text.setRangeText(mark, text.selectionStart, text.selectionEnd, "end");
    pending.set(text.form, (pending.get(text.form) || 0) + 1);
    const body = new FormData();
    body.append("picture", file);
    body.append("csrfmiddlewaretoken", text.form.querySelector("[name=csrfmiddlewaretoken]").value);
    let inserted = "";
    let refusal = buttons.dataset.failed;
    try {
      const answer = await fetch(buttons.dataset.pictures, { method: "POST", body });
      const told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
      inserted = (answer.ok && told.markdown) || "";
      refusal = inserted ? "" : told.refusal || refusal;
    } catch {
      // the message says that it failed
    }
    pending.set(text.form, pending.get(text.form) - 1);
    const place = text.value.indexOf(mark);
    if (place >= 0) text.setRangeText(inserted, place, place + mark.length, "preserve");
    status.textContent = refusal;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A text that is saved now would contain the mark instead of the picture.
  function waitForPictures(event) {
    if (!pending.get(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const buttons = event.target.querySelector("[data-pictures]");
    buttons.querySelector("[data-picture-status]").textContent = buttons.dataset.wait;
  }

  function pictureIn(files) {
    return [...(files || [])].find((file) => file.type.startsWith("image/"));
  }

  function takePicture(event, files) {
    const file = pictureIn(files);
    const text = event.target.closest?.("textarea[data-links]");
    const buttons = text?.form?.querySelector("[data-pictures]");
    if (!file || !text) return;
    if (buttons) {
      event.preventDefault();
      insertPicture(text, buttons, file);
      return;
    }
    const status = text.form?.querySelector("[data-unsaved]");
    if (status) {
      event.preventDefault();
      status.textContent = status.dataset.unsaved;
    }
  }

  function showNotice(words) {
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
      if ([403, 404].includes(answer.status)) {
        // Somebody signed in again in another tab: the page can still be changed, but not from this form.
        const expired = (await answer.text()).includes("data-form-expired");
        return showNotice(expired ? form.dataset.expired : form.dataset.gone);
      }
      if (!answer.ok) return;
      const { others, revision } = await answer.json();
      const seen = Number(form.querySelector("[name=revision]").value);
      const newer = revision > seen ? form.dataset.newer : "";
      const also = others.length ? form.dataset.also.replace("NAMES", others.join(", ")) : "";
      showNotice([newer, also].filter(Boolean).join(" "));
    } catch {
      // without network nobody is shown; saving merges all the same
    }
  }

  function showButtons() {
    document.querySelectorAll("[data-writing]").forEach((row) => { row.hidden = false; });
  }

  showButtons();
  document.addEventListener("htmx:afterSwap", showButtons);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.("textarea[data-links]")) written = event.target;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button[data-insert]");
    if (!button) return;
    if (button.dataset.insert === "secret") insertSecret(button);
    else button.form.querySelector("[data-picture-file]").click();
  });
  document.addEventListener("change", (event) => {
    const file = event.target.matches?.("[data-picture-file]") && pictureIn(event.target.files);
    const text = file && textIn(event.target.form);
    if (!text) return;
    event.target.value = "";
    insertPicture(text, event.target.closest("[data-pictures]"), file);
  });
  document.addEventListener("paste", (event) => takePicture(event, event.clipboardData?.files));
  document.addEventListener("drop", (event) => takePicture(event, event.dataTransfer?.files));
  document.addEventListener("submit", waitForPictures, true);
  if (form) setInterval(ask, AGAIN);
  return { ask };
})();
