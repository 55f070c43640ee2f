// The live connection of a table: it says that something changed, and static/js/table.js fetches the viewer's own view.
"use strict";

// The site sends an event at least every 20 seconds. After 50 seconds without one, the connection is dead, even if the
// browser reports no error.
const SILENCE = 50000;
// A tab that was hidden for longer does not trust its connection.
const SLEPT = 30000;
// A hidden tab stays connected for half an hour, so that its title can show "Your turn".
const HIDDEN_FOR = 30 * 60 * 1000;
let stream = null;
let retryDelay = 1000;
let retry = null;
let silence = null;
let disconnectTimer = null;
let hiddenSince = Infinity;

// Jitter, so that after a restart of the site the phones do not all come back in the same moment.
const spread = (ms) => ms * (0.7 + 0.6 * Math.random());

// The site ends an earlier stream of the same name. A tab keeps its name when the page is loaded again. A copy of the tab
// gets another name: two of one name would end each other's streams. If that happens, a stream ends soon after it opened,
// and its page takes another name.
const TAB = "live tab";
const SOON = 5000;
const newName = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
let tab = newName();
let openedAt = -Infinity;
// A browser may forbid storage.
try {
  const [name, until] = (sessionStorage.getItem(TAB) || "").split(" ");
  if (Date.now() < until) tab = name;
} catch { /* another name */ }
function forgetName() {
  try { sessionStorage.removeItem(TAB); } catch { /* nothing is stored */ }
}
forgetName();

function connect() {
  clearTimeout(retry);
  if (stream || !table()?.dataset.stream) return;
  stream = new EventSource(`${table().dataset.stream}?tab=${tab}`);
  awaitMore();
  stream.addEventListener("open", () => { openedAt = performance.now(); showConnection(true); });
  // Only an event proves that the stream works; an open connection does not.
  for (const name of ["here", "changed"]) stream.addEventListener(name, () => { retryDelay = 1000; });
  stream.addEventListener("changed", (event) => noteNumber(JSON.parse(event.data).number));
  stream.addEventListener("signs", () => htmx.trigger(document.body, "signs-changed"));
  for (const name of ["open", "here", "changed", "signs"]) stream.addEventListener(name, awaitMore);
  stream.addEventListener("error", () => {
    disconnect();
    showConnection(false);
    if (performance.now() - openedAt < SOON) tab = newName();
    retry = setTimeout(() => { refresh(); connect(); }, spread(retryDelay));
    retryDelay = Math.min(retryDelay * 2, 30000);
  });
}

function awaitMore() {
  clearTimeout(silence);
  silence = setTimeout(() => { showConnection(false); reconnect(); }, SILENCE);
}

function disconnect() {
  clearTimeout(silence);
  stream?.close();
  stream = null;
}

// What was missed is fetched at once.
function reconnect() {
  disconnect();
  refresh();
  connect();
}

// Each refresh brings a new sign, so what the stream last said is kept.
let connected = true;
function showConnection(live = connected) {
  connected = live;
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = live;
}

// A phone that slept has missed events, so it refreshes once and connects again. A frozen tab disconnects.
document.addEventListener("freeze", disconnect);
document.addEventListener("visibilitychange", () => {
  clearTimeout(disconnectTimer);
  if (document.hidden) {
    hiddenSince = Date.now();
    disconnectTimer = setTimeout(disconnect, HIDDEN_FOR);
    return;
  }
  if (Date.now() - hiddenSince > SLEPT) return reconnect();
  refresh();
  connect();
});
window.addEventListener("pagehide", () => {
  disconnect();
  try { sessionStorage.setItem(TAB, `${tab} ${Date.now() + 20000}`); } catch { /* another name */ }
});
// A page that comes back from the browser's cache has its name again, and a copy of its tab must not find it.
window.addEventListener("pageshow", ({ persisted }) => { if (persisted) forgetName(); });
window.addEventListener("online", reconnect);
document.addEventListener("DOMContentLoaded", connect);
