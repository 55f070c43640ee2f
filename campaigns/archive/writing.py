"""Writes a campaign's archive."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

from django.db.models import Field, ForeignKey

from campaigns.archive import markdown, sealing
from campaigns.archive.container import Writer
from campaigns.archive.entities import ENTITIES, Entity, references
from campaigns.archive.faults import Progress, silent
from campaigns.archive.lines import written
from campaigns.archive.values import told
from campaigns.models import Campaign, Encounter, Participant, User

FORMAT: Final = "fatekeeper-campaign"
VERSION: Final = 1
STEP: Final = 500


def write(
    campaign: Campaign, into: IO[bytes], *, progress: Progress = silent, using: str = "default",
    now: datetime | None = None,
) -> None:  # fmt: skip
    """Writes the whole campaign into a seekable file; `progress` may raise `Cancelled`.

    Must run where the database stands still: in a transaction, or on a snapshot (`using`)."""
    archive = Writer(into)
    gathering = Gathering(campaign, archive, progress, using)
    rows = gathering.entities()
    gathering.encounters()
    gathering.people()
    for name, pieces in markdown.files(campaign, using):
        with archive.stream(name) as file:
            for piece in pieces:
                file.write(piece.encode())
    archive.finish({
        "format": FORMAT, "version": VERSION, "created": told(now or datetime.now(UTC)),
        "campaign": campaign.name, "game": campaign.system, "rows": rows,
    })  # fmt: skip


class Gathering:
    """One export: counts what it writes, and remembers whom and which pictures it met."""

    def __init__(self, campaign: Campaign, archive: Writer, progress: Progress, using: str) -> None:
        self.campaign, self.archive, self.progress, self.using = campaign, archive, progress, using
        self.met: set[int] = set()
        self.media: set[str] = set()
        self.done = self.total = 0

    def entities(self) -> dict[str, int]:
        """Writes every entity; the number of rows of each."""
        counts = {entity.name: entity.rows(self.campaign, self.using).count() for entity in ENTITIES}
        self.total = sum(counts.values())
        for entity in ENTITIES:
            with self.archive.stream(f"data/{entity.name}.jsonl") as file:
                for line in self._lines(entity):
                    file.write(written(line))
            self._pictures(entity)
        return counts

    def _lines(self, entity: Entity) -> Iterator[dict[str, Any]]:
        lists = {field.name: self._lists(entity, field) for field in entity.many}
        binary = [one.name for one in entity.fields if one.get_internal_type() == "BinaryField"]
        persons = [field for field, model in references(entity) if model is User]
        for row in entity.rows(self.campaign, self.using).defer(*binary).iterator(STEP):
            line: dict[str, Any] = {"id": row.pk}
            for field in entity.fields:
                line[named(field)] = _picture(row) if field.name in binary else told(getattr(row, field.attname))
            for name, found in lists.items():
                line[name] = found.get(row.pk, [])
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
        found: dict[int, list[int]] = {}
        for row, named_ in rows.order_by(other).values_list(source, other):
            found.setdefault(row, []).append(named_)
        return found

    def _pictures(self, entity: Entity) -> None:
        """The pictures of an entity, each once, named by their digest."""
        if not any(field.get_internal_type() == "BinaryField" for field in entity.fields):
            return
        for row in entity.rows(self.campaign, self.using).iterator(1):
            name = _picture(row)["file"]
            if name not in self.media:
                self.media.add(name)
                self.archive.add(name, bytes(row.data), packed=False)

    def encounters(self) -> None:
        """What was told of each encounter, and all of it sealed."""
        rows = Encounter._base_manager.using(self.using).filter(campaign=self.campaign).order_by("pk")
        for row in rows:
            whole = sealing.whole(row, bound(row, self.using), self.using)
            if whole is not None:
                self.archive.add(
                    f"encounters/{row.pk}/sealed.bin", sealing.closed(whole, sealing.own_key()), packed=False
                )
                account = b"".join(map(written, sealing.account(row, self.using)))
                self.archive.add(f"encounters/{row.pk}/account.jsonl", account)
            self.progress("packing", 0, 0)
        self.met |= sealing.people(rows, self.using)

    def people(self) -> None:
        """Everybody whom a row names, by name alone."""
        rows = User._base_manager.using(self.using).filter(pk__in=self.met).order_by("pk")
        lines = [written({"id": row.pk, "name": said_name(row), "absent": row.absent}) for row in rows]
        self.archive.add("data/people.jsonl", b"".join(lines))


def said_name(user: User) -> str:
    """The name a person had where they played."""
    return user.first_name if user.absent else user.username


def named(field: "Field[Any, Any]") -> str:
    """A column's name in an archive; a history's copy of the row's id is "of", its own is "id"."""
    if isinstance(field, ForeignKey):
        return field.name
    return "of" if field.name == "id" else field.name


def _picture(row: Any) -> dict[str, str]:
    return {"file": f"media/{row.sha256}"}


def bound(encounter: Encounter, using: str = "default") -> dict[str, Any]:
    """What of an encounter's plain rows must not be changed: its game, where it stands, and who plays whom."""
    rows = Participant._base_manager.using(using).filter(encounter=encounter).order_by("key")
    seats = {
        row.key: [row.pk, row.present, None if row.controller is None else said_name(row.controller.user)]
        for row in rows.select_related("controller__user")
    }
    return {
        "system": encounter.campaign.system, "status": encounter.status, "number": encounter.number,
        "started": told(encounter.started), "id": encounter.pk, "seats": seats,
    }  # fmt: skip
