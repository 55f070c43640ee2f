"""The book of a campaign: a ZIP file of web pages that are read, searched and printed without the site.

- `index.html` is the title page with the contents; then come a page for each session, the heroes, the people, the
  pages of the world, the timeline, the fallen, the highlights, the index of names and the credits.
- `search.html` searches in the browser: `search.js` reads `words.js`, because a page from a file cannot fetch JSON.
- `print.html` is the whole book on one page, for A4 or A5.

A book is made for a reader: everything in it comes from the queries that pages use for that member, so that it holds
nothing that the reader could not see on the site. The same rows give the same bytes.

It is in `archive` because it reads sessions, world, encounters, log and overview, and uses the transfers of exports.
"""
