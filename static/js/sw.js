// Caches static files, and the visited pages that are useful without a network: sheets, notes, handouts, sessions,
// recaps and rules, and the viewer's hand at running tables (static/js/hand_copy.js). Once a day it fetches pages that
// were not opened: the person's sheets, the rules of their games, the latest recaps and handouts. Nothing else is kept;
// signing out deletes the pages. After two seconds without an answer it shows the cached copy.
// Shows the message that a table waits, unless that table is in sight; a tap on it opens the table.
"use strict";

const SHELL = "shell-4";
const COPIES = "copies-2";
const KEPT = /^\/(characters\/\d+|campaigns\/\d+\/(world(\/(?!new\/).+)?|sessions|house-rules)|world\/\d+|sessions\/\d+(\/recap)?|rules(\/.+)?)\/$/;
const TABLE = /^\/encounters\/(\d+)\/$/;
// Files to download: the browser waits for them itself, however long they take.
const FILES = /^\/(campaigns\/\d+\/log\/export|transfers\/[^/]+\/file)\//;
const MOST = 40;
const TIMEOUT = 2000;
// Pages that arrive after the timeout are kept here for the reload that their arrival triggers.
const lateAnswers = new Map();
const LATE_FOR = 30000;
// A reload waits this long for the request that is still running. After that its connection may be dead, so the reload
// sends a new request.
const UNDERWAY_FOR = 10000;
// How often copies were forgotten. What someone asked for before signing out is not kept when it arrives after that.
let forgotten = 0;

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

async function keepShell() {
  const cache = await caches.open(SHELL);
  for (const address of ["/offline/", "/offline/hand/"]) {
    const page = await fetch(address);
    if (!page.ok) throw new Error(`${address}: ${page.status}`);
    const parts = [...(await page.clone().text()).matchAll(/"(\/static\/[^"#]+)/g)].map((found) => found[1]);
    await cache.put(address, page);
    await Promise.all(parts.map((part) => keepPart(cache, part)));
  }
}

// A line that breaks off ends the installation, and static/js/fatekeeper.js tries it again: no phone keeps half of it.
async function keepPart(cache, part) {
  const answer = await fetch(part);
  if (answer.ok) await cache.put(part, answer);
}

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => ![SHELL, COPIES].includes(name));
  const claimed = caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
    .then(() => clients.claim());
  event.waitUntil(claimed);
  // Pages are answered only after the activation, so it does not wait for this.
  claimed.then(keepOpenPages);
});

// A page that was opened before this worker was at work is kept too: on a first visit it is the sheet that matters.
async function keepOpenPages() {
  for (const page of await clients.matchAll({ type: "window" })) await keepPage(page);
}

async function keepPage(page) {
  if (KEPT.test(new URL(page.url).pathname)) await ask(new Request(page.url)).catch(() => {});
}

// A page that was loading during the activation was not claimed by it; static/js/fatekeeper.js asks once more. It also
// says when a page has been open for a while, which is a good moment to fetch ahead.
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(clients.claim().then(() => keepPage(event.source)));
  if (event.data === "fetch ahead") event.waitUntil(fetchAhead().catch(() => {}));
});

// The time of the last fetch is stored in a cached copy of its own, which is deleted with all other copies.
const PREFETCH_LIST = "/offline/pages/";
const DAY = 24 * 60 * 60 * 1000;
const isFresh = (kept) => kept && Date.now() - new Date(kept.headers.get("x-kept")) < DAY;
let fetchingAhead = false;

// Fetches one page after the other, and none where the person saves data.
async function fetchAhead() {
  if (fetchingAhead || self.navigator.connection?.saveData) return;
  fetchingAhead = true;
  try {
    await fetchMissing(forgotten);
  } finally {
    fetchingAhead = false;
  }
}

async function fetchMissing(before) {
  if (isFresh(await caches.match(PREFETCH_LIST, { cacheName: COPIES }))) return;
  const answer = await fetch(PREFETCH_LIST);
  if (!answer.ok || answer.redirected) return;
  for (const path of (await answer.json()).pages) {
    if (before !== forgotten) return;
    if (!isFresh(await caches.match(path, { cacheName: COPIES }))) await ask(new Request(path));
  }
  if (before !== forgotten) return;
  await (await caches.open(COPIES)).put(PREFETCH_LIST, new Response("", { headers: { "x-kept": new Date().toISOString() } }));
}

const orTimeout = (answer) => Promise.race([
  answer,
  new Promise((_, fail) => setTimeout(fail, self.navigator.onLine === false ? 0 : TIMEOUT)),
]);

async function forget() {
  forgotten += 1;
  lateAnswers.clear();
  await caches.delete(COPIES);
}

function ask(request) {
  const before = forgotten;
  return fetch(request).then((answer) => storeAnswer(request, answer, before));
}

// The page from the network; after two seconds without an answer the copy, else the page that lists the copies.
async function open(request) {
  const lateAnswer = lateAnswers.get(request.url);
  lateAnswers.delete(request.url);
  const before = forgotten;
  const asked = lateAnswer && Date.now() < lateAnswer.until ? lateAnswer.asked : ask(request);
  asked.catch(() => {});
  try {
    return await orTimeout(asked);
  } catch {
    if (asked !== lateAnswer?.asked) keepLate(request, asked, UNDERWAY_FOR);
    else lateAnswers.set(request.url, lateAnswer);
    asked.then(() => before === forgotten && announceLate(request, asked)).catch(() => lateAnswers.delete(request.url));
    return (await copy(request)) || (await caches.match("/offline/")) || asked;
  }
}

