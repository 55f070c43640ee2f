// The page of a deal from the table's own deck: when the deal was taken back, it says so and waits for the next one.
"use strict";

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { target, xhr } = event.detail;
  if (target?.id !== "dealing") return;
  const isOver = xhr.status === 404;
  // 401 leads to the sign-in page.
  if (xhr.status >= 400 && xhr.status !== 401 && !xhr.responseText.includes('id="dealing"')) event.preventDefault();
  if (!isOver && xhr.status >= 400) return;
  document.getElementById("deal-over").hidden = !isOver;
  for (const part of [target, ...document.querySelectorAll("[data-while-dealing]")]) part.hidden = isOver;
  // The page says it, and the line would only add a number.
  if (isOver) sending.showBriefly("idle");
});
