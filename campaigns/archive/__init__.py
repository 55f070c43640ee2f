"""Archives of campaigns: export and restore everything without revealing a hidden card.

An archive is a ZIP file that any tool unpacks:

- `manifest.json`: `{"format": "fatekeeper-campaign", "version": 1, "created", "campaign", "game", "rows": {entity:
  number}, "files": {path: {"size", "sha256"}}}`. The ZIP comment is the SHA-256 of every byte before it, so that a
  truncated file, or one with a single changed bit, is refused before anything is read.
- `data/<entity>.jsonl`: one JSON object for each row, one on a line, ordered by id; `entities.py` lists the entities.
  References name ids of the same archive; times are ISO 8601 in UTC; pictures are `{"file": "media/<sha256>"}`.
- `encounters/<id>/account.jsonl`: the public events, for reading.
- `encounters/<id>/sealed.bin`: start state, commands, all events and the current state, for restoring.
- `log.md`, `sessions.md`, `world.md`: log, sessions and world as Markdown.

**What is encrypted, and why.** Folded hands stay closed for ever, even for the GM; but an encounter replays only from
its start state and its commands, which hold every card. So these are encrypted and authenticated under the
installation's archive key (SHAKE-256 key stream, HMAC-SHA256 over everything), which no GM has: the archive can be
restored completely where it came from, and on another installation if its operator gets the key (`manage.py
archive_key` prints it, `ARCHIVE_KEYS` takes it). The encrypted part includes who plays whom and whether there is a
dealer, so that editing the archive cannot give a hand to another person. While an encounter still exists on the site,
its encrypted part does not open, so that a GM cannot look into a hand by restoring a copy. The restore lists encounters
that do not open, and leaves them out only if the restoring GM agrees; the rest of the campaign, its log and the public
events never need a key.

Invitations, API tokens and sign-ins are not in an archive, so that a restore gives nobody old access. It makes only
the restoring GM a member, because anyone can rename the people in an archive. Absent people hold the other places.
The GM offers a place to a name, and the person with that name accepts or declines on their home page; or the GM sends
a link to the place. Log entries by other people than the restoring GM are marked as restored.
"""
