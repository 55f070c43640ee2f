// Counts the taps on the − and + of a sheet's figure, shows the sum at once and stores one change when they pause.
// A form says what it counts from: data-now, and data-max where there is an end; .figure shows it.
"use strict";

const steppers = (() => {
  const PAUSE = 600;
  const counts = new Map();
  // What a button adds: "+1" says it, "less" and "more" take the number beside them.
  const step = (form, button) =>
    /^[+-]\d+$/.test(button.value) ? Number(button.value) :
      { less: -1, more: 1 }[button.value] * Number(form.elements.by?.value || 0) || 0;
  const formOf = (path) => document.querySelector(`#sheet form[data-now][hx-post="${path}"]`);

  const limit = (form, sum) => Math.max(0, Math.min(sum, form.dataset.max ? Number(form.dataset.max) : Infinity));

  // What stands on the sheet with what is counted and what waits to be sent.
  function figure(form) {
    const path = form.getAttribute("hx-post");
    const waiting = sending.queue.filter((each) => each.path === path && each.sum).map((each) => each.sum);
    return [...waiting, counts.get(path)?.sum || 0].reduce((now, sum) => limit(form, now + sum), Number(form.dataset.now));
  }

  function draw(form) {
    const now = figure(form);
    const shown = form.querySelector(".figure");
    if (shown) shown.textContent = now;
    form.classList.toggle("counting", now !== Number(form.dataset.now));
    for (const button of form.querySelectorAll("button[name=change]")) {
      if (step(form, button)) button.disabled = limit(form, now + Math.sign(step(form, button))) === now;
    }
  }

  const redraw = () => document.querySelectorAll("#sheet form[data-now]").forEach(draw);

  // Takes a tap on a stepper; false for every other button.
  function count(form, button) {
    if (form.dataset.now === undefined || button?.name !== "change" || !step(form, button)) return false;
    const path = form.getAttribute("hx-post");
    const counted = counts.get(path) || { sum: 0 };
    const before = figure(form);
    const after = limit(form, before + step(form, button));
    counted.sum += after - before;
    clearTimeout(counted.timer);
    counted.timer = setTimeout(() => flush(path), PAUSE);
    counts.set(path, counted);
    draw(form);
    return true;
  }

  function flush(path) {
    const { sum, timer } = counts.get(path);
    const form = formOf(path);
    clearTimeout(timer);
    counts.delete(path);
    if (!sum || !form) return;
    const values = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "by"].includes(name));
    values.push(["change", sum < 0 ? "less" : "more"], ["by", String(Math.abs(sum))]);
    const what = `${form.dataset.what} ${sum < 0 ? "−" : "+"}${Math.abs(sum)}`;
    sending.add({ path, values, target: "#sheet", select: "#sheet", what, sum });
  }

  document.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "sheet") redraw(); });
  document.addEventListener("DOMContentLoaded", () => { if (sending.queue.length) redraw(); });
  // When the page is left or hidden, the changes are sent at once, without the pause.
  const flushAll = () => [...counts.keys()].forEach(flush);
  window.addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flushAll(); });
  return { count, redraw };
})();
