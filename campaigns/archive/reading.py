"""Reads and checks an archive before a restore: every row fits its table, and every reference has a row."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Final

from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns.archive import contents, encryption
from campaigns.archive.column_values import from_json
from campaigns.archive.container import ArchiveReader
from campaigns.archive.entities import ENCRYPTED_MODELS, ENTITIES, Entity
from campaigns.archive.faults import ArchiveInvalid, Progress, ignore_progress
from campaigns.archive.references import reference_fields, referenced_model
from campaigns.archive.writing import FORMAT, VERSION, column_name
from campaigns.encounters.models import Command, Encounter, Event
from common import pictures
from people.models import Campaign, Member, User
from rules import play

PERSON: Final = {"id", "name", "absent"}


@dataclass
class Row:
    """A row of an entity: its id in the archive, its columns, and the ids in its lists."""

    place: str
    id: int
    values: dict[str, Any]
    lists: dict[str, list[int]]
    # The columns that the archive does not have, because it is older: their values are defaults.
    missing: frozenset[str] = frozenset()


@dataclass
class ArchiveContents:
    """The contents of a checked archive; `shut` are the encounters that do not open here, and why."""

    reader: ArchiveReader
    name: str
    system: str
    created: str
    people: dict[int, str]
    places: list[tuple[int, str, str, bool]] = field(default_factory=list)  # (person, name, role, has left)
    counts: dict[str, int] = field(default_factory=dict)
    shut: dict[int, ArchiveInvalid] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    titles: dict[int, str] = field(default_factory=dict)  # of the encounters that have begun
    sizes: Counter[type[Model]] = field(default_factory=Counter)  # how many rows a table may get


def read_archive(file: IO[bytes], progress: Progress = ignore_progress, *, trusted: bool = False) -> ArchiveContents:
    """Reads and checks an archive; a `trusted` one may be of any size.

    ArchiveInvalid with the place of the first fault."""
    reader = ArchiveReader(file, form=FORMAT, version=VERSION, trusted=trusted)
    reader.check(progress)
    _require_complete(reader)
    people = {person["id"]: person["name"] for person in read_people(reader)}
    archive = ArchiveContents(reader, "", "", str(reader.manifest.get("created", "")), people)
    archive.sizes[User] = len(people)
    known: dict[type[Model], set[int]] = {User: set(people)}
    total = sum(n for n in (reader.manifest.get("rows") or {}).values() if type(n) is int)
    done = 0  # reported for each row, because a row may be a large picture
    for entity in ENTITIES:
        ids = _entity_ids(reader, entity)
        known.setdefault(entity.model, set()).update(ids)
        for row in read_rows(reader, entity):
            _check_references(entity, row, known)
            _collect(archive, entity, row)
            contents.check_row(archive.system, entity, row.values, row.place)
            _count_row(archive, entity, row)
            done += 1
            progress("reading", done, max(total, done))
        archive.counts[entity.name] = len(ids)
    _check_encrypted(archive, known[Encounter], lambda: progress("reading", done, max(total, done)))
    return archive


def _require_complete(reader: ArchiveReader) -> None:
    counts = reader.manifest.get("rows")
    listed = set(counts) if isinstance(counts, dict) else set()
    needed = {entity.name for entity in ENTITIES if not entity.may_be_missing or entity.name in listed}
    wanted = {f"data/{name}.jsonl" for name in needed} | {"data/people.jsonl"}
    for name in sorted(wanted - set(reader.files)):
        raise ArchiveInvalid("archive.damaged", name, _("The file is missing."))
    if not isinstance(counts, dict) or listed != needed:
        raise ArchiveInvalid(
            "archive.damaged", "manifest.json#/rows", _("The list of entities does not match version 1.")
        )


def _is_missing(reader: ArchiveReader, entity: Entity) -> bool:
    """Whether the archive is older than the table."""
    return entity.may_be_missing and entity.name not in reader.manifest["rows"]


def read_people(reader: ArchiveReader) -> Iterator[dict[str, Any]]:
    """The people in the archive."""
    name, ids = "data/people.jsonl", set()
    for number, person in reader.lines(name):
        place = f"{name} line {number}"
        sound = (
            isinstance(person, dict) and set(person) == PERSON and type(person["id"]) is int and person["id"] not in ids
        )
        if not sound or not isinstance(person["name"], str) or not 1 <= len(person["name"]) <= 150:
            raise ArchiveInvalid(
                "archive.row", place, _("Each person needs a unique id and a name of 1 to 150 characters.")
            )
        ids.add(person["id"])
        yield person


def read_rows(reader: ArchiveReader, entity: Entity) -> Iterator[Row]:
    """The rows of an entity with checked columns; references are ids of the archive."""
    name = f"data/{entity.name}.jsonl"
    if _is_missing(reader, entity):
        return
    columns = {column_name(field): field for field in entity.fields}
    lists = {field.name for field in entity.many}
    for number, line in reader.lines(name):
        place = f"{name} line {number}"
        written = frozenset(line) if isinstance(line, dict) else frozenset()
        line = _fill_new_columns(entity, line)
        if not isinstance(line, dict) or set(line) != {"id", *columns, *lists}:
            unexpected = sorted({"id", *columns, *lists} ^ set(line)) if isinstance(line, dict) else []
            message = _("A row has columns that this version does not know: %(names)s.")
            raise ArchiveInvalid("archive.row", place, message % {"names": ", ".join(unexpected)[:200]})
        values = {}
        for key, column in columns.items():
            here = f"{place}#/{key}"
            if referenced_model(column) is not None:
                values[column.attname] = _id(line[key], here, optional=column.null or key != "of")
            elif column.get_internal_type() == "BinaryField":
                values[column.attname] = _picture(reader, line, here)
            else:
                values[column.attname] = from_json(column, line[key], here)
        yield Row(
            place,
            _id(line["id"], f"{place}#/id"),
            values,
            {key: _id_list(line[key], f"{place}#/{key}") for key in lists},
            frozenset(line) - written,
        )


def _fill_new_columns(entity: Entity, line: Any) -> Any:
    """A line of an older archive, completed with newer columns."""
    if not entity.column_defaults or not isinstance(line, dict):
        return line
    has = {column_name(field) for field in entity.fields} | {field.name for field in entity.many}
    return {name: value(line) for name, value in entity.column_defaults.items() if name in has - set(line)} | line


def _id(raw: Any, place: str, optional: bool = False) -> Any:
    if (raw is None and optional) or (type(raw) is int and -(2**53) < raw < 2**53):
        return raw
    raise ArchiveInvalid("archive.row", place, _("This must be the id of a row."))


def _id_list(raw: Any, place: str) -> list[int]:
    if not isinstance(raw, list) or len(raw) != len({str(raw_id) for raw_id in raw}):
        raise ArchiveInvalid("archive.row", place, _("This must be a list of different ids."))
    return [_id(raw_id, f"{place}/{index}") for index, raw_id in enumerate(raw)]


def _picture(reader: ArchiveReader, line: dict[str, Any], place: str) -> bytes:
    """The bytes of a picture; refuses one whose type or size differs from its row."""
    about = line.get("data")
    if not isinstance(about, dict) or set(about) != {"file"} or about["file"] != f"media/{line.get('sha256')}":
        raise ArchiveInvalid("archive.row", place, _("A picture must be named after its digest, under media/."))
    data = reader.read(about["file"])
    if reader.files[about["file"]]["sha256"] != line["sha256"]:
        raise ArchiveInvalid("archive.row", about["file"], _("The picture does not match its name."))
    try:
        inspected = pictures.inspect(data)
    except (pictures.PictureTooLarge, pictures.UnreadablePicture) as fault:
        raise ArchiveInvalid("archive.row", about["file"], _("This picture cannot be read.")) from fault
    if [inspected.media_type, inspected.width, inspected.height] != [
        line.get(name) for name in ("media_type", "width", "height")
    ]:
        raise ArchiveInvalid("archive.row", about["file"], _("The kind or size of the picture differs from its row."))
    return data


def _entity_ids(reader: ArchiveReader, entity: Entity) -> set[int]:
    name, ids, count = f"data/{entity.name}.jsonl", set[int](), 0
    if _is_missing(reader, entity):
        return ids
    for number, line in reader.lines(name):
        count += 1
        key = line.get("id") if isinstance(line, dict) else None
        if type(key) is not int or key in ids:
            raise ArchiveInvalid("archive.row", f"{name} line {number}#/id", _("Every row needs a unique id."))
        ids.add(key)
    if count != reader.manifest["rows"][entity.name]:
        raise ArchiveInvalid("archive.damaged", name, _("The number of rows differs from the manifest."))
    return ids


def _check_references(entity: Entity, row: Row, known: dict[type[Model], set[int]]) -> None:
    """Requires that every reference has a row in this archive; histories may refer to deleted rows."""
    if entity.is_history:
        return
    for column, model in reference_fields(entity):
        value = row.values[column.attname]
        if value is not None and value not in known.get(model, ()):
            raise _dangling(f"{row.place}#/{column_name(column)}")
        if value is None and not column.null:
            raise _dangling(f"{row.place}#/{column_name(column)}")
    for column in entity.many:
        for index, value in enumerate(row.lists[column.name]):
            if value not in known.get(column.related_model, ()):
                raise _dangling(f"{row.place}#/{column.name}/{index}")


def _dangling(place: str) -> ArchiveInvalid:
    return ArchiveInvalid("archive.reference", place, _("The archive has no such row."))


def _collect(contents: ArchiveContents, entity: Entity, row: Row) -> None:
    if entity.is_history:
        return
    if entity.model is Campaign:
        contents.name, contents.system = row.values["name"], row.values["system"]
        if contents.system not in play.SYSTEMS:
            message = _("This site does not know the game “%(game)s”.") % {"game": contents.system[:40]}
            raise ArchiveInvalid("archive.row", f"{row.place}#/system", message)
    elif entity.model is Member:
        person = row.values["user_id"]
        left = not Member(left=row.values["left"], guest_until=row.values["guest_until"]).present
        contents.places.append((person, contents.people[person], row.values["role"], left))
    elif entity.model is Encounter and row.values["status"] != Encounter.Status.PREPARED:
        contents.begun.add(row.id)
        contents.titles[row.id] = str(row.values["title"])


def _count_row(contents: ArchiveContents, entity: Entity, row: Row) -> None:
    contents.sizes[entity.model] += 1
    for column in entity.many:
        contents.sizes[column.remote_field.through] += len(row.lists[column.name])


def _check_encrypted(contents: ArchiveContents, encounters: set[int], report: Callable[[], Any]) -> None:
    """Finds the encrypted parts that do not open here, and refuses one without an encounter."""
    if contents.counts["campaign"] != 1:
        raise ArchiveInvalid("archive.row", "data/campaign.jsonl", _("An archive must contain exactly one campaign."))
    for name in sorted(contents.reader.files):
        if not name.startswith("encounters/"):
            continue
        report()
        number = name.split("/")[1]
        if not number.isdigit() or int(number) not in encounters:
            raise ArchiveInvalid("archive.reference", name, _("The archive has no such encounter."))
        if name.endswith("/sealed.bin"):
            try:
                value = read_hidden_part(contents.reader, int(number))
                for model, lines in ((Command, "commands"), (Event, "events")):
                    contents.sizes[model] += len(value[lines])
                encryption.require_new_encounter(value, name)
            except ArchiveInvalid as fault:
                if fault.code != "archive.sealed":
                    raise
                contents.shut[int(number)] = fault
    for begun in sorted(contents.begun):
        if f"encounters/{begun}/sealed.bin" not in contents.reader.files:
            raise ArchiveInvalid("archive.damaged", f"encounters/{begun}/sealed.bin", _("The file is missing."))


def read_hidden_part(reader: ArchiveReader, number: int) -> dict[str, Any]:
    """The opened encrypted part of an encounter, only for restoring."""
    name = f"encounters/{number}/sealed.bin"
    value: dict[str, Any] = encryption.decrypt(reader.read(name), name)
    return value


__all__ = ["ENCRYPTED_MODELS", "ArchiveContents", "Row", "read_archive", "read_hidden_part", "read_people", "read_rows"]
