// Offers names while someone writes a link: after "[[" or "@" in a text with data-links, the pages and characters
// that the writer knows. Arrow keys, Enter and Tab choose, Escape closes. Without names the text stays as it is typed.
"use strict";

const linkNames = (() => {
  const WAIT = 150; // milliseconds after the last key
  const BEGUN = /(?:\[\[|(?:^|[\s(])@)([^[\]|@\n]{1,60})$/u;
  const address = document.getElementById("main")?.dataset.names;
  let field = null; // the text that is written
  let list = null; // the offered names below it
  let chosen = 0;
  let timer = 0;
  let asking = null; // stops a question that is no longer of interest

  // The link that is being written before the caret: where it begins, and the name so far.
  function begunLink() {
    if (field.selectionStart !== field.selectionEnd) return null;
    const before = field.value.slice(0, field.selectionStart);
    const match = BEGUN.exec(before);
    if (!match) return null;
    const opening = match[0].startsWith("[[") ? 2 : 1;
    return { from: before.length - match[1].length - opening, name: match[1] };
  }

  function close() {
    asking?.abort();
    clearTimeout(timer);
    list?.remove();
    list = null;
    field?.removeAttribute("aria-activedescendant");
    field?.removeAttribute("aria-controls");
  }

  function mark(place) {
    chosen = (place + list.children.length) % list.children.length;
    [...list.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === chosen)));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", list.children[chosen].id);
  }

  function insert(name) {
    const link = begunLink();
    if (!link) return close();
    const end = field.selectionStart + (field.value.startsWith("]]", field.selectionStart) ? 2 : 0);
    field.setRangeText(`[[${name}]]`, link.from, end, "end");
    close();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }

  function show(names) {
    close();
    if (!names.length) return;
    list = document.createElement("ul");
    list.id = "link-names";
    list.className = "link-names";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", document.getElementById("main").dataset.namesLabel);
    names.forEach((named, n) => {
      const row = document.createElement("li");
      row.id = `link-name-${n}`;
      row.setAttribute("role", "option");
      const kind = document.createElement("small");
      kind.textContent = named.kind;
      row.append(named.name, " ", kind);
      row.addEventListener("pointerdown", (event) => event.preventDefault()); // the text keeps the focus
      row.addEventListener("click", () => insert(named.name));
      list.append(row);
    });
    field.after(list);
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", list.id);
    list.names = names;
    mark(0);
  }

  async function ask(name) {
    asking?.abort();
    const question = new AbortController();
    asking = question;
    const link = begunLink();
    try {
      const answer = await fetch(`${address}?text=${encodeURIComponent(name)}`, { signal: question.signal });
      if (!answer.ok) return;
      const { names } = await answer.json();
      if (link && begunLink()?.name === name) show(names);
    } catch {
      // Without network nothing is offered. A question that was stopped leaves the next one alone.
      if (!question.signal.aborted) close();
    }
  }

  document.addEventListener("input", (event) => {
    if (!address || !event.target.matches?.("textarea[data-links]")) return;
    if (field !== event.target) close();
    field = event.target;
    const link = begunLink();
    clearTimeout(timer);
    if (!link) return close();
    timer = setTimeout(() => ask(link.name), WAIT);
  });
  document.addEventListener("keydown", (event) => {
    if (!list || event.target !== field || event.isComposing) return;
    if (event.key === "ArrowDown") mark(chosen + 1);
    else if (event.key === "ArrowUp") mark(chosen - 1);
    else if (event.key === "Enter" || event.key === "Tab") insert(list.names[chosen].name);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("focusout", (event) => { if (event.target === field) close(); });
  return { close };
})();
