// The page without a network lists the copies on this phone, and gives way when the site can be reached again.
"use strict";

const KINDS = [["hands", /^\/encounters\//], ["sheets", /^\/characters\//], ["sessions", /^\/(sessions|campaigns\/\d+\/sessions)\//], ["notes", /^\/(world|campaigns\/\d+\/world)\//], ["rules", /^\/(rules|campaigns)\//]];

async function listCopies() {
  const found = { hands: [], sheets: [], sessions: [], notes: [], rules: [] };
  const cache = await caches.open("copies-2");
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const { headers } = await cache.match(request);
    const kind = KINDS.find(([, path]) => path.test(pathname))?.[0];
    if (!kind) continue; // the note of when pages were fetched ahead
    const title = decodeURIComponent(headers.get("x-title") || "") || pathname;
    found[kind].push({ pathname, title, when: new Date(headers.get("x-kept")) });
  }
  for (const [kind, pages] of Object.entries(found)) {
    const section = document.getElementById(`kept-${kind}`);
    section.hidden = !pages.length;
    for (const page of pages.sort((a, b) => b.when - a.when)) section.querySelector("ul").append(row(page));
  }
  document.getElementById("kept-none").hidden = Object.values(found).some((pages) => pages.length);
}

function row({ pathname, title, when }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const side = document.createElement("span");
  link.href = pathname;
  link.textContent = new DOMParser().parseFromString(title, "text/html").body.textContent;
  side.className = "row-side muted small num";
  side.textContent = when.toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  item.append(link, side);
  return item;
}

document.addEventListener("DOMContentLoaded", () => { if (window.caches) listCopies(); });
reloadWhenReached();
