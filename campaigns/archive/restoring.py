"""Restores a campaign from an archive in one transaction: all of it or nothing.

On SQLite, where a transaction blocks all other writers, the rows are prepared in a copy first (staging.py)."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import IO, Any, Final

from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.archive import encryption, reading, shared_modules, staging
from campaigns.archive.entities import ENTITIES, Entity
from campaigns.archive.faults import ArchiveInvalid, Progress, ignore_progress
from campaigns.archive.place_offers.actions import offer_places
from campaigns.archive.references import map_ids, reference_fields
from campaigns.archive.restored_people import match_people
from campaigns.archive.writing import bound_values
from campaigns.encounters.models import Encounter, Participant
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.maps.area_actions import cover_pins
from campaigns.world.maps.models import WorldMap
from characters.models import Character, ExperienceEntry
from people.access import memberships_of
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member, Role, User

RESTORED: Final = NamingSentence(gettext_lazy("%(person)s restored the campaign from an archive."), "person")
STEP: Final = 500
MAX_NAME_LENGTH: Final = 120


def restore_campaign(
    file: IO[bytes],
    *,
    by: User,
    confirmed: Iterable[str] = (),
    leave_shut: bool = False,
    trusted: bool = False,
    progress: Progress = ignore_progress,
    finish: Callable[[Campaign], None] | None = None,
) -> Campaign:
    """Restores the campaign with new ids, with `by` as a GM.

    All people in the archive become absent people who hold places. The accounts named in `confirmed` are offered their
    places, and become members when they accept. Only `by` gets the place of their own name at once. `leave_shut` leaves
    out encounters that do not open here; without it, they make the restore fail. A `trusted` archive may be of any
    size. `finish` is called with the campaign inside the transaction.
    ArchiveInvalid, Cancelled: nothing has been written."""
    contents = reading.read_archive(file, progress, trusted=trusted)
    if contents.shut and not leave_shut:
        raise next(iter(contents.shut.values()))
    try:
        with staging.staging_area(contents) as stage:
            work = _Restore(contents, by, set(confirmed), progress, stage.using)
            work.finish = finish
            with transaction.atomic(using=stage.using):
                work.run()
                if stage.live:
                    return work.finish_restore()
            with stage.move():
                return work.finish_restore()
    except (IntegrityError, DataError, OverflowError) as fault:
        message = _("A row contradicts another row of the archive.")
        raise ArchiveInvalid("archive.row", f"data/{work.current_file}.jsonl", message) from fault


class _Restore:
    def __init__(
        self, contents: reading.ArchiveContents, by: User, confirmed: set[str], progress: Progress, using: str
    ) -> None:
        self.contents, self.by, self.confirmed, self.progress, self.using = contents, by, confirmed, progress, using
        self.new: dict[type[Model], dict[int, int]] = {}
        self.gone: dict[type[Model], set[int]] = {Encounter: set(contents.shut)}
        self.total = max(1, sum(contents.counts.values()))
        self.done, self.current_file = 0, "people"
        self.dealerless = False  # whether the campaign is played without a dealer
        self.finish: Callable[[Campaign], None] | None = None

    def run(self) -> None:
        """Restores all entities and encounters."""
        self.new[User] = match_people(self.contents, self.by, self.using)
        for entity in ENTITIES:
            self.current_file = entity.name
            self._write_entity(entity)
        self.current_file = "encounters"
        for number in sorted(self.contents.begun - set(self.contents.shut)):
            self.progress("writing", self.done, self.total)
            self._restore_hidden_part(number)

    @property
    def campaign(self) -> int:
        """The new campaign's id."""
        return next(iter(self.new[Campaign].values()))

    def _write_entity(self, entity: Entity) -> None:
        """Writes an entity's rows in the order of their ids, then their references to rows of the same entity."""
        ids = self.new.setdefault(entity.model, {})
        match = shared_modules.SHARED_ROW_RESTORERS.get(entity.name)
        batch: list[tuple[int, Any]] = []
        later: list[tuple[int, str, int]] = []
        listed: list[tuple[int, dict[str, list[int]]]] = []
        for row in reading.read_rows(self.contents.reader, entity):
            self.progress("writing", self.done + len(batch), self.total)  # a row may be a large picture
            if not self._resolve(entity, row, later):
                self.gone.setdefault(entity.model, set()).add(row.id)
                continue
            row_copy = entity.model(**row.values)
            row_copy._state.db = self.using
            if isinstance(row_copy, LogEntry):
                row_copy.restored = row_copy.by_id != self.by.pk
            standing = match(row_copy, self.by, row.place, self.campaign) if match else None
            if standing is not None:
                ids[row.id] = standing
                continue
            batch.append((row.id, row_copy))
            listed.append((row.id, row.lists))
            if len(batch) == STEP or match:  # entities that the site may have already are matched row by row
                self._write(entity, batch)
        self._write(entity, batch)
        self._write_references(entity, later, listed)

    def _write(self, entity: Entity, batch: list[tuple[int, Any]]) -> None:
        rows = [row for _id, row in batch]
        entity.model._base_manager.using(self.using).bulk_create(rows)
        if not entity.is_history:
            self.new[entity.model].update({old: row.pk for old, row in batch})
        self.done += len(batch)
        batch.clear()

    def _resolve(self, entity: Entity, row: reading.Row, later: list[tuple[int, str, int]]) -> bool:
        """Replaces the row's references by ids of this site; returns whether to write the row."""
        if entity.model is Encounter and row.id in self.contents.shut:
            return False
        if entity.model is Campaign:
            row.values["self_running"], self.dealerless = False, row.values["dealerless"]
        if entity.model is Encounter and "dealerless" in row.missing:
            row.values["dealerless"] = self.dealerless
        for column, model in reference_fields(entity):
            old = row.values[column.attname]
            if old is None:
                continue
            if model is entity.model and not entity.is_history:
                later.append((row.id, column.attname, old))
                row.values[column.attname] = None
                continue
            new = self.new.get(model, {}).get(old)
            if new is None and entity.is_history:
                # A deleted row: an id that no row can get.
                new = None if column.name == "history_user" else -abs(old)
            if new is None and not column.null:
                return False
            row.values[column.attname] = new
        for column, paths in (entity.json_references or {}).items():
            for path, model in paths.items():
                ids = self.new.get(model, {})
                row.values[column] = map_ids(row.values[column], path, lambda old, ids=ids: ids.get(old, -abs(old)))
        return True

    def _write_references(self, entity: Entity, later: list[Any], listed: list[Any]) -> None:
        """Writes references to rows of the same entity (`later`) and lists of other rows (`listed`)."""
        ids, manager = self.new[entity.model], entity.model._base_manager.using(self.using)
        columns: dict[str, list[Any]] = {}
        for old_id, column, old_target in later:
            if old_id in ids and old_target in ids:
                columns.setdefault(column, []).append(entity.model(**{"pk": ids[old_id], column: ids[old_target]}))
        for column, rows in columns.items():
            manager.bulk_update(rows, [entity.model._meta.get_field(column).name], batch_size=STEP)
        for field in entity.many:
            through, target_ids = field.remote_field.through, self.new[field.related_model]
            names = (f"{field.m2m_field_name()}_id", f"{field.m2m_reverse_field_name()}_id")
            pairs = [
                (ids[old_id], target_ids[old_target])
                for old_id, lists in listed
                if old_id in ids
                for old_target in lists[field.name]
            ]
            through._base_manager.using(self.using).bulk_create(
                [through(**dict(zip(names, pair, strict=True))) for pair in pairs], batch_size=STEP
            )

    def _restore_hidden_part(self, number: int) -> None:
        """Restores commands, events and states from the encrypted part, which must match the participants."""
        name = f"encounters/{number}/sealed.bin"
        value = reading.read_hidden_part(self.contents.reader, number)
        rows = Encounter._base_manager.using(self.using).select_related("campaign")
        row = rows.get(pk=self.new[Encounter][number])
        actual, expected = bound_values(row, self.using), value["bound"]
        keys = {new: old for old, new in self.new[Participant].items()}
        seats = {key: [keys.get(pk), present, player] for key, (pk, present, player) in actual["seats"].items()}
        if "dealerless" not in expected:  # of an older archive
            del actual["dealerless"]
        if {**actual, "id": number, "seats": seats} != expected:
            message = _("The encounter or its participants differ from those that were encrypted.")
            raise ArchiveInvalid("archive.damaged", name, message)
        encryption.restore_hidden_part(row, value, self.new[User], self._translate_settlement(value["settled"]))

    def _translate_settlement(self, settled: Any) -> Any:
        """The record of what the end of the encounter wrote, with the new ids."""
        if settled is None:
            return None
        people_, entries = self.new[Character], self.new[ExperienceEntry]
        return {
            **settled,
            "sheets": [[people_.get(sheet[0], -abs(sheet[0])), *sheet[1:]] for sheet in settled["sheets"]],
            "entries": [entries.get(entry, -abs(entry)) for entry in settled["entries"]],
        }

    def finish_restore(self) -> Campaign:
        """Completes the rows, makes the restoring person a GM, logs the restore and offers the places of others."""
        campaign = Campaign._base_manager.get(pk=self.campaign)
        campaign.restored, campaign.archive_made = timezone.now(), parse_moment(self.contents.created)
        # Without `save`: who restored it has changed nothing in the campaign's history.
        Campaign._base_manager.filter(pk=campaign.pk).update(
            restored=campaign.restored, archive_made=campaign.archive_made
        )
        # Anyone can write an archive: a pin in a hidden area is hidden whatever its row says.
        for row in WorldMap._base_manager.filter(campaign=campaign):
            cover_pins(row)
        encryption.require_encounters_once(campaign)
        self._name_copy(campaign)
        membership, new = Member._base_manager.get_or_create(
            campaign=campaign, user=self.by, defaults={"role": Role.GM}
        )
        if not new and (membership.role != Role.GM or membership.left or membership.guest_until):
            membership.role, membership.left, membership.guest_until = Role.GM, None, None
            membership.save()
        write_entry(
            campaign=campaign,
            kind=LogEntry.Kind.CAMPAIGN,
            by=self.by,
            data={"restored": self.contents.created[:40], "left_out": len(self.contents.shut)},
            text=RESTORED.write(person=self.by),
        )
        offer_places(self._places_to_offer(campaign), by=self.by)
        if self.finish is not None:
            self.finish(campaign)
        return campaign

    def _name_copy(self, campaign: Campaign) -> None:
        """Gives the campaign another name if the restoring person is in one of the same name."""
        others = memberships_of(self.by).exclude(campaign=campaign.pk)
        if others.filter(campaign__name=campaign.name).exists():
            archived = campaign.archive_made or campaign.restored or timezone.now()
            original = _original_name(campaign.name)
            # Two archives of one day are distinguished by the time.
            for date in (date_format(archived, "j M Y"), date_format(archived, "j M Y, H:i")):
                room = MAX_NAME_LENGTH - len(_copy_name("", date))
                campaign.name = _copy_name(original[:room], date)
                if not others.filter(campaign__name=campaign.name).exists():
                    break
            Campaign._base_manager.filter(pk=campaign.pk).update(name=campaign.name)

    def _places_to_offer(self, campaign: Campaign) -> Iterator[tuple[str, Member]]:
        """The places to offer, each with the name of its person."""
        held = {place.user_id: place for place in Member._base_manager.filter(campaign=campaign)}
        for person, name, _role, _left in self.contents.places:
            place = held.get(self.new[User][person])
            if name in self.confirmed and place is not None and place.user_id != self.by.pk:
                yield name, place


def _copy_name(name: str, date: str) -> str:
    return _("Copy of %(name)s (%(date)s)") % {"name": name, "date": date}


def _original_name(name: str) -> str:
    """The name of the campaign that a copy comes from; a copy of a copy is named after that, too."""
    pattern = re.escape(_copy_name("NAME", "DATE")).replace("NAME", "(.+)").replace("DATE", "[^()]+")
    return copy[1] if (copy := re.fullmatch(pattern, name)) else name


def parse_moment(text: str) -> datetime | None:
    """A moment of an archive's manifest; None if it is none, because anyone can write a manifest."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    usual = moment is not None and timezone.is_aware(moment) and 1 < moment.year < 9999
    return moment if usual else None
