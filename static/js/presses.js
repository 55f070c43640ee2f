// Whether a pointer or a key is down, or was a moment ago. A swap between press and release would take the pressed
// button away, and with it the click.
"use strict";

const presses = (() => {
  const GRACE = 60;
  const LONGEST_PRESS = 3000;
  let pressed = 0;
  let released = -Infinity;
  const press = () => { pressed = performance.now(); };
  const release = () => {
    if (!pressed) return;
    pressed = 0;
    released = performance.now();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, press, true);
  for (const name of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(name, release, true);
  window.addEventListener("blur", release);
  const busy = () => (pressed && performance.now() - pressed < LONGEST_PRESS) || performance.now() - released < GRACE;
  // Calls `act` when nothing is pressed any more; returns what clearInterval stops.
  const whenFree = (act) => {
    const timer = setInterval(() => {
      if (busy()) return;
      clearInterval(timer);
      act();
    }, 20);
    return timer;
  };
  return { busy, whenFree };
})();
