"""Writes an archive's campaign into this site: all of it in one transaction, or nothing.

Where a transaction keeps everybody else from writing (SQLite), all is made ready in a copy first (staging.py)."""

from collections.abc import Iterable
from typing import IO, Any, Final

from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns.archive import library, reading, sealing, staging
from campaigns.archive.entities import ENTITIES, Entity, references, renamed
from campaigns.archive.faults import ArchiveInvalid, Progress, silent
from campaigns.archive.writing import bound
from campaigns.models import Campaign, Encounter, LogEntry, Member, Participant, User
from campaigns.models.people import Role
from characters.models import Character, ExperienceEntry

STEP: Final = 500


def restore(
    file: IO[bytes], *, by: User, confirmed: Iterable[str] = (), leave_shut: bool = False, progress: Progress = silent
) -> Campaign:  # fmt: skip
    """The campaign, restored with new ids; `by` is a GM of it afterwards.

    `confirmed` are the names whose accounts get their places back; everybody else becomes an absent person.
    `leave_shut` leaves out the encounters whose sealed part does not open here; without it they refuse the whole.
    ArchiveInvalid, Cancelled: nothing has been written."""
    found = reading.look(file, progress)
    if found.shut and not leave_shut:
        raise next(iter(found.shut.values()))
    try:
        with staging.stage(found) as stage:
            work = _Restoring(found, by, set(confirmed), progress, stage.using)
            with transaction.atomic(using=stage.using):
                work.run()
                if stage.live:
                    return work.seat()
            with stage.moved():
                return work.seat()
    except (IntegrityError, DataError, OverflowError) as fault:
        message = _("A row does not go together with another one of the archive.")
        raise ArchiveInvalid("archive.row", f"data/{work.now}.jsonl", message) from fault


