// A text that was sent when the sign-in had expired is in its form again after the next sign-in of the same person. The
// tab keeps it only while the pages of the sign-in follow; any other page, another person and signing out remove it.
"use strict";

(() => {
  const KEY = "text before the sign-in";
  const MAX_LENGTH = 200000;
  let store = null;
  // A browser that forbids storage keeps nothing.
  try { store = window.sessionStorage; } catch { return; }
  const person = () => document.getElementById("sending")?.dataset.person || "";
  const isSignIn = (path) => path.startsWith("/accounts/");

  function keep(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    const fields = [...form.querySelectorAll("textarea[name]")].filter((field) => field.value);
    const texts = fields.map((field) => [field.name, field.value]);
    const { pathname } = new URL(form.getAttribute("action") || "", location.href);
    // The forms of the sign-in have no texts. Signing out is one of them, and forgets what is kept.
    if (!person()) return;
    store.removeItem(KEY);
    if (isSignIn(pathname) || !texts.length) return;
    const kept = JSON.stringify({ person: person(), paths: [pathname, location.pathname], texts });
    try { if (kept.length < MAX_LENGTH) store.setItem(KEY, kept); } catch { /* full */ }
  }

  function fill([name, text]) {
    const field = document.querySelector(`form[method=post] textarea[name="${CSS.escape(name)}"]`);
    if (!field || field.value) return;
    field.value = text;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function restore() {
    const kept = JSON.parse(store.getItem(KEY) || "null");
    if (!kept) return;
    if (!person() && isSignIn(location.pathname)) return store.setItem(KEY, JSON.stringify({ ...kept, asked: true }));
    const back = kept.asked && kept.person === person();
    if (back && !kept.paths.includes(location.pathname)) return;
    store.removeItem(KEY);
    if (back) kept.texts.forEach(fill);
  }

  document.addEventListener("submit", keep);
  document.addEventListener("DOMContentLoaded", restore);
})();
