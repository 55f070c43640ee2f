"""What a GM does with an imported object: change it, delete it, show it, roll on it, take from it, pay it out."""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import access, pictures
from campaigns.actions import reveals, world
from campaigns.models import Campaign, ImportedObject, LogEntry, Member, ModuleFile, ObjectState, WorldEntry
from campaigns.modules import local, rollback, schema, tables, usage, writing
from campaigns.modules.faults import ModuleInvalid
from campaigns.modules.references import parsed
from campaigns.modules.schema import SINGULAR, Walker
from campaigns.modules.text import cut, plain, title
from campaigns.queries.objects import SHOWN, shown_as, state_of, worth
from characters.actions import experience
from characters.models import Character

Item = dict[str, Any]
OPEN: Final = {"read_aloud", "player"}
LONGEST: Final = 65_536


@transaction.atomic
def change(*, own: Member, row: ImportedObject, item: Any) -> ImportedObject:
    """Another content for the object, in the words of the format; ModuleInvalid with every fault.

    Its monster, NPC and preparation follow what a later import makes of it."""
    access.must_run(own)
    walker = Walker(schema.load())
    walker.walk(item, {"$ref": f"#/$defs/{SINGULAR[row.collection]}"}, "")
    if walker.faults:
        raise ModuleInvalid(sorted(walker.faults)[:200])
    if item["key"] != row.key:
        raise ValidationError(_("The key stays as it is: references and later versions find the object by it."))
    locked = ImportedObject.objects.select_for_update().get(pk=row.pk, campaign=own.campaign_id)
    locked.current, locked.title = item, cut(title(item), 200)
    locked.save(update_fields=["current", "title"])
    return locked


def write(*, own: Member, row: ImportedObject, name: str, texts: dict[str, str]) -> ImportedObject:
    """Another title, and other words for some of its text blocks (by key)."""
    item = dict(row.current)
    item["name" if "name" in item or row.collection in {"monsters", "npcs"} else "title"] = name.strip()
    blocks = [block | {"md": texts.get(block["key"], block["md"])} for block in item.get("blocks", [])]
    return change(own=own, row=row, item=item | ({"blocks": blocks} if blocks else {}))


@transaction.atomic
def delete(*, own: Member, row: ImportedObject) -> None:
    """Deletes the object here: no later version brings it back unasked. What play uses of it stays."""
    access.must_run(own)
    locked = ImportedObject.objects.select_for_update().get(pk=row.pk, campaign=own.campaign_id)
    if locked.pk not in usage.in_play(own.campaign, [locked]):
        writing.delete_around([locked])
    locked.tombstone = True
    locked.save(update_fields=["tombstone"])


@transaction.atomic
def bring_back(*, own: Member, row: ImportedObject) -> None:
    """Takes a deletion back: the object as it was here, with the monster, NPC or preparation that went with it.

    ValidationError when those went and no import is left to make them from."""
    access.must_run(own)
    campaign = Campaign.objects.select_for_update().get(pk=own.campaign_id)
    found = local.stand(campaign, row.module_key).objects[row.collection, row.key]
    latest = access.import_runs(own).filter(version__module__key=row.module_key).first()
    rollback.bring_back(campaign, found, latest, own.user)


@transaction.atomic
def note(*, own: Member, row: ImportedObject, text: str) -> None:
    """The GM's own notes about the object, which no import touches."""
    access.must_run(own)
    state = _locked(own, row)
    state.notes = text.replace("\r\n", "\n")[:LONGEST]
    state.save()


@transaction.atomic
def mark(*, own: Member, row: ImportedObject, done: bool) -> None:
    """Marks a hazard as sprung or disarmed, a treasure as found, a clue as given."""
    access.must_run(own)
    state = _locked(own, row)
    state.state = state.state | {"done": done}
    state.save()


@transaction.atomic
def take(*, own: Member, row: ImportedObject, key: str) -> None:
    """Takes an item of a treasure, or the coins (`coins`), or puts it back; the log tells it to the GMs."""
    access.must_run(own)
    names = {one["key"]: one["name"] for one in row.current.get("items", [])}
    names |= {"coins": _("the coins")} if row.current.get("coins") else {}
    if key not in names:
        raise ValidationError(_("There is no such thing in this treasure."))
    state = _locked(own, row)
    taken = [one for one in state.state.get("taken", []) if one in names]
    gone = key not in taken
    state.state = state.state | {"taken": [*taken, key] if gone else [one for one in taken if one != key]}
    state.save()
    if gone:
        _log(own, _("Taken from “%(title)s”: %(what)s.") % {"title": row.title, "what": names[key]}, row)


@transaction.atomic
def roll(*, own: Member, row: ImportedObject) -> tuple[str, Item]:
    """Rolls or draws on a table: (what came, its row). Chance is the operating system's; the log tells the GMs.

    Cards that are not put back are remembered; ValidationError when none is left."""
    access.must_run(own)
    if row.collection != "tables":
        raise ValidationError(_("This is no table."))
    state = _locked(own, row)
    came, found, drawn = _outcome(row.current, list(state.state.get("drawn", [])))
    if drawn != state.state.get("drawn", []):
        state.state = state.state | {"drawn": drawn}
        state.save()
    say = {"title": row.title, "came": came, "text": plain(found["md"], {})[:1500]}
    _log(own, (_("%(title)s (%(came)s): %(text)s") if came else _("%(title)s: %(text)s")) % say, row)
    return came, found


