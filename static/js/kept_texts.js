// If a text was sent after the sign-in had expired, it is filled into its form again when the same person signs in. If
// the stored text was changed meanwhile, both are shown. The same happens to a text in the drawer when the page of a
// table is loaded again after an upgrade of the site: its form is fetched when the drawer is opened.
// After that sign-in it waits, in this tab, for the page of its form. If no sign-in page follows the form, or somebody
// else signs in, or the person signs out, it is removed.
"use strict";

(() => {
  const KEY = "text before the sign-in";
  const MAX_LENGTH = 400000;
  let store = null;
  // A browser that forbids storage keeps nothing.
  try { store = window.sessionStorage; } catch { return; }
  const person = () => document.getElementById("sending")?.dataset.person || "";
  const isSignIn = (path) => path.startsWith("/accounts/");
  const pathOf = (form) => new URL(form.getAttribute("action") || "", location.href).pathname;

  function keep(event) {
    const form = event.target;
    // Nobody is signed in: a form of the sign-in must not remove the text.
    if (!person() || event.defaultPrevented || form.method !== "post") return;
    put(form, {});
  }

  function put(form, more) {
    const fields = [...form.querySelectorAll("textarea[name]")].filter((field) => field.value);
    const texts = fields.map((field) => [field.name, field.value, field.defaultValue]);
    const path = pathOf(form);
    // A new form replaces what is kept; signing out only removes it.
    store.removeItem(KEY);
    if (isSignIn(path) || !texts.length) return;
    const kept = JSON.stringify({ person: person(), paths: [path, location.pathname], texts, ...more });
    try { if (kept.length < MAX_LENGTH) store.setItem(KEY, kept); } catch { /* full */ }
  }

  function fill(form, [name, text, stored]) {
    const field = form.querySelector(`textarea[name="${CSS.escape(name)}"]`);
    if (!field || field.value === text) return;
    field.closest("details")?.setAttribute("open", "");
    // Saving must not undo what somebody else wrote meanwhile.
    if (field.value && field.value !== stored) return showBeside(field, text);
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function showBeside(field, text) {
    const [label, legend, copy] = ["label", "span", "textarea"].map((name) => document.createElement(name));
    label.className = "field";
    legend.className = "legend";
    legend.textContent = document.getElementById("sending").dataset.ownText;
    Object.assign(copy, { value: text, readOnly: true, rows: field.rows });
    label.append(legend, copy);
    (field.closest(".field") || field).after(label);
  }

  function restore() {
    const kept = JSON.parse(store.getItem(KEY) || "null");
    if (!kept) return;
    if (!person() && isSignIn(location.pathname)) return store.setItem(KEY, JSON.stringify({ ...kept, asked: true }));
    const back = kept.asked && kept.person === person();
    if (back && !kept.paths.includes(location.pathname)) return;
    // Forms of one page can have fields of one name, such as the answers to several requests.
    const form = [...document.querySelectorAll("form[method=post]")].find((each) => pathOf(each) === kept.paths[0]);
    if (back && !form && document.getElementById("drawer")) return;
    store.removeItem(KEY);
    if (back && form) kept.texts.forEach((text) => fill(form, text));
  }

  document.addEventListener("submit", keep);
  document.addEventListener("text-left", ({ target }) => { if (person()) put(target, { asked: true }); });
  document.addEventListener("DOMContentLoaded", restore);
  document.addEventListener("htmx:afterSettle", ({ target }) => { if (target.closest?.("#drawer")) restore(); });
})();