const keepLate = ({ url }, asked, time) => lateAnswers.set(url, { asked, until: Date.now() + time });

async function announceLate(request, asked) {
  keepLate(request, asked, LATE_FOR);
  for (const page of await clients.matchAll({ type: "window" })) page.postMessage({ arrived: request.url });
}

// A phone without space keeps nothing, but shows what the site answered.
async function storeAnswer(request, answer, before) {
  const signedOut = answer.redirected && new URL(answer.url).pathname.startsWith("/accounts/");
  if (signedOut) await forget();
  await keep(request, answer, before).catch(() => {});
  return answer;
}

// Keeps what may be kept; what the site no longer shows to this person is no longer kept either.
async function keep(request, answer, before) {
  const { pathname, search } = new URL(request.url);
  // A list that was filtered is not what someone looks for later.
  if (!KEPT.test(pathname) || (search && !pathname.startsWith("/characters/"))) return;
  const cache = await caches.open(COPIES);
  await cache.delete(request, { ignoreSearch: true });
  if (!answer.ok || answer.redirected) return;
  const text = await answer.clone().text();
  if (before !== forgotten) return;
  const headers = new Headers(answer.headers);
  headers.set("x-kept", new Date().toISOString());
  headers.set("x-title", encodeURIComponent((text.match(/<title>\s*([^<]*?)\s*<\/title>/) || [])[1] || ""));
  await cache.put(pathname, new Response(text, { headers }));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)));
}

// A copy says when it was kept; static/js/offline_copy.js tells the reader and switches its controls off.
async function copy(request) {
  const { pathname } = new URL(request.url);
  const seen = await (await caches.open(COPIES)).match(pathname);
  if (!seen) return undefined;
  const page = TABLE.test(pathname) ? await handPage(seen) : seen;
  const text = (await page.text()).replace("<html ", `<html data-as-of="${seen.headers.get("x-kept")}" `);
  return new Response(text, { headers: page.headers });
}

// Of a table only a part is kept; it is shown in a page without controls.
async function handPage(seen) {
  const page = await caches.match("/offline/hand/");
  const [text, part] = [await page.text(), await seen.text()];
  return new Response(text.replace('<div id="seen"></div>', () => part), { headers: page.headers });
}

// A hand stays only while the site says that this person still has this seat at a running table.
async function checkHands() {
  const cache = await caches.open(COPIES);
  const kept = (await cache.keys()).filter((request) => TABLE.test(new URL(request.url).pathname));
  if (!kept.length) return;
  const asked = new Date().toISOString();
  const answer = await fetch("/offline/seats/");
  if (answer.redirected) return void (await forget());
  if (!answer.ok) return;
  const { person, seats } = await answer.json();
  for (const request of kept) {
    const headers = (await cache.match(request))?.headers;
    // What was kept after the question is newer than the answer.
    if (!headers || headers.get("x-kept") > asked) continue;
    if (headers.get("x-person") !== String(person)) return void (await forget());
    const [, encounter] = new URL(request.url).pathname.match(TABLE);
    if (!seats[encounter]?.includes(decodeURIComponent(headers.get("x-seat")))) await cache.delete(request);
  }
}

async function shell(request) {
  const cache = await caches.open(SHELL);
  const seen = await cache.match(request);
  // A name with a digest never changes what it stands for.
  if (seen && /\.[0-9a-f]{12}\./.test(request.url)) return seen;
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => {});
    return answer;
  });
  if (!seen) return asked;
  asked.catch(() => {});
  return orTimeout(asked).catch(() => seen);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith("/accounts/") && request.method === "POST") return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/")) event.respondWith(shell(request));
  else if (request.mode === "navigate" && !FILES.test(url.pathname)) {
    const opened = open(request);
    event.respondWith(opened);
    event.waitUntil(opened.then(checkHands).catch(() => {}));
  }
});

// Safari ends the subscription of a site that shows nothing: a message about a table in sight is shown and taken away.
const SHOWS_EVERY_MESSAGE = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);

self.addEventListener("push", (event) => event.waitUntil(showCall(event.data.json())));

async function showCall(message) {
  if ("waiting" in message) self.navigator.setAppBadge?.(message.waiting)?.catch(() => {});
  const pages = await clients.matchAll({ type: "window" });
  const inSight = (page) => page.visibilityState === "visible" && new URL(page.url).pathname === message.path;
  const tableInSight = pages.some(inSight);
  if (tableInSight && !SHOWS_EVERY_MESSAGE) return;
  const signals = { full: { vibrate: [80, 60, 80] }, sound: { vibrate: [] }, silent: { silent: true } };
  const { path, title, body } = message;
  const kept = await (await caches.open(SHELL)).keys();
  const icon = kept.map((request) => request.url).find((url) => url.includes("/img/icon"));
  const shown = { body, tag: path, renotify: message.signal !== "silent", icon, data: { path } };
  await self.registration.showNotification(title, { ...shown, ...signals[tableInSight ? "silent" : message.signal] });
  if (tableInSight) for (const one of await self.registration.getNotifications({ tag: path })) one.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.path));
});

async function openTable(path) {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return undefined;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((page) => new URL(page.url).pathname === address.pathname);
  return known ? known.focus() : clients.openWindow(address.href);
}
