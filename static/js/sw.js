// Keeps the look of the site and the character sheets last seen, so that a sheet opens without a network.
// Nothing else is kept; signing out forgets the sheets.
"use strict";

const SHELL = "shell-1";
const SHEETS = "sheets-1";
const SHEET = /^\/characters\/\d+\/$/;
const MOST = 12;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/offline/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => ![SHELL, SHEETS].includes(name));
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await keep(request, answer.clone());
    return answer;
  } catch {
    const seen = await (await caches.open(SHEETS)).match(request, { ignoreSearch: true });
    return seen || (await caches.match("/offline/"));
  }
}

async function keep(request, answer) {
  const cache = await caches.open(SHEETS);
  await cache.delete(request);
  await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)));
}

async function shell(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith("/accounts/") && request.method === "POST") {
    event.waitUntil(caches.delete(SHEETS));
    return;
  }
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/")) event.respondWith(shell(request));
  else if (request.mode === "navigate" && SHEET.test(url.pathname)) event.respondWith(fresh(request));
  else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline/")));
  }
});
