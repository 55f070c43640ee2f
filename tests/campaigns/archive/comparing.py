"""What two archives of one campaign have in common: every entity with ids numbered again, and every encrypted part.

For proofs that a restore lost nothing; nothing of it may be shown, for it decrypts hidden cards.
"""

from typing import IO, Any

from campaigns.archive import encryption, reading
from campaigns.archive.container import ArchiveReader
from campaigns.archive.entities import ENTITIES, Entity
from campaigns.archive.references import map_ids, reference_fields
from campaigns.archive.writing import FORMAT, VERSION, column_name
from campaigns.encounters.models import Encounter, Participant
from characters.models import Character, ExperienceEntry
from people.models import User


def content(file: IO[bytes]) -> dict[str, list[Any]]:
    """Every entity of an archive as comparable lines; what a restore and accepted places add to the log aside."""
    reader = ArchiveReader(file, form=FORMAT, version=VERSION)
    numbers = _Numbers()
    people = {person["id"]: person["name"] for person in reading.read_people(reader)}
    for entity in ENTITIES:
        if not entity.is_history:
            for _number, line in reader.lines(f"data/{entity.name}.jsonl"):
                numbers.live(entity.model, line["id"])
    found: dict[str, list[Any]] = {}
    for entity in ENTITIES:
        lines = [line for _number, line in reader.lines(f"data/{entity.name}.jsonl")]
        found[entity.name] = [
            _comparable(entity, line, numbers, people)
            for line in lines
            if not {"restored", "place"} & set(line.get("data") or {})
        ]
    found["media"] = sorted(name for name in reader.files if name.startswith("media/"))
    found["sealed"] = _encrypted_parts(reader, numbers, people)
    return found


class _Numbers:
    """New numbers for ids: live rows count up, what a history alone remembers counts down."""

    def __init__(self) -> None:
        self.known: dict[Any, dict[int, int]] = {}

    def live(self, model: Any, old: int) -> None:
        ids = self.known.setdefault(model, {})
        ids.setdefault(old, len(ids) + 1)

    def of(self, model: Any, old: int | None) -> int | None:
        if old is None:
            return None
        ids = self.known.setdefault(model, {})
        return ids.setdefault(old, -len(ids) - 1)


def _comparable(entity: Entity, line: dict[str, Any], numbers: _Numbers, people: dict[int, str]) -> dict[str, Any]:
    told = dict(line)
    told["id"] = 0 if entity.is_history else numbers.of(entity.model, line["id"])
    for column, model in reference_fields(entity):
        name, old = column_name(column), line[column_name(column)]
        told[name] = people.get(old, "–") if model is User else numbers.of(model, old)
    for field in entity.many:
        told[field.name] = sorted(numbers.of(field.related_model, key) or 0 for key in line[field.name])
    for column, paths in (entity.json_references or {}).items():
        for path, model in paths.items():
            told[column] = map_ids(told[column], path, lambda old, model=model: numbers.of(model, old))
    return told


def _encrypted_parts(reader: ArchiveReader, numbers: _Numbers, people: dict[int, str]) -> list[Any]:
    found = []
    for name in sorted(reader.files, key=lambda path: (len(path), path)):
        if not name.endswith("/sealed.bin"):
            continue
        value = encryption.decrypt(reader.read(name), name)
        value["bound"]["id"] = numbers.of(Encounter, value["bound"]["id"])
        for seat in value["bound"]["seats"].values():
            seat[0] = numbers.of(Participant, seat[0])
        for line in value["commands"]:
            line["by"] = people.get(line["by"], "–")
        if value["settled"]:
            sheets = value["settled"]["sheets"]
            value["settled"]["sheets"] = [[numbers.of(Character, sheet[0]), *sheet[1:]] for sheet in sheets]
            value["settled"]["entries"] = [numbers.of(ExperienceEntry, entry) for entry in value["settled"]["entries"]]
        found.append(value)
    return sorted(found, key=lambda value: value["bound"]["id"])
