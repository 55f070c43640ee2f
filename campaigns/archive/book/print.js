// Writes the numbers of pages into the contents of the printed book: browsers have no style for that yet. The book is laid
// out in columns as large as a page, which break where pages break. Without JavaScript the contents have no numbers.
"use strict";

(() => {
  const main = document.querySelector("main");
  const links = [...document.querySelectorAll(".contents a[href^='#']")];
  const onPaper = document.getElementById("on-paper");

  function measure() {
    document.documentElement.classList.add("measuring");
    onPaper.media = "all";
    const wide = main.getBoundingClientRect().width;
    const left = main.getBoundingClientRect().left;
    const pages = links.map((link) => {
      const place = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.getClientRects()[0];
      return place ? String(Math.round((place.left - left) / wide) + 1) : "";
    });
    onPaper.media = "print";
    document.documentElement.classList.remove("measuring");
    return pages;
  }

  // Twice, because the numbers themselves may make the contents longer.
  function number() {
    for (let round = 0; round < 2; round += 1) {
      const pages = measure();
      links.forEach((link, place) => { if (pages[place]) link.dataset.page = pages[place]; });
    }
  }

  document.querySelectorAll("[name=paper]").forEach((choice) => choice.addEventListener("change", number));
  addEventListener("load", number);
})();
