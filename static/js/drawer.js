// The drawer beside the table: it closes with Escape and gives the focus back; its buttons can be pressed again, and
// pages of the adventure stay inside it.
"use strict";

document.addEventListener("keydown", (event) => {
  const box = document.querySelector("#drawer[open]");
  // An Escape that something in the drawer has answered, such as the list of names, does not close it.
  if (event.key !== "Escape" || event.defaultPrevented || !box || document.querySelector("dialog[open]")) return;
  box.open = false;
  box.querySelector("summary").focus();
});

// The answer to a button of the drawer is the fresh table, while the button itself stays: it can be pressed again.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "table") return;
  for (const button of document.querySelectorAll("#drawer [aria-busy=true]")) button.removeAttribute("aria-busy");
});

// The pressed button of a form is gone: the keyboard goes on at the new form, or at what is said in its place. A sheet has
// many forms, and its first button changes another figure: there the sheet itself gets the focus.
document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if (detail.requestConfig?.verb !== "post" || !target.closest("#drawer")) return;
  const button = target.matches("form") && target.querySelector("button:not([hidden], :disabled)");
  focusIfLost(target.querySelector("[aria-invalid=true]") || button || target);
});

// What somebody typed into the search for monsters before it listened is searched for now.
document.addEventListener("htmx:afterSettle", (event) => {
  const field = event.target.querySelector?.("#drawer-monster");
  if (field?.value) htmx.trigger(field.form, "submit");
});

// Every link to a page of the adventure, also one in a text, opens in the drawer; the table stays in sight.
document.addEventListener("click", (event) => {
  const box = event.target.closest("#drawer #drawer-adventure");
  const link = event.target.closest("a[href]");
  if (!box || !link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || !link.pathname.startsWith(box.getAttribute("hx-get"))) return;
  event.preventDefault();
  htmx.ajax("GET", link.href, { source: link, target: box, swap: "innerHTML" }).then(showTop, () => {});
});

function showTop() {
  const heading = document.querySelector("#drawer-adventure h2");
  heading?.focus({ preventScroll: true });
  document.getElementById("drawer-adventure")?.scrollIntoView();
}

// htmx fetches what is opened once. What could not be fetched is fetched when it is opened again, or the network is back.
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, ({ target }) => {
    if (!target.matches("details > [hx-get]")) return;
    target.dataset.failed = "yes";
    sending.showBriefly("unfetched");
  });
}

function fetchFailed(inside) {
  for (const part of inside.querySelectorAll?.("details[open] > [data-failed]") || []) {
    delete part.dataset.failed;
    htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part, swap: "innerHTML" }).catch(() => {});
  }
}
document.addEventListener("toggle", ({ target }) => fetchFailed(target.parentElement), true);
window.addEventListener("online", () => fetchFailed(document));
