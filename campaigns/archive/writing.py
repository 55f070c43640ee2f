"""Writes the archive of a campaign."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

from django.db.models import Field, ForeignKey

from campaigns.archive import encryption, markdown
from campaigns.archive.column_values import to_json
from campaigns.archive.container import ArchiveWriter
from campaigns.archive.entities import ENTITIES, Entity
from campaigns.archive.faults import Progress, ignore_progress
from campaigns.archive.jsonl import write_line
from campaigns.archive.references import reference_fields
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play.visibility import public_events
from people.models import Campaign, User

FORMAT: Final = "fatekeeper-campaign"
VERSION: Final = 1
STEP: Final = 500


def write_archive(
    campaign: Campaign,
    into: IO[bytes],
    *,
    progress: Progress = ignore_progress,
    using: str = "default",
    now: datetime | None = None,
) -> bool:
    """Writes all of the campaign into a seekable file; returns whether it is small enough for the page of restores.

    `progress` may raise `Cancelled`. Must run in a transaction or on a snapshot (`using`), so that the rows are
    consistent."""
    archive = ArchiveWriter(into)
    gathering = ArchiveContentsWriter(campaign, archive, progress, using)
    rows = gathering.entities()
    gathering.encounters()
    gathering.people()
    for name, pieces in markdown.markdown_files(campaign, using):
        with archive.stream(name) as file:
            for piece in pieces:
                file.write(piece.encode())
    archive.finish(
        {
            "format": FORMAT,
            "version": VERSION,
            "created": to_json(now or datetime.now(UTC)),
            "campaign": campaign.name,
            "game": campaign.system,
            "rows": rows,
        }
    )
    return archive.is_within_limits()


class ArchiveContentsWriter:
    """Writes one export, and remembers people and pictures that rows refer to."""

    def __init__(self, campaign: Campaign, archive: ArchiveWriter, progress: Progress, using: str) -> None:
        self.campaign, self.archive, self.progress, self.using = campaign, archive, progress, using
        self.met: set[int] = set()
        self.media: set[str] = set()
        self.done = self.total = 0

    def entities(self) -> dict[str, int]:
        """Writes every entity; returns the number of rows of each."""
        counts = {entity.name: entity.rows(self.campaign, self.using).count() for entity in ENTITIES}
        self.total = sum(counts.values())
        for entity in ENTITIES:
            with self.archive.stream(f"data/{entity.name}.jsonl") as file:
                for line in self._lines(entity):
                    file.write(write_line(line))
            self._pictures(entity)
        return counts

    def _lines(self, entity: Entity) -> Iterator[dict[str, Any]]:
        lists = {field.name: self._lists(entity, field) for field in entity.many}
        binary = [field.name for field in entity.fields if field.get_internal_type() == "BinaryField"]
        persons = [field for field, model in reference_fields(entity) if model is User]
        for row in entity.rows(self.campaign, self.using).defer(*binary).iterator(STEP):
            line: dict[str, Any] = {"id": row.pk}
            for field in entity.fields:
                line[column_name(field)] = (
                    _picture(row) if field.name in binary else to_json(getattr(row, field.attname))
                )
            for name, values_by_row in lists.items():
                line[name] = values_by_row.get(row.pk, [])
            self.met |= {line[field.name] for field in persons if line[field.name] is not None}
            self.done += 1
            if self.done % STEP == 0 or self.done == self.total:
                self.progress("reading", self.done, self.total)
            yield line

    def _lists(self, entity: Entity, field: Any) -> dict[int, list[int]]:
        """The ids in a list column, by row, in the order of their ids."""
        through = field.remote_field.through._base_manager.using(self.using)
        source, other = field.m2m_column_name(), field.m2m_reverse_name()
        rows = through.filter(**{f"{field.m2m_field_name()}__in": entity.rows(self.campaign, self.using).values("pk")})
        values_by_row: dict[int, list[int]] = {}
        for row, named_ in rows.order_by(other).values_list(source, other):
            values_by_row.setdefault(row, []).append(named_)
        return values_by_row

    def _pictures(self, entity: Entity) -> None:
        """Writes the pictures of an entity, each once, named by their digest."""
        if not any(field.get_internal_type() == "BinaryField" for field in entity.fields):
            return
        for row in entity.rows(self.campaign, self.using).iterator(1):
            name = _picture(row)["file"]
            if name not in self.media:
                self.media.add(name)
                self.archive.add(name, bytes(row.data), packed=False)

    def encounters(self) -> None:
        """Writes the public events and the encrypted part of each encounter."""
        rows = Encounter._base_manager.using(self.using).filter(campaign=self.campaign).order_by("pk")
        for row in rows:
            content = encryption.hidden_part(row, bound_values(row, self.using), self.using)
            if content is not None:
                self.archive.add(
                    f"encounters/{row.pk}/sealed.bin",
                    encryption.encrypt(content, encryption.installation_key()),
                    packed=False,
                )
                account = b"".join(map(write_line, public_events(row, self.using)))
                self.archive.add(f"encounters/{row.pk}/account.jsonl", account)
            self.progress("packing", 0, 0)
        self.met |= encryption.command_givers(rows, self.using)

    def people(self) -> None:
        """Writes the names of the people that rows refer to."""
        rows = User._base_manager.using(self.using).filter(pk__in=self.met).order_by("pk")
        lines = [write_line({"id": row.pk, "name": name_of(row), "absent": row.absent}) for row in rows]
        self.archive.add("data/people.jsonl", b"".join(lines))


def name_of(user: User) -> str:
    """The name of a person; for an absent person, the name on the site of origin."""
    return user.first_name if user.absent else user.username


def column_name(field: "Field[Any, Any]") -> str:
    """A column's name in an archive; in a history, the recorded row's id is "of", its own id is "id"."""
    if isinstance(field, ForeignKey):
        return field.name
    return "of" if field.name == "id" else field.name


def _picture(row: Any) -> dict[str, str]:
    return {"file": f"media/{row.sha256}"}


def bound_values(encounter: Encounter, using: str = "default") -> dict[str, Any]:
    """The values outside the encrypted part that must not change: game, status, dealer, and who plays whom."""
    rows = Participant._base_manager.using(using).filter(encounter=encounter).order_by("key")
    seats = {
        row.key: [row.pk, row.present, None if row.controller is None else name_of(row.controller.user)]
        for row in rows.select_related("controller__user")
    }
    return {
        "system": encounter.campaign.system,
        "status": encounter.status,
        "number": encounter.number,
        "started": to_json(encounter.started),
        "dealerless": encounter.dealerless,
        "id": encounter.pk,
        "seats": seats,
    }
