"""A campaign as one archive: written, read and restored, with nothing lost and no hidden card told.

An archive is a ZIP file that any tool unpacks:

- `manifest.json`: `{"format": "fatekeeper-campaign", "version": 1, "created", "campaign", "game", "rows": {entity:
  number}, "files": {path: {"size", "sha256"}}}`. The ZIP comment is the SHA-256 of every byte before it, so that a
  truncated file, or one with a single changed bit, is refused before anything is read.
- `data/<entity>.jsonl`: one JSON object a line, one line a row, in the order of their ids; `entities.py` is the list.
  References name ids of the same archive; times are ISO 8601 in UTC; pictures are `{"file": "media/<sha256>"}`.
- `encounters/<id>/account.jsonl`: what was told to everybody, for reading.
- `encounters/<id>/sealed.bin`: start state, commands, all events and the current state, for restoring.
- `log.md`, `sessions.md`, `world.md`: the story for people.

**What is sealed, and why.** Folded hands stay closed for good, to the GM as well; but an encounter replays only from
its start state and its commands, which hold every card. So these travel encrypted and authenticated under the
installation's archive key (SHAKE-256 key stream, HMAC-SHA256 over everything), which no GM has: the archive restores
whole where it came from, and on another installation once its operator was given the key (`manage.py archive_key`
prints it, `ARCHIVE_KEYS` takes it). Who plays whom at that table is bound into the sealed part, so that no hand can be
handed to somebody else by editing the archive. While an encounter still stands on the site its sealed part does not
open: a GM cannot look into a hand by restoring a copy. What does not open is named, and is left out only when the
restoring GM says so; the rest of the campaign, its log and the public account never need a key.

Invitations, API tokens and sign-ins are not in an archive: a restore gives nobody an old way in. A person gets their
place back when the restoring GM ticks their name, and otherwise an absent person holds it until they follow a link
made for that place.
"""