class _Restoring:
    def __init__(
        self, found: reading.Found, by: User, confirmed: set[str], progress: Progress, using: str
    ) -> None:
        self.found, self.by, self.confirmed, self.progress, self.using = found, by, confirmed, progress, using
        self.new: dict[type[Model], dict[int, int]] = {}
        self.gone: dict[type[Model], set[int]] = {Encounter: set(found.shut)}
        self.total = max(1, sum(found.counts.values()))
        self.done, self.now = 0, "people"

    def run(self) -> None:
        """Everything of the archive."""
        self.new[User] = people(self.found, self.by, self.confirmed, self.using)
        for entity in ENTITIES:
            self.now = entity.name
            self._entity(entity)
        self.now = "encounters"
        for number in sorted(self.found.begun - set(self.found.shut)):
            self._unseal(number)

    @property
    def campaign(self) -> int:
        """The new campaign's id."""
        return next(iter(self.new[Campaign].values()))

    def _entity(self, entity: Entity) -> None:
        """Writes an entity's rows in the order of their ids, then what they say of rows of their own kind."""
        ids = self.new.setdefault(entity.model, {})
        match = library.MATCHED.get(entity.name)
        batch: list[tuple[int, Any]] = []
        later: list[tuple[int, str, int]] = []
        listed: list[tuple[int, dict[str, list[int]]]] = []
        for row in reading.rows(self.found.reader, entity):
            if not self._resolved(entity, row, later):
                self.gone.setdefault(entity.model, set()).add(row.id)
                continue
            made = entity.model(**row.values)
            made._state.db = self.using
            standing = match(made, self.by, row.place, self.campaign) if match else None
            if standing is not None:
                ids[row.id] = standing
                continue
            batch.append((row.id, made))
            listed.append((row.id, row.lists))
            if len(batch) == STEP or match:  # what may stand already is looked for row by row
                self._write(entity, batch)
        self._write(entity, batch)
        self._afterwards(entity, later, listed)

    def _write(self, entity: Entity, batch: list[tuple[int, Any]]) -> None:
        rows = [row for _id, row in batch]
        entity.model._base_manager.using(self.using).bulk_create(rows)
        if not entity.past:
            self.new[entity.model].update({old: row.pk for old, row in batch})
        self.done += len(batch)
        self.progress("writing", self.done, self.total)
        batch.clear()

    def _resolved(self, entity: Entity, row: reading.Row, later: list[tuple[int, str, int]]) -> bool:
        """Whether the row goes in; its references now name rows of this site."""
        if entity.model is Encounter and row.id in self.found.shut:
            return False
        if entity.model is Campaign:
            row.values["self_running"] = False
        for column, model in references(entity):
            old = row.values[column.attname]
            if old is None:
                continue
            if model is entity.model and not entity.past:
                later.append((row.id, column.attname, old))
                row.values[column.attname] = None
                continue
            new = self.new.get(model, {}).get(old)
            if new is None and entity.past:
                # What is gone has no row anywhere: a number that no row can ever get.
                new = None if column.name == "history_user" else -abs(old)
            if new is None and not column.null:
                return False
            row.values[column.attname] = new
        for column, paths in (entity.named or {}).items():
            for path, model in paths.items():
                ids = self.new.get(model, {})
                row.values[column] = renamed(row.values[column], path, lambda old, ids=ids: ids.get(old, -abs(old)))
        return True

    def _afterwards(self, entity: Entity, later: list[Any], listed: list[Any]) -> None:
        ids, manager = self.new[entity.model], entity.model._base_manager.using(self.using)
        columns: dict[str, list[Any]] = {}
        for own, column, other in later:
            if own in ids and other in ids:
                columns.setdefault(column, []).append(entity.model(**{"pk": ids[own], column: ids[other]}))
        for column, rows in columns.items():
            manager.bulk_update(rows, [entity.model._meta.get_field(column).name], batch_size=STEP)
        for field in entity.many:
            through, other = field.remote_field.through, self.new[field.related_model]
            names = (f"{field.m2m_field_name()}_id", f"{field.m2m_reverse_field_name()}_id")
            pairs = [(ids[own], other[one]) for own, lists in listed if own in ids for one in lists[field.name]]
            through._base_manager.using(self.using).bulk_create(
                [through(**dict(zip(names, pair, strict=True))) for pair in pairs], batch_size=STEP
            )

    def _unseal(self, number: int) -> None:
        """Commands, events and states, which nobody can have changed; who plays whom must be as it was sealed."""
        name = f"encounters/{number}/sealed.bin"
        value = reading.unsealed(self.found.reader, number)
        rows = Encounter._base_manager.using(self.using).select_related("campaign")
        row = rows.get(pk=self.new[Encounter][number])
        now, then = bound(row, self.using), value["bound"]
        keys = {new: old for old, new in self.new[Participant].items()}
        seats = {key: [keys.get(pk), present, who] for key, (pk, present, who) in now["seats"].items()}
        if {**now, "id": number, "seats": seats} != then:
            message = _("The encounter or its participants are not those that were sealed.")
            raise ArchiveInvalid("archive.damaged", name, message)
        sealing.restore(row, value, self.new[User], self._settled(value["settled"]))

    def _settled(self, settled: Any) -> Any:
        """What the end of the encounter wrote, under the new ids."""
        if settled is None:
            return None
        people_, entries = self.new[Character], self.new[ExperienceEntry]
        return {
            **settled,
            "sheets": [[people_.get(one[0], -abs(one[0])), *one[1:]] for one in settled["sheets"]],
            "entries": [entries.get(one, -abs(one)) for one in settled["entries"]],
        }

    def seat(self) -> Campaign:
        """The campaign, now of this site: whoever restores runs it, and the log says so."""
        campaign = Campaign._base_manager.get(pk=self.campaign)
        own, new = Member._base_manager.get_or_create(campaign=campaign, user=self.by, defaults={"role": Role.GM})
        if not new and (own.role != Role.GM or own.left is not None):
            own.role, own.left = Role.GM, None
            own.save()
        LogEntry._base_manager.create(
            campaign=campaign, kind=LogEntry.Kind.CAMPAIGN, by=self.by,
            data={"restored": self.found.created[:40], "left_out": len(self.found.shut)},
            text=_("%(person)s restores the campaign from an archive.") % {"person": self.by.username},
        )  # fmt: skip
        return campaign


def people(found: reading.Found, by: User, confirmed: set[str], using: str = "default") -> dict[int, int]:
    """Whom each person of the archive is here: the confirmed account of that name, or somebody absent."""
    names = {name for name in found.people.values() if name in confirmed}
    accounts = {
        user.username: user.pk
        for user in User._base_manager.using(using).filter(username__in=names, is_active=True, kind=User.Kind.PERSON)
    }
    new: dict[int, int] = {}
    for person in reading.persons(found.reader):
        known = None if person["absent"] else accounts.pop(person["name"], None)
        new[person["id"]] = known or absent(person["name"], using).pk
    return new


def absent(name: str, using: str = "default") -> User:
    """Somebody who holds a place until its person comes: nobody can sign in as them."""
    known = User._base_manager.using(using).filter(username__startswith=f"{name[:120]} (")
    taken = set(known.values_list("username", flat=True))
    words = [_("absent"), *(f"{_('absent')} {number}" for number in range(2, len(taken) + 3))]
    username = next(text for word in words if (text := f"{name[:120]} ({word})") not in taken)
    row = User(username=username, first_name=name, kind=User.Kind.ABSENT, is_active=False)
    row.set_unusable_password()
    row.save(using=using)
    return row


__all__ = ["absent", "people", "restore"]
