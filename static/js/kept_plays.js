// The plays and changes that wait to be sent, kept on the device under the person who made them. They outlive the tab:
// the next page of the same person sends them. Signing out removes all of them.
"use strict";

const keptPlays = (() => {
  const PREFIX = "unsent ";
  let store = null;
  // A browser that forbids storage keeps them only as long as the page is open.
  try { store = window.localStorage; } catch { /* forbidden */ }
  const names = () => (store ? Object.keys(store).filter((name) => name.startsWith(PREFIX)) : []);

  return {
    // Of one person, or of anybody where no person is named; the oldest first.
    all: (person = null) => names().map((name) => JSON.parse(store.getItem(name)))
      .filter((each) => person === null || each.person === person).sort((a, b) => a.at - b.at),
    has: (key) => !store || store.getItem(PREFIX + key) !== null,
    put: (each) => store?.setItem(PREFIX + each.key, JSON.stringify(each)),
    drop: (key) => store?.removeItem(PREFIX + key),
    clear: () => names().forEach((name) => store.removeItem(name)),
  };
})();
