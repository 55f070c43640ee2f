"""Reads an archive before anything is written: every row fits its table, every reference leads somewhere in it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Final

from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns import pictures
from campaigns.archive import sealing
from campaigns.archive.container import Reader
from campaigns.archive.entities import ENTITIES, SEALED, Entity, references, target
from campaigns.archive.faults import ArchiveInvalid, Progress, silent
from campaigns.archive.values import taken
from campaigns.archive.writing import FORMAT, VERSION, named
from campaigns.models import Campaign, Command, Encounter, Event, Member, User
from rules import play

PERSON: Final = {"id", "name", "absent"}


@dataclass
class Row:
    """A line of an entity: its id in the archive, its columns, and the ids in its lists."""

    place: str
    id: int
    values: dict[str, Any]
    lists: dict[str, list[int]]


@dataclass
class Found:
    """An archive that was read through; `shut` are the encounters whose sealed part does not open here, and why."""

    reader: Reader
    name: str
    system: str
    created: str
    people: dict[int, str]
    places: list[tuple[int, str, str, bool]] = field(default_factory=list)  # (person, name, role, has left)
    counts: dict[str, int] = field(default_factory=dict)
    shut: dict[int, ArchiveInvalid] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    titles: dict[int, str] = field(default_factory=dict)  # of the encounters that were begun
    sizes: Counter[type[Model]] = field(default_factory=Counter)  # how many rows a table may get


def look(file: IO[bytes], progress: Progress = silent) -> Found:
    """Reads the whole archive and says what is in it. ArchiveInvalid with the place of the first fault."""
    reader = Reader(file, form=FORMAT, version=VERSION)
    reader.check()
    _complete(reader)
    people = {one["id"]: one["name"] for one in persons(reader)}
    found = Found(reader, "", "", str(reader.manifest.get("created", "")), people)
    found.sizes[User] = len(people)
    known: dict[type[Model], set[int]] = {User: set(people)}
    total = sum(n for n in (reader.manifest.get("rows") or {}).values() if type(n) is int)
    done = 0
    for entity in ENTITIES:
        ids = _ids(reader, entity)
        known.setdefault(entity.model, set()).update(ids)
        for row in rows(reader, entity):
            _refers(entity, row, known)
            _notice(found, entity, row)
            _count(found, entity, row)
            done += 1
            if done % 500 == 0:
                progress("reading", done, max(total, done))
        found.counts[entity.name] = len(ids)
    _sealed(found, known[Encounter])
    return found


def _complete(reader: Reader) -> None:
    wanted = {f"data/{entity.name}.jsonl" for entity in ENTITIES} | {"data/people.jsonl"}
    for name in sorted(wanted - set(reader.files)):
        raise ArchiveInvalid("archive.damaged", name, _("The file is missing."))
    counts = reader.manifest.get("rows")
    if not isinstance(counts, dict) or set(counts) != {entity.name for entity in ENTITIES}:
        raise ArchiveInvalid(
            "archive.damaged", "manifest.json#/rows", _("The list of entities is not that of version 1.")
        )


def persons(reader: Reader) -> Iterator[dict[str, Any]]:
    """Everybody in the archive."""
    name, seen = "data/people.jsonl", set()
    for number, one in reader.lines(name):
        place = f"{name} line {number}"
        sound = isinstance(one, dict) and set(one) == PERSON and type(one["id"]) is int and one["id"] not in seen
        if not sound or not isinstance(one["name"], str) or not 1 <= len(one["name"]) <= 150:
            raise ArchiveInvalid(
                "archive.row", place, _("A person has an id of their own and a name of 1 to 150 characters.")
            )
        seen.add(one["id"])
        yield one


def rows(reader: Reader, entity: Entity) -> Iterator[Row]:
    """The rows of an entity, each column checked; references are still those of the archive."""
    name = f"data/{entity.name}.jsonl"
    columns = {named(one): one for one in entity.fields}
    lists = {one.name for one in entity.many}
    for number, line in reader.lines(name):
        place = f"{name} line {number}"
        line = _grown(entity, line)
        if not isinstance(line, dict) or set(line) != {"id", *columns, *lists}:
            found = sorted({"id", *columns, *lists} ^ set(line)) if isinstance(line, dict) else []
            message = _("A row has other columns than this version knows: %(names)s.")
            raise ArchiveInvalid("archive.row", place, message % {"names": ", ".join(found)[:200]})
        values = {}
        for key, column in columns.items():
            here = f"{place}#/{key}"
            if target(column) is not None:
                values[column.attname] = _id(line[key], here, optional=column.null or key != "of")
            elif column.get_internal_type() == "BinaryField":
                values[column.attname] = _picture(reader, line, here)
            else:
                values[column.attname] = taken(column, line[key], here)
        yield Row(
            place, _id(line["id"], f"{place}#/id"), values, {key: _many(line[key], f"{place}#/{key}") for key in lists}
        )


def _grown(entity: Entity, line: Any) -> Any:
    """A line of an older archive with the columns that came later."""
    if not entity.grown or not isinstance(line, dict):
        return line
    return {name: value(line) for name, value in entity.grown.items() if name not in line} | line


def _id(raw: Any, place: str, optional: bool = False) -> Any:
    if (raw is None and optional) or (type(raw) is int and -(2**53) < raw < 2**53):
        return raw
    raise ArchiveInvalid("archive.row", place, _("Here stands the id of a row."))


def _many(raw: Any, place: str) -> list[int]:
    if not isinstance(raw, list) or len(raw) != len({str(one) for one in raw}):
        raise ArchiveInvalid("archive.row", place, _("Here stands a list of ids, each once."))
    return [_id(one, f"{place}/{index}") for index, one in enumerate(raw)]


def _picture(reader: Reader, line: dict[str, Any], place: str) -> bytes:
    """The bytes of a picture, which must be one of the kind and size that the row says."""
    about = line.get("data")
    if not isinstance(about, dict) or set(about) != {"file"} or about["file"] != f"media/{line.get('sha256')}":
        raise ArchiveInvalid("archive.row", place, _("A picture is named by its own digest under media/."))
    data = reader.read(about["file"])
    if reader.files[about["file"]]["sha256"] != line["sha256"]:
        raise ArchiveInvalid("archive.row", about["file"], _("The picture is not the one that its name says."))
    try:
        seen = pictures.seen(data)
    except (pictures.TooLarge, pictures.Unreadable) as fault:
        raise ArchiveInvalid("archive.row", about["file"], _("This is no picture that can be read.")) from fault
    if [seen.media_type, seen.width, seen.height] != [line.get(name) for name in ("media_type", "width", "height")]:
        raise ArchiveInvalid(
            "archive.row", about["file"], _("The picture is of another kind or size than its row says.")
        )
    return data


def _ids(reader: Reader, entity: Entity) -> set[int]:
    name, ids, count = f"data/{entity.name}.jsonl", set(), 0
    for number, line in reader.lines(name):
        count += 1
        key = line.get("id") if isinstance(line, dict) else None
        if type(key) is not int or key in ids:
            raise ArchiveInvalid("archive.row", f"{name} line {number}#/id", _("Every row has an id of its own."))
        ids.add(key)
    if count != reader.manifest["rows"][entity.name]:
        raise ArchiveInvalid("archive.damaged", name, _("There are more or fewer rows than the manifest says."))
    return ids


def _refers(entity: Entity, row: Row, known: dict[type[Model], set[int]]) -> None:
    """Every reference leads to a row of this archive; a history may speak of what is gone."""
    if entity.past:
        return
    for column, model in references(entity):
        value = row.values[column.attname]
        if value is not None and value not in known.get(model, ()):
            raise _nowhere(f"{row.place}#/{named(column)}")
        if value is None and not column.null:
            raise _nowhere(f"{row.place}#/{named(column)}")
    for column in entity.many:
        for index, value in enumerate(row.lists[column.name]):
            if value not in known.get(column.related_model, ()):
                raise _nowhere(f"{row.place}#/{column.name}/{index}")


def _nowhere(place: str) -> ArchiveInvalid:
    return ArchiveInvalid("archive.reference", place, _("There is no such row in the archive."))


def _notice(found: Found, entity: Entity, row: Row) -> None:
    if entity.past:
        return
    if entity.model is Campaign:
        found.name, found.system = row.values["name"], row.values["system"]
        if found.system not in play.SYSTEMS:
            message = _("This site does not know the game “%(game)s”.") % {"game": found.system[:40]}
            raise ArchiveInvalid("archive.row", f"{row.place}#/system", message)
    elif entity.model is Member:
        person = row.values["user_id"]
        left = row.values["left"] is not None
        found.places.append((person, found.people[person], row.values["role"], left))
    elif entity.model is Encounter and row.values["status"] != Encounter.Status.PREPARED:
        found.begun.add(row.id)
        found.titles[row.id] = str(row.values["title"])


def _count(found: Found, entity: Entity, row: Row) -> None:
    found.sizes[entity.model] += 1
    for column in entity.many:
        found.sizes[column.remote_field.through] += len(row.lists[column.name])


def _sealed(found: Found, encounters: set[int]) -> None:
    """Which sealed parts open here, and that there is none without its encounter."""
    if found.counts["campaign"] != 1:
        raise ArchiveInvalid("archive.row", "data/campaign.jsonl", _("An archive holds one campaign."))
    for name in sorted(found.reader.files):
        if not name.startswith("encounters/"):
            continue
        number = name.split("/")[1]
        if not number.isdigit() or int(number) not in encounters:
            raise ArchiveInvalid("archive.reference", name, _("There is no such encounter in the archive."))
        if name.endswith("/sealed.bin"):
            try:
                value = unsealed(found.reader, int(number))
                for model, lines in ((Command, "commands"), (Event, "events")):
                    found.sizes[model] += len(value[lines])
                if sealing.stands(value):
                    raise ArchiveInvalid("archive.sealed", name, _(
                        "This very encounter stands on this site, so its cards stay closed in a copy."))  # fmt: skip
            except ArchiveInvalid as fault:
                if fault.code != "archive.sealed":
                    raise
                found.shut[int(number)] = fault
    for begun in sorted(found.begun):
        if f"encounters/{begun}/sealed.bin" not in found.reader.files:
            raise ArchiveInvalid("archive.damaged", f"encounters/{begun}/sealed.bin", _("The file is missing."))


def unsealed(reader: Reader, number: int) -> dict[str, Any]:
    """The sealed part of an encounter; for restoring alone."""
    name = f"encounters/{number}/sealed.bin"
    value: dict[str, Any] = sealing.opened(reader.read(name), name)
    return value


__all__ = ["SEALED", "Found", "Row", "look", "persons", "rows", "unsealed"]
