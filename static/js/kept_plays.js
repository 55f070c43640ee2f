// The plays and changes that wait to be sent, kept on the device under the person who made them. They outlive the tab:
// the next page of the same person sends them, also after another sign-in. Signing out removes all of them, and so does
// the sign-in of somebody else.
"use strict";

const keptPlays = (() => {
  const PREFIX = "unsent ";
  let store = null;
  // What the device has no space for; this page sends it all the same.
  const unstored = new Set();
  // A browser that forbids storage keeps them only as long as the page is open.
  try { store = window.localStorage; } catch { /* forbidden */ }
  const names = () => (store ? Object.keys(store).filter((name) => name.startsWith(PREFIX)) : []);

  return {
    // Of one person, or of anybody where no person is named; the oldest first.
    all: (person = null) => names().map((name) => JSON.parse(store.getItem(name)))
      .filter((each) => person === null || each.person === person).sort((a, b) => a.at - b.at),
    // The plays of the person who is signed in; those of others are removed, because their sign-in has ended.
    claim(person) {
      if (person) for (const each of this.all()) if (each.person !== person) this.drop(each.key);
      return this.all(person);
    },
    has: (key) => !store || unstored.has(key) || store.getItem(PREFIX + key) !== null,
    put: (each) => {
      try { store?.setItem(PREFIX + each.key, JSON.stringify(each)); } catch { unstored.add(each.key); }
    },
    isStored: (key) => Boolean(store) && store.getItem(PREFIX + key) !== null,
    drop: (key) => {
      unstored.delete(key);
      store?.removeItem(PREFIX + key);
    },
    clear: () => {
      unstored.clear();
      names().forEach((name) => store.removeItem(name));
    },
  };
})();
