// Searches the book: words.js holds [address, page, title, text] for every text.
"use strict";

(() => {
  const MOST = 60, BEFORE = 60, AFTER = 160;
  const words = document.getElementById("words");
  const found = document.getElementById("found");
  const hits = document.getElementById("hits");

  // One sign for one sign, so that places in the folded text are places in the text.
  const foldSign = (sign) => {
    const folded = sign.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return folded.length === sign.length ? folded : sign;
  };
  const fold = (text) => Array.from(text, foldSign).join("");
  const rows = window.bookWords.map(([address, page, title, text]) => ({
    address, page, title, text, folded: fold(text), head: fold(`${page} ${title}`),
  }));

  function search(asked) {
    const wanted = fold(asked.normalize("NFC")).split(/\s+/).filter(Boolean);
    if (!wanted.length) return [[], wanted];
    const kept = rows.filter((row) => wanted.every((word) => row.folded.includes(word) || row.head.includes(word)));
    const weight = (row) => wanted.filter((word) => row.head.includes(word)).length;
    return [kept.sort((one, other) => weight(other) - weight(one)), wanted];
  }

  function markWords(text, folded, wanted) {
    const part = document.createDocumentFragment();
    let at = 0;
    while (at < text.length) {
      const next = wanted.map((word) => [folded.indexOf(word, at), word.length]).filter(([place]) => place >= 0);
      if (!next.length) break;
      const [place, length] = next.reduce((one, other) => (other[0] < one[0] ? other : one));
      part.append(text.slice(at, place));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(place, place + length);
      part.append(mark);
      at = place + length;
    }
    part.append(text.slice(at));
    return part;
  }

  function excerpt(row, wanted) {
    const places = wanted.map((word) => row.folded.indexOf(word)).filter((place) => place >= 0);
    const first = Math.max(0, (places.length ? Math.min(...places) : 0) - BEFORE);
    const last = first + BEFORE + AFTER;
    const line = document.createElement("p");
    if (first) line.append("… ");
    line.append(markWords(row.text.slice(first, last), row.folded.slice(first, last), wanted));
    if (last < row.text.length) line.append(" …");
    return line;
  }

  function show(asked) {
    const [kept, wanted] = search(asked);
    hits.replaceChildren(...kept.slice(0, MOST).map((row) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = row.address;
      link.textContent = row.title && row.title !== row.page ? `${row.page} · ${row.title}` : row.page;
      item.append(link, excerpt(row, wanted));
      return item;
    }));
    const { none, one, many, most } = found.dataset;
    const said = kept.length > MOST ? most.replace("#", MOST) : kept.length === 1 ? one : many.replace("#", kept.length);
    found.textContent = !wanted.length ? "" : kept.length ? said : none;
  }

  words.value = new URLSearchParams(location.search).get("q") || "";
  show(words.value);
  words.addEventListener("input", () => show(words.value));
  document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    show(words.value);
  });
})();
