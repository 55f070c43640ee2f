"""Writes to imported objects in play: change, delete, roll, take, pay."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.modules.format import object_check, rollable_tables
from campaigns.modules.format.faults import ModuleInvalid
from campaigns.modules.format.text import cut, plain, title
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import bulk_writing, local_changes, rollback, usage
from campaigns.modules.imports.locks import lock_module
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects.queries import worth
from campaigns.modules.objects.states import check_revision, lock_state, notes_revision
from campaigns.modules.queries import get_newest_run
from characters.experience import actions as experience_actions
from characters.models import Character
from common.edit_conflicts import EditConflict
from common.rows import lock_row
from people.access import require_gm
from people.models import Member

Item = dict[str, Any]
LONGEST: Final = 65_536


@transaction.atomic
def change(*, membership: Member, row: ImportedObject, item: Any, revision: int | None = None) -> ImportedObject:
    """Changes the object's content in the module format; ModuleInvalid with all faults.

    Its monster, NPC and preparation keep their fields until an import changes the object too. EditConflict: it no
    longer has that revision."""
    require_gm(membership)
    faults = object_check.faults(row.collection, item)
    if faults:
        raise ModuleInvalid(sorted(faults)[:200])
    if item["key"] != row.key:
        raise ValidationError(_("You cannot change the key, because references and later versions use it."))
    locked = lock_row(ImportedObject.objects.filter(campaign=membership.campaign_id), row.pk)
    check_revision(locked, revision)
    locked.current, locked.title = item, cut(title(item), 200)
    locked.save(update_fields=["current", "title"])
    return locked


def write(
    *, membership: Member, row: ImportedObject, name: str, texts: Mapping[str, str], revision: int | None = None
) -> ImportedObject:
    """Changes the title and the texts of some text blocks (by key)."""
    item = dict(row.current)
    item["name" if "name" in item or row.collection in {"monsters", "npcs"} else "title"] = name.strip()
    blocks = [block | {"md": texts.get(block["key"], block["md"])} for block in item.get("blocks", [])]
    changed = item | ({"blocks": blocks} if blocks else {})
    return change(membership=membership, row=row, item=changed, revision=revision)


@transaction.atomic
def delete(*, membership: Member, row: ImportedObject, revision: int | None = None) -> None:
    """Deletes the object here, so that later versions do not restore it. Rows that play uses stay."""
    require_gm(membership)
    locked = lock_row(ImportedObject.objects.filter(campaign=membership.campaign_id), row.pk)
    check_revision(locked, revision)
    if locked.pk not in usage.in_play(membership.campaign, [locked]):
        bulk_writing.delete_written_rows([locked])
    locked.tombstone = True
    locked.save(update_fields=["tombstone"])


@transaction.atomic
def bring_back(*, membership: Member, row: ImportedObject) -> None:
    """Undoes a deletion, with the monster, NPC or preparation that was deleted too. Can be repeated.

    ValidationError if there is no import left from which to create these."""
    require_gm(membership)
    campaign = lock_module(membership.campaign_id, row.module_key)
    local_object = local_changes.read_local_module(campaign, row.module_key).objects[row.collection, row.key]
    if not local_object.row.tombstone:
        return
    latest = get_newest_run(membership, row.module_key)
    rollback.bring_back(campaign, local_object, latest, membership.user)


@transaction.atomic
def note(*, membership: Member, row: ImportedObject, text: str, revision: int | None = None) -> None:
    """Stores the GM's notes about the object, which imports do not change.

    EditConflict: the notes no longer have that revision."""
    require_gm(membership)
    state = lock_state(membership, row)
    if revision is not None and revision != notes_revision(state):
        raise EditConflict(state, row.title, notes_revision(state))
    state.notes = text.replace("\r\n", "\n")[:LONGEST]
    state.save()


@transaction.atomic
def mark(*, membership: Member, row: ImportedObject, done: bool) -> None:
    """Marks an object as done: a sprung or disarmed hazard, a found treasure, a given clue."""
    require_gm(membership)
    state = lock_state(membership, row)
    state.state = state.state | {"done": done}
    state.save()


@transaction.atomic
def take(*, membership: Member, row: ImportedObject, key: str, gone: bool | None = None) -> None:
    """Takes an item of a treasure, or the coins (`coins`), or puts it back; logs what is taken for GMs.

    `gone` says which of the two; without it, the item changes places."""
    require_gm(membership)
    names = {item["key"]: item["name"] for item in row.current.get("items", [])}
    names |= {"coins": _("the coins")} if row.current.get("coins") else {}
    if key not in names:
        raise ValidationError(_("This treasure does not contain that."))
    state = lock_state(membership, row)
    taken = [item_key for item_key in state.state.get("taken", []) if item_key in names]
    if gone is (key in taken):
        return
    gone = key not in taken
    state.state = state.state | {
        "taken": [*taken, key] if gone else [item_key for item_key in taken if item_key != key]
    }
    state.save()
    if gone:
        _log(membership, _("Taken from “%(title)s”: %(what)s.") % {"title": row.title, "what": names[key]}, row)


@transaction.atomic
def roll(*, membership: Member, row: ImportedObject, audience: str = LogEntry.Audience.GM) -> tuple[str, Item]:
    """Rolls or draws on a table: (result, row). Uses the operating system's random numbers; logs it for `audience`.

    Drawn cards stay out of the deck; ValidationError if none is left."""
    require_gm(membership)
    if row.collection != "tables":
        raise ValidationError(_("This is not a table."))
    state = lock_state(membership, row)
    came, table_row, drawn = _outcome(row.current, list(state.state.get("drawn", [])))
    if drawn != state.state.get("drawn", []):
        state.state = state.state | {"drawn": drawn}
        state.save()
    values = {"title": row.title, "came": came, "text": plain(table_row["md"], {})[:1500]}
    text = (_("%(title)s (%(came)s): %(text)s") if came else _("%(title)s: %(text)s")) % values
    _log(membership, text, row, audience, rolled=True)
    return came, table_row


def _outcome(item: Item, drawn: list[str]) -> tuple[str, Item, list[str]]:
    method, rows = item["method"], item["rows"]
    if not rows:
        raise ValidationError(_("The table has no rows. Change the table first."))
    if "roll" in method:
        match = rollable_tables.DICE.fullmatch(method["roll"])
        assert match is not None  # the schema requires dice
        plus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
        total = plus + sum(secrets.randbelow(int(match[2])) + 1 for _die in range(int(match[1] or 1)))
        fitting = (row for row in rows if "from" in row and row["from"] <= total <= row.get("to", row["from"]))
        return str(total), _first(fitting, str(total)), drawn
    if "draw" in method:
        deck = rollable_tables.deck(method["draw"] == "standard-54")
        left = [card for card in deck if card not in drawn]
        if not left:
            raise ValidationError(_("All cards have been drawn. Shuffle first."))
        card = left[secrets.randbelow(len(left))]
        fitting = (
            row for row in rows if any(card in rollable_tables.expand_pattern(cards) for cards in row.get("cards", []))
        )
        return card, _first(fitting, card), drawn if method.get("replace", True) else [*drawn, card]
    return "", rows[secrets.randbelow(len(rows))], drawn


def _first(fitting: Iterator[Item], came: str) -> Item:
    """The row for a result. ValidationError if there is none, as in tables that earlier releases merged."""
    row = next(fitting, None)
    if row is None:
        raise ValidationError(_("The table has no row for %(came)s. Change the table first.") % {"came": came})
    return row


@transaction.atomic
def shuffle(*, membership: Member, row: ImportedObject) -> None:
    """Puts all drawn cards of a table back."""
    require_gm(membership)
    state = lock_state(membership, row)
    state.state = {name: value for name, value in state.state.items() if name != "drawn"}
    state.save()


@transaction.atomic
def pay(*, membership: Member, row: ImportedObject, characters: Sequence[Character]) -> int:
    """Pays an award to characters; returns the amount for each. ValidationError if it has none for the game."""
    require_gm(membership)
    amount, unit = worth(row.current, membership.campaign.system)
    if amount < 1:
        raise ValidationError(_("This award contains no experience for this game."))
    experience_actions.award_party(
        characters=characters, amount=amount, unit=unit, reason=row.title[:400], by=membership.user
    )
    state = lock_state(membership, row)
    state.state = state.state | {"paid": state.state.get("paid", 0) + 1}
    state.save()
    return amount


def _log(
    membership: Member, text: str, row: ImportedObject, audience: str = LogEntry.Audience.GM, *, rolled: bool = False
) -> None:
    # The name of the adventure and its parts is the GMs' own.
    for_gms = audience == LogEntry.Audience.GM
    data: Item = {"object": f"{row.module_key}/{SINGULAR[row.collection]}:{row.key}"} if for_gms else {}
    write_entry(
        campaign=membership.campaign,
        happens_now=True,
        kind=LogEntry.Kind.MODULE,
        audience=audience,
        by=membership.user,
        text=text,
        data=data | {"rolled": True} if rolled else data,
    )