def _outcome(item: Item, drawn: list[str]) -> tuple[str, Item, list[str]]:
    method, rows = item["method"], item["rows"]
    if "roll" in method:
        found = tables.DICE.fullmatch(method["roll"])
        assert found is not None  # the schema holds it to dice
        plus = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
        total = plus + sum(secrets.randbelow(int(found[2])) + 1 for _die in range(int(found[1] or 1)))
        row = next(one for one in rows if one["from"] <= total <= one.get("to", one["from"]))
        return str(total), row, drawn
    if "draw" in method:
        deck = tables.deck(method["draw"] == "standard-54")
        left = [card for card in deck if card not in drawn]
        if not left:
            raise ValidationError(_("Every card was drawn; shuffle first."))
        card = left[secrets.randbelow(len(left))]
        row = next(one for one in rows if any(card in tables.expanded(cards) for cards in one["cards"]))
        return card, row, drawn if method.get("replace", True) else [*drawn, card]
    return "", rows[secrets.randbelow(len(rows))], drawn


@transaction.atomic
def shuffle(*, own: Member, row: ImportedObject) -> None:
    """Puts all drawn cards of a table back."""
    access.must_run(own)
    state = _locked(own, row)
    state.state = {name: value for name, value in state.state.items() if name != "drawn"}
    state.save()


@transaction.atomic
def pay(*, own: Member, row: ImportedObject, characters: Sequence[Character]) -> int:
    """Pays an award out to characters; returns how much each got. ValidationError when it has none for the game."""
    access.must_run(own)
    amount, unit = worth(row.current, own.campaign.system)
    if amount < 1:
        raise ValidationError(_("This award has no experience for this game."))
    experience.award_all(characters=characters, amount=amount, unit=unit, reason=row.title[:400], by=own.user)
    state = _locked(own, row)
    state.state = state.state | {"paid": state.state.get("paid", 0) + 1}
    state.save()
    return amount


def show(*, own: Member, row: ImportedObject) -> None:
    """Shows the object to the players, as a page of the world with what they may read; an NPC by name."""
    access.must_run(own)
    if row.character_id and row.character is not None:
        reveals.know(own=own, npc=row.character, known=True)
        return
    if row.collection not in SHOWN:
        raise ValidationError(_("This is not shown to players."))
    found = _picture(own, row) if _entry(own, row) is None else None
    # Outside of the transaction: on SQLite that one would keep every table waiting.
    picture = pictures.read(bytes(found[0].data)) if found else None
    _show(own, row, picture, found[1][:300] if found else "")


@transaction.atomic
def _show(own: Member, row: ImportedObject, picture: pictures.Picture | None, described: str) -> None:
    entry = _entry(own, row)
    if entry is None:
        entry = world.create(own=own, kind=SHOWN[row.collection], name=_name(own, row), text=_open_text(row))
        if picture is not None:
            world.put_up(own=own, entry=entry, picture=picture, described=described)
    reveals.show(own=own, entry=entry, how=_("from a module"))
    state = _locked(own, row)
    state.revealed = state.revealed or entry.created
    state.state = state.state | {"world": entry.pk}
    state.save()


@transaction.atomic
def hide(*, own: Member, row: ImportedObject) -> None:
    """Hides it again; the world's journal keeps that it was seen."""
    access.must_run(own)
    if row.character_id and row.character is not None:
        reveals.know(own=own, npc=row.character, known=False)
        return
    entry = _entry(own, row)
    if entry is not None:
        reveals.hide(own=own, entry=entry)


def _entry(own: Member, row: ImportedObject) -> WorldEntry | None:
    return shown_as(row, state_of(row))


def _name(own: Member, row: ImportedObject) -> str:
    """The title as a name of the world: no brackets, and free."""
    plainly = " ".join("".join(" " if char in "[]|" else char for char in row.title).split())[:110] or row.key
    pages = WorldEntry.objects.filter(campaign=own.campaign_id, archived=None, author=None)
    taken = set(pages.values_list("name", flat=True))
    folded = {name.casefold() for name in taken}
    name, number = plainly, 1
    while name.casefold() in folded:
        number += 1
        name = f"{plainly} ({number})"
    return name


def _open_text(row: ImportedObject) -> str:
    """What players may read: the blocks for reading aloud and for players, and the things of a treasure."""
    parts = [plain(one["md"], {}) for one in row.current.get("blocks", []) if one["kind"] in OPEN]
    things = row.current.get("items", []) if row.collection == "treasures" else []
    parts += [f"* {one['name']}" for one in things]
    return "\n\n".join(parts)[:LONGEST]


def _picture(own: Member, row: ImportedObject) -> tuple[ModuleFile, str] | None:
    """The first picture that players may see."""
    named = [*row.current.get("assets", []), row.current.get("player_asset")]
    for reference in filter(None, map(parsed, named)):
        asset = ImportedObject.objects.filter(
            campaign=own.campaign_id, module_key=reference.module or row.module_key, collection="assets",
            key=reference.key, tombstone=False,
        ).first()  # fmt: skip
        if asset is not None and asset.current.get("visibility") != "gm":
            file = ModuleFile.objects.filter(sha256=asset.current["sha256"]).first()
            if file is not None:
                return file, asset.current["alt"]
    return None


def _locked(own: Member, row: ImportedObject) -> ObjectState:
    found, _new = ObjectState.objects.get_or_create(
        campaign=own.campaign, module_key=row.module_key, collection=row.collection, key=row.key
    )
    return ObjectState.objects.select_for_update().get(pk=found.pk)


def _log(own: Member, text: str, row: ImportedObject) -> None:
    LogEntry.objects.create(
        campaign=own.campaign, kind=LogEntry.Kind.MODULE, audience=LogEntry.Audience.GM, by=own.user, text=text[:8000],
        data={"object": f"{row.module_key}/{SINGULAR[row.collection]}:{row.key}"},
    )  # fmt: skip
