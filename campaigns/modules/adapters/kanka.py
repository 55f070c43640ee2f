"""Converts an exported campaign of Kanka: one JSON file for each entity, in folders named by the kind of entity."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, NotUnderstood, Recognised, name_of, text
from campaigns.modules.adapters.foreign_values import get_objects
from campaigns.modules.adapters.foundry_words import markdown
from campaigns.modules.adapters.wiki import Look, Page, file_pages

Item = dict[str, Any]
FOLDERS: Final = {"characters": "npcs", "locations": "locations", "journals": "chapters", "quests": "chapters"}
HEAD: Final = "campaign.json"
MAX_ROWS: Final = 500  # posts, relations or attributes of one entity
# Files that hold no entity with a text of its own.
IGNORED_FOLDERS: Final = {"gallery", "settings", "attribute_templates", "bookmarks", "dashboards", "conversations"}
MENTION: Final = re.compile(r"\[([a-z_]+):(\d{1,18})((?:\|[^\[\]|]{0,200})*)\]")
SECRET: Final = re.compile(r"^(?:admin|self|admin-self|2|3|4)$")


def adapt(files: dict[str, str]) -> Draft:
    """The draft of an export, from its files by path. NotUnderstood without an entity."""
    rows = list(_rows(files))
    if not rows:
        message = _("no entity of Kanka was found; send the export as the ZIP archive that Kanka gives you")
        raise NotUnderstood(message)
    head = _load_json(next((words for path, words in files.items() if path.endswith(HEAD)), ""))
    title = name_of(head.get("name"), 200) if isinstance(head, dict) else ""
    draft = Draft.begin(title=title or _("World from Kanka"), recognised=Recognised("Kanka", _("any game")))
    reading = _World(draft)
    file_pages(draft, [reading.page(folder, path, row) for folder, path, row in rows], reading.markup)
    return draft


def _rows(files: dict[str, str]) -> Iterator[tuple[str, str, Item]]:
    """Every entity as (kind, path, row)."""
    for path, words in files.items():
        parts = path.split("/")
        folder = parts[-2] if len(parts) > 1 else ""
        if folder in IGNORED_FOLDERS or path.endswith(HEAD):
            continue
        row = _load_json(words)
        if isinstance(row, dict) and isinstance(row.get("entity"), dict) and name_of(row.get("name")):
            yield folder, path, row


def _load_json(words: str) -> Any:
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        return None


class _World:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def page(self, folder: str, path: str, row: Item) -> Page:
        """One entity with its entry, its posts, its attributes and its relations."""
        entity = row["entity"]
        page = Page(name_of(row["name"], 200), FOLDERS.get(folder, "handouts"), path)
        # Mentions have the id of the entity; parents have the id of the row of their kind.
        page.names = [f"entity {_number(entity.get('id'))}", f"{folder} {_number(row.get('id'))}"]
        over = _number(row.get("location_id")) or _number(row.get("parent_location_id"))
        page.parent = f"locations {over}" if over else ""
        page.role = name_of(row.get("title"), 200) or name_of(row.get("type") or entity.get("type"), 200)
        page.tags = [name_of(folder, 40)] if folder and folder not in FOLDERS else []
        kind = "secret" if row.get("is_private") else "gm"
        page.texts = [(kind, "", self._words(row.get("entry") or entity.get("entry"), path))]
        page.texts += _attributes(entity)
        for post in get_objects(entity, "posts")[:MAX_ROWS]:
            hidden = post.get("is_private") or SECRET.match(str(post.get("visibility") or post.get("visibility_id")))
            words = self._words(post.get("entry"), path)
            page.texts.append(("secret" if hidden else "gm", name_of(post.get("name"), 200), words))
        page.relations = [
            (f"entity {_number(relation.get('target_id'))}", name_of(relation.get("relation"), 200))
            for relation in get_objects(entity, "relationships")[:MAX_ROWS]
        ]
        return page

    def _words(self, html: Any, path: str) -> str:
        return markdown(self.draft, html, path, None)

    @staticmethod
    def markup(words: str, look: Look) -> str:
        """A text with its mentions, such as [character:12|the smith], as references."""

        def mention(match: re.Match[str]) -> str:
            shown = next((part for part in match[3].split("|") if part and ":" not in part), "")
            reference = look(f"entity {match[2]}")
            if not reference:
                missing = {"kind": match[1].replace("_", " "), "number": match[2]}
                return shown or _("(%(kind)s %(number)s, not in the file)") % missing
            return f"[[{reference}|{shown}]]" if shown else f"[[{reference}]]"

        return MENTION.sub(mention, words)


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**18 else ""


def _attributes(entity: Item) -> list[tuple[str, str, str]]:
    """The attributes as texts of a page: one of the public ones, and a secret one of the private ones."""
    lines: dict[str, list[str]] = {"gm": [], "secret": []}
    attributes = get_objects(entity, "entityAttributes")[:MAX_ROWS] + get_objects(entity, "attributes")[:MAX_ROWS]
    for attribute in attributes:
        name, value = name_of(attribute.get("name"), 100), text(str(attribute.get("value") or ""), 500)
        if name and value:
            lines["secret" if attribute.get("is_private") else "gm"].append(f"* {name}: {value}")
    return [(kind, "", "\n".join(listed)) for kind, listed in lines.items()]
