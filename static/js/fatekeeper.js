// What every page may use: the offline shell, "why?" dialogs, and copy buttons. All of it is an addition:
// links and forms do the same without it.
"use strict";

// Here and not in a <meta> of each page, which would be sent again with each. htmx reads it when the page is complete.
if (window.htmx) {
  Object.assign(htmx.config, {
    includeIndicatorStyles: false,
    allowEval: false,
    // A site that does not answer is as good as no network: what was sent is tried again.
    timeout: 15000,
    allowScriptTags: false,
    selfRequestsOnly: true,
    historyCacheSize: 0,
    responseHandling: [
      { code: "204", swap: false },
      { code: "[23]..", swap: true },
      { code: "4..", swap: true },
      { code: "5..", swap: false, error: true },
    ],
  });
}

// The first installation on a bad line can break off: it is tried again while the page is open.
const INSTALL_AGAIN = 5000;
async function installWorker() {
  const again = () => setTimeout(installWorker, INSTALL_AGAIN);
  try {
    const found = await navigator.serviceWorker.register("/sw.js");
    found.installing?.addEventListener("statechange", ({ target }) => {
      if (target.state === "redundant" && !found.active) again();
    });
  } catch (error) {
    // A browser that forbids it says so with another error.
    if (error instanceof TypeError && !navigator.serviceWorker.controller) again();
  }
}

// The worker claims open pages when it becomes active, but not a page that is still loading at that moment.
async function askToBeClaimed() {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active.postMessage("claim");
}
// What someone may want to read without a network is fetched when the page has been open for a while.
const OPEN_FOR_A_WHILE = 10000;
const fetchAhead = () => {
  if (!document.hidden && navigator.onLine) navigator.serviceWorker.controller?.postMessage("fetch ahead");
};
if ("serviceWorker" in navigator && window.isSecureContext) {
  installWorker();
  askToBeClaimed();
  if (document.getElementById("sending")) setTimeout(fetchAhead, OPEN_FOR_A_WHILE);
}

// Nobody is signed in: the copies for reading without a network, the messages that a table waits and the count on the
// app's icon belong to someone who left. Plays that wait stay for the same person's next sign-in
// (static/js/kept_plays.js).
async function closeMessages() {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const message of (await registration?.getNotifications()) || []) message.close();
}
if (!document.getElementById("sending")) {
  window.caches?.delete("copies-2").catch(() => {});
  navigator.clearAppBadge?.().catch(() => {});
  closeMessages().catch(() => {});
}

// From the second page on, times are shown in the browser's time zone, unless the account has another one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

async function openWhy(link) {
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return location.assign(link.href);
  return showWhy(await answer.text());
}

// Shows explanations as HTML in the page's dialog; returns the dialog.
function showWhy(html) {
  let box = document.getElementById("why");
  if (!box) {
    box = document.createElement("dialog");
    box.id = "why";
    box.addEventListener("click", (event) => event.target === box && box.close());
    document.body.append(box);
  }
  box.innerHTML = html;
  const close = document.createElement("form");
  close.method = "dialog";
  close.innerHTML = '<button class="primary">OK</button>';
  box.append(close);
  const before = document.activeElement;
  // The table may have changed beneath it: then the keyboard goes on where the play is.
  const goOn = () => {
    if (before === document.body || before.isConnected) return;
    document.activeElement.blur();
    focusIfLost(document.querySelector(".play-area"));
  };
  box.addEventListener("close", goOn, { once: true });
  box.showModal();
  return box;
}

// Gives the focus to an element if what had it is gone.
function focusIfLost(element) {
  if (!element || document.activeElement !== document.body) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-why]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openWhy(link).catch(() => location.assign(link.href));
  }
  const copy = event.target.closest("button[data-copy]");
  if (copy) copyField(copy);
});

// A button names the field that it copies. Browsers copy only on a secure page, so it is hidden elsewhere.
function showCopyButtons() {
  if (!navigator.clipboard) return;
  document.querySelectorAll("button[data-copy][hidden]").forEach((button) => {
    button.hidden = false;
    const status = document.createElement("span");
    status.setAttribute("role", "status");
    button.after(status);
  });
}

async function copyField(button) {
  const field = document.getElementById(button.dataset.copy);
  const status = button.nextElementSibling;
  status.textContent = "";
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = button.dataset.copied;
  } catch {
    // The browser forbids it; what is selected can be copied by hand.
    field.select();
  }
}
showCopyButtons();
document.addEventListener("htmx:afterSwap", showCopyButtons);

// A menu among the tabs closes when something else is pressed, and with Escape.
const closeTabMenus = (except) => {
  for (const box of document.querySelectorAll(".tab-menu > :checked")) {
    if (box.parentElement !== except) box.checked = false;
  }
};
document.addEventListener("click", (event) => closeTabMenus(event.target.closest(".tab-menu")));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeTabMenus(null));

// A tap on a sheet redraws it, and some buttons reload it; what was unfolded stays unfolded.
let unfolded = [];
// Keeps a text for the next time that this page is loaded, and returns what was kept; a browser may forbid it.
const keepForPage = (text) => {
  try {
    const kept = sessionStorage.getItem(`unfolded ${location.pathname}`);
    sessionStorage.setItem(`unfolded ${location.pathname}`, text);
    return kept;
  } catch {
    return "";
  }
};
const openParts = (inside) => [...inside.querySelectorAll("details[open][id]")].map((box) => box.id);
const unfoldParts = (ids) => ids.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "sheet") unfolded = openParts(event.target);
});
document.addEventListener("htmx:afterSwap", () => {
  unfoldParts(unfolded);
  unfolded = [];
});
document.addEventListener("submit", (event) => {
  const part = event.target.closest("#sheet, [data-keep-open]");
  if (part) keepForPage(JSON.stringify(openParts(part)));
});
unfoldParts(JSON.parse(keepForPage("") || "[]"));
