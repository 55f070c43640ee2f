// Sends the forms of tables and sheets: one at a time, in order, and again when there was no network. Each carries the
// key of its form, so the site counts it once however often it arrives. The line #sending says what is under way.
"use strict";

const sending = (() => {
  const FORMS = 'form[hx-post]:is([hx-target="#table"], [hx-target="#sheet"], [hx-target="#dealing"])';
  const PROGRESS_AFTER = 300;
  const WORDS_AFTER = 3000;
  const WAITS = [1000, 2000, 4000, 8000, 15000];
  const MOST_FAILURES = 8;
  const SECOND_TAP = 10000;
  const SHOWN_FOR = 6000;
  const line = () => document.getElementById("sending");
  const person = line()?.dataset.person || "";
  const queue = keptPlays.claim(person);
  let underway = null;
  // How often the site was not reached, and how often it had an error: only errors end the patience.
  let failures = 0;
  let errors = 0;
  let retry = null;
  let slow = [];
  // Whether the answer that is about to be shown is a refusal with its reason, which follows its tap at once.
  let shownByTable = false;

  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

  function show(state, what = "") {
    const box = line();
    if (!box) return;
    box.dataset.state = state;
    const words = box.dataset[state];
    box.querySelector("span").textContent = words ? words.replace("{what}", what) : "";
    box.querySelector("button").hidden = state !== "waiting";
  }

  // Shows a state for a while.
  function showBriefly(state, what) {
    show(state, what);
    slow = [setTimeout(() => show("idle"), SHOWN_FOR)];
  }

  function watch(what) {
    unwatch();
    slow = [
      setTimeout(() => { if (line()?.dataset.state !== "waiting") show("progress"); }, PROGRESS_AFTER),
      setTimeout(() => { if (line()?.dataset.state !== "waiting") show("sending", what); }, WORDS_AFTER),
    ];
  }
  const unwatch = () => slow.forEach(clearTimeout);

  // What a form has in common with itself on the next table; forms without a name of their own share one.
  const formName = (form) => [form?.getAttribute("id"), form?.dataset.asks, form?.closest("details[id]")?.id].join(" ");

  // Adds one form to the queue: `values` are its pairs of name and value, `what` the words of its button, `sums` says
  // that the form counts as often as it is sent, `forms` names the forms whose fields are done when the answer comes.
  function add({ path, values, target, select = "", swap = "outerHTML", what, sum = 0, sums = false, forms = [] }) {
    if (!values.some(([name]) => name === "key")) values.push(["key", newKey()]);
    const base = values.find(([name]) => name === "key")[1];
    let key = base;
    const setKey = (pairs, given) => pairs.map(([name, value]) => [name, name === "key" ? given : value]);
    const earlier = queue.findLast((each) => each.base === base);
    if (earlier) {
      // The same form twice is a double tap. With another choice it takes the place of the last, if that still waits.
      if (JSON.stringify(setKey(earlier.values, base)) === JSON.stringify(values)) return;
      if (earlier !== underway && !sums) drop(earlier);
      if (earlier.key !== base || queue.includes(earlier)) {
        key = newKey();
        values = setKey(values, key);
      }
    }
    const play = { path, values, target, select, swap, what, sum, forms, key, base, page: location.pathname, person, at: Date.now() };
    queue.push(play);
    keptPlays.put(play);
    sendNext();
  }

  function drop(play) {
    if (queue.includes(play)) queue.splice(queue.indexOf(play), 1);
    keptPlays.drop(play.key);
  }

  // Where the answer goes: several sheets may be open in the drawer, and each answer belongs to its own.
  const placeOf = ({ path, target }) =>
    (target === "#sheet" && document.querySelector(`#sheet form[hx-post="${path}"]`)?.closest("#sheet")) || document.querySelector(target);

  function sendNext() {
    clearTimeout(retry);
    if (underway || !line()) return;
    // Another tab of this person has sent it or given it up.
    while (queue.length && !keptPlays.has(queue[0].key)) queue.shift();
    if (!queue.length) return hasWaited() ? show("idle") : undefined;
    const play = queue[0];
    if (!navigator.onLine) return wait(play);
    underway = play;
    // What is on its way cannot be taken back.
    line().querySelector("button").hidden = true;
    if (failures) show("retrying", play.what);
    else watch(play.what);
    const here = play.page === location.pathname && placeOf(play);
    const values = new FormData();
    for (const [name, value] of play.values) values.append(name, value);
    const shown = here ? { target: here, swap: play.swap } : { target: "#sending", swap: "none" };
    if (here && play.select) shown.select = play.select;
    htmx.ajax("POST", play.path, { source: line(), values, ...shown }).catch(() => {});
  }

  function wait(play) {
    unwatch();
    show("waiting", queue.map((each) => each.what).join(", ") || play.what);
    retry = setTimeout(sendNext, WAITS[Math.min(failures, WAITS.length - 1)] * (0.7 + 0.6 * Math.random()));
    failures += 1;
    // A tap elsewhere is answered in the meantime, so the button no longer stands for it.
    release();
  }

  function release() {
    for (const button of document.querySelectorAll("[aria-busy=true]")) button.removeAttribute("aria-busy");
  }

  const hasWaited = () => ["waiting", "retrying", "sending"].includes(line().dataset.state);

  function finish(state, what) {
    const waited = hasWaited();
    unwatch();
    // The person may have emptied the queue, or added to it, while this play was under way.
    drop(underway);
    failures = 0;
    errors = 0;
    if (!queue.length) release();
    if (state === "refused" || (waited && !queue.length)) {
      showBriefly(state, what);
    } else if (!queue.length) show("idle");
  }

  // Somebody signed in again in another tab, so the CSRF token of this page is no longer valid: the reloaded page sends
  // the play.
  function renew(play, text) {
    if (play.renewed || !text.includes("data-form-expired")) return false;
    play.renewed = true;
    keptPlays.put(play);
    if (!keptPlays.isStored(play.key)) return false;
    location.reload();
    return true;
  }

  const refusal = (text) =>
    new DOMParser().parseFromString(text, "text/html").querySelector("#table .refusal, main > .notice.error")?.textContent.trim();
  // Whether this answer says that what this form sent is done.
  const settles = (event, form) => {
    const { requestConfig, xhr } = event.detail;
    if (requestConfig?.verb !== "post" || xhr.status >= 300) return false;
    return mine(event) ? (underway.forms || []).includes(formName(form)) : requestConfig.elt === form;
  };
  const mine = (event) => underway && event.detail.requestConfig?.elt === line();

  // The answer has arrived: what it settles leaves the queue before the page shows it.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (!mine(event)) return;
    const { status, responseText } = event.detail.xhr;
    underway.answer = status;
    if (status >= 500) errors += 1;
    // 401: the sign-in page follows. The play waits for the same person to come back.
    if ([401, 408, 425, 429].includes(status) || (status >= 500 && errors < MOST_FAILURES)) return;
    if (renew(underway, responseText)) return;
    const why = refusal(responseText);
    // After a wait, name the action in the message.
    const named = why && hasWaited() ? `“${underway.what}” · ${why}` : why;
    shownByTable = Boolean(why) && !hasWaited();
    if (status >= 400 || why) finish("refused", named || `${underway.what} (${status})`);
    else finish("done", underway.what);
    underway.settled = true;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!mine(event) || event.target === line()) return;
    const { path, target } = underway;
    const whole = event.detail.xhr.responseText.includes(`id="${target.slice(1)}"`);
    // Of several taps on a sheet the last answer is shown; so is the one that arrives under a finger, later.
    const more = queue.some((each) => each !== underway && placeOf(each) === event.target);
    const later = target === "#sheet" && (more || presses.busy());
    if (whole && !later) return;
    event.detail.shouldSwap = false;
    event.stopImmediatePropagation();
    if (!whole && event.detail.xhr.status < 400) location.reload();
    else if (whole && !more) presses.whenFree(() => reload(path, target));
  });

  // The table says itself why it refused. Where that is in sight, the line does not repeat it.
  document.addEventListener("htmx:afterSwap", () => {
    const reason = document.querySelector("#table .refusal")?.getBoundingClientRect();
    const inSight = reason && reason.top >= 0 && reason.bottom <= innerHeight;
    if (inSight && shownByTable && line().dataset.state === "refused") show("idle");
    shownByTable = false;
  });

  // Fetches a sheet again: from the address of its place in the drawer, or from the page itself.
  function reload(path, target) {
    const sheet = placeOf({ path, target });
    if (sheet?.id !== "sheet" || queue.some((each) => placeOf(each) === sheet)) return;
    const address = sheet.closest("#drawer [hx-get]")?.getAttribute("hx-get") || location.href;
    htmx.ajax("GET", address, { target: sheet, select: "#sheet", swap: "outerHTML" });
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!mine(event)) return;
    const play = underway;
    underway = null;
    if (play.settled || !queue.includes(play)) sendNext();
    else wait(play);
  });

  // What a play is called while it is under way; `data-what` where the words on the button would not be a name.
  const nameOf = (button) =>
    (button?.dataset.what || button?.getAttribute("aria-label") || button?.innerText || "").trim().replace(/\s+/g, " ");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!window.htmx || !line() || !form.matches(FORMS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const button = event.submitter;
    const sums = form.classList.contains("figure-now");
    if (steppers.count(form, button) || (button?.getAttribute("aria-busy") === "true" && !sums)) return;
    const values = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    if (button?.name) values.push([button.name, button.value]);
    button?.setAttribute("aria-busy", "true");
    const what = nameOf(button);
    const [path, target] = [form.getAttribute("hx-post"), form.getAttribute("hx-target")];
    // The cards of a mirrored hand were chosen in the form of plays.
    const forms = [form, form.querySelector(".hand.mirror") && document.getElementById("play")].filter(Boolean).map(formName);
    const [select, swap] = [form.getAttribute("hx-select") || "", form.getAttribute("hx-swap")];
    add({ path, values, target, select, swap, what, sums, forms });
  }, true);

  // Forms that htmx sends without this queue, such as a note or a sign: nothing of them is kept, and the line says so.
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (!mine(event) && event.detail.requestConfig?.verb === "post" && event.detail.elt.matches("form")) showBriefly("unsent");
    });
  }

  // An error, or a page such as “The form has expired”, does not take the place of what was typed.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (mine(event) || xhr.status < 400 || requestConfig?.verb !== "post" || !requestConfig.elt.matches("form")) return;
    if (xhr.status < 500 && !xhr.responseText.includes("<main")) return;
    event.detail.shouldSwap = false;
    showBriefly("rejected");
  });

  // Other forms load a page: they show progress, and say at once when there is no network. A second tap while the page
  // is under way would send the form again, so it sends nothing.
  let leaving = new WeakMap();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || !line()) return;
    if (performance.now() - (leaving.get(form) ?? -SECOND_TAP) < SECOND_TAP) return void event.preventDefault();
    if (navigator.onLine) leaving.set(form, performance.now());
    if (/^\/accounts\//.test(new URL(form.action).pathname)) forget();
    else if (!navigator.onLine) {
      event.preventDefault();
      showBriefly("unsent");
    } else watch(nameOf(event.submitter));
  });

  // What waits is one person's: nothing of it stays when that person signs out.
  function forget() {
    queue.length = 0;
    keptPlays.clear();
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!line()) return;
    line().prepend(document.createElement("span"));
    line().querySelector("button").addEventListener("click", () => {
      clearTimeout(retry);
      // What another tab waits to send is named and given up there.
      while (queue.length) drop(queue[0]);
      failures = 0;
      errors = 0;
      show("idle");
      steppers.redraw();
    });
    if (!queue.length) return;
    // What comes from an earlier page is sent again, and its result is said.
    failures = 1;
    sendNext();
  });
  window.addEventListener("online", () => { failures = 0; sendNext(); });
  // A page that comes back from the browser's cache shows nothing that was under way.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leaving = new WeakMap();
    if (!queue.length) show("idle");
  });
  return { add, newKey, queue, settles, showBriefly };
})();
