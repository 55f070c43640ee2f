// Maps: zoom with buttons, keys, the wheel and two fingers; on the forms a tap places a pin or draws an area.
// The inputs hold what is drawn, so that people who type see the same.
"use strict";

const MOST_ZOOM = 8;
const MOST_CORNERS = 60;
const SVG = "http://www.w3.org/2000/svg";
const round = (number) => Math.round(number * 100) / 100;

function zoomable(view) {
  const sheet = view.querySelector(".map-sheet");
  let zoom = 1;
  // Zooms so that the point under the fingers, in the window's coordinates, stays where it is.
  function zoomTo(next, x, y) {
    const box = view.getBoundingClientRect();
    const [left, top] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = zoom;
    zoom = Math.min(MOST_ZOOM, Math.max(1, next));
    const grown = zoom / before;
    const [fromLeft, fromTop] = [(view.scrollLeft + left) * grown - left, (view.scrollTop + top) * grown - top];
    // The window on the map keeps its height, whatever is in it.
    if (zoom > 1 && !view.style.height) view.style.height = `${Math.min(view.offsetHeight, window.innerHeight * 0.8)}px`;
    if (zoom === 1) view.style.height = "";
    sheet.style.width = `${zoom * 100}%`;
    view.scrollTo(fromLeft, fromTop);
  }
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== view) return;
    event.preventDefault();
    zoomTo(zoom * (event.deltaY < 0 ? 1.2 : 1 / 1.2), event.clientX, event.clientY);
  }, { passive: false });
  view.addEventListener("keydown", (event) => {
    const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 0 }[event.key];
    if (factor === undefined || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    zoomTo(zoom * factor);
  });
  let apart = 0;
  let middle = null;
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const [first, other] = event.touches;
    const now = Math.hypot(first.clientX - other.clientX, first.clientY - other.clientY);
    const at = { x: (first.clientX + other.clientX) / 2, y: (first.clientY + other.clientY) / 2 };
    if (middle) {
      view.scrollBy(middle.x - at.x, middle.y - at.y);
      zoomTo((zoom * now) / apart, at.x, at.y);
    }
    [apart, middle] = [now, at];
  }, { passive: false });
  view.addEventListener("touchend", () => { middle = null; });
  return (factor) => zoomTo(zoom * factor);
}

// Where someone points, in percent of the picture.
function pointAt(view, event) {
  const box = view.querySelector(".map-sheet").getBoundingClientRect();
  return [round(((event.clientX - box.left) / box.width) * 100), round(((event.clientY - box.top) / box.height) * 100)];
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function fill(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function drawPin(view) {
  const [x, y] = ["x", "y"].map((name) => document.getElementById(`id_${name}`));
  const draft = view.querySelector(".map-draft");
  const limited = (number) => Math.min(100, Math.max(0, round(number)));
  const show = () => draft.replaceChildren(shape("circle", { cx: `${Number(x.value)}%`, cy: `${Number(y.value)}%`, r: 8 }));
  for (const input of [x, y]) input.addEventListener("input", show);
  view.addEventListener("click", (event) => {
    const [left, top] = pointAt(view, event);
    fill(x, limited(left));
    fill(y, limited(top));
  });
  view.addEventListener("keydown", (event) => {
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
    if (!right && !down) return;
    event.preventDefault();
    const step = event.shiftKey ? 5 : 0.5;
    fill(x, limited(Number(x.value) + right * step));
    fill(y, limited(Number(y.value) + down * step));
  });
  show();
}

// A drag draws a rectangle, taps draw corners. What is drawn stays until someone presses "Start over": on a phone a
// swipe over the map would replace it.
function drawArea(view, startOver) {
  const input = document.getElementById("id_points");
  const draft = view.querySelector(".map-draft");
  const help = document.querySelector("[data-map-help]");
  draft.setAttribute("viewBox", "0 0 100 100");
  draft.setAttribute("preserveAspectRatio", "none");
  const read = () => input.value.split(/[,;\n]+/).map((point) => point.trim().split(/\s+/).map(Number)).filter((point) => point.length === 2 && point.every(Number.isFinite));
  const write = (points) => fill(input, points.map((point) => point.join(" ")).join(", "));
  const rectangle = ([[left, top], [right, bottom]]) => [[left, top], [right, top], [right, bottom], [left, bottom]];
  let start = null;
  let tapping = false;
  function show() {
    const empty = !input.value.trim();
    tapping &&= !empty;
    const points = read();
    const corners = points.length === 2 && !tapping ? rectangle(points) : points;
    draft.replaceChildren(shape(corners.length > 2 ? "polygon" : "polyline", { points: corners.map((point) => point.join(",")).join(" ") }));
    for (const [x, y] of tapping && corners.length === 1 ? corners : []) draft.append(shape("circle", { cx: x, cy: y, r: 1 }));
    view.classList.toggle("dragging", empty || Boolean(start?.dragged));
    const full = points.length >= MOST_CORNERS;
    help.textContent = help.dataset[!empty && !tapping ? "drawn" : full ? "full" : "draw"];
  }
  function putBack() {
    if (start?.dragged) write([]);
    start = null;
  }
  view.addEventListener("dragstart", (event) => event.preventDefault());
  view.addEventListener("pointerdown", (event) => {
    putBack();
    if (!event.isPrimary || event.button !== 0 || (input.value.trim() && !tapping)) return;
    start = { at: pointAt(view, event), x: event.clientX, y: event.clientY, dragged: false };
  });
  view.addEventListener("pointermove", (event) => {
    if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) < 8) return;
    if (tapping) return (start = null);
    start.dragged = true;
    write([start.at, pointAt(view, event)]);
  });
  window.addEventListener("pointerup", () => {
    const at = start && !start.dragged && start.at;
    start = null;
    show();
    const points = tapping ? read() : [];
    if (!at || points.length >= MOST_CORNERS) return;
    tapping = true;
    write([...points, at]);
  });
  window.addEventListener("pointercancel", putBack);
  startOver.addEventListener("click", () => { tapping = false; write([]); });
  input.addEventListener("input", show);
  show();
}

for (const view of document.querySelectorAll("[data-map]")) {
  const tools = document.querySelectorAll("[data-map-tools]");
  for (const tool of tools) tool.hidden = false;
  const zoomBy = zoomable(view);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => zoomBy(Number(button.dataset.zoom)));
  }
  if (view.dataset.map === "pin") drawPin(view);
  if (view.dataset.map === "area") drawArea(view, document.querySelector("[data-start-over]"));
}
