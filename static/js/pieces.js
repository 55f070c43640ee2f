// Of a table that changed, the site sends only the pieces that this page does not have
// (campaigns/encounters/table/pieces.py). Here the response becomes the whole table again before anything reads it, so
// htmx and the other scripts always see whole tables.
"use strict";

(() => {
  const TYPE = "application/vnd.fatekeeper.pieces+json";
  // A request names no more pieces, because servers limit the length of a header. The others are sent again.
  const MOST = 400;
  // The last table that arrived: its pieces with their digests, and what its forms send along.
  let last = { key: "", token: "", number: "", pieces: [] };

  document.addEventListener("htmx:beforeSend", ({ detail: { target, xhr } }) => {
    if (target?.id !== "table") return;
    const had = last;
    // Without any, a word: some proxies leave out headers without a value.
    xhr.setRequestHeader("Shown-Pieces", had.pieces.slice(0, MOST).map(([digest]) => digest).join("") || "none");
    // Before htmx reads the response, and also if the element that asked for it has left the page meanwhile.
    xhr.addEventListener("readystatechange", () => {
      if (xhr.readyState !== XMLHttpRequest.DONE || !xhr.getResponseHeader("Content-Type")?.startsWith(TYPE)) return;
      try {
        last = read(xhr.response, had);
      } catch {
        return;  // static/js/table.js loads the page again
      }
      const text = last.pieces.map(([, html]) => html).join("");
      for (const name of ["response", "responseText"]) Object.defineProperty(xhr, name, { value: text });
    });
  });

  // The table of a response, with the pieces that the page had when it asked.
  function read(response, had) {
    const [key, token, number, items] = JSON.parse(response);
    const kept = ([digest, html]) => [digest, withNew(html)];
    const withNew = (html) => html.replaceAll(had.key, key).replaceAll(had.token, token)
      .replaceAll(`name="seen" value="${had.number}"`, `name="seen" value="${number}"`);
    const pieces = items.flatMap((item) => typeof item[0] === "string" ? [item] : had.pieces.slice(item[0], item[1] + 1).map(kept));
    return { key, token, number, pieces };
  }
})();
