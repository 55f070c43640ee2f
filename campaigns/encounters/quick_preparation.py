"""Preparing an encounter with all its participants in one transaction."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from campaigns.encounters import actions, queries
from campaigns.encounters.access import visible_notes
from campaigns.encounters.models import Encounter
from campaigns.encounters.preparing.locking import lock_encounter_for
from characters.models import Character
from common.edit_conflicts import EditConflict
from common.revisions import revision_read
from people.models import Member


class GroupRefused(ValidationError):
    """The refusal of one group of a preparation; `place` counts from 0 in the list that was sent."""

    def __init__(self, place: int, refusal: ValidationError) -> None:
        super().__init__(refusal)
        self.place = place


@transaction.atomic
def create_with_groups(
    *, membership: Member, groups: list[dict[str, Any]], options: dict[str, Any] | None = None, **fields: Any
) -> Encounter:
    """Creates a preparation with its groups; `fields` are those of `actions.create`.

    A group is {"monster" or "character": row, "side"?, "group"?, "count"?, "names"?, "note"?, "hidden"?}.
    GroupRefused: one of them cannot take part."""
    encounter = actions.create(membership=membership, options=options, **fields)
    _write_groups(membership, encounter, groups)
    return encounter


@transaction.atomic
def start_with_groups(*, membership: Member, groups: list[dict[str, Any]], **fields: Any) -> Encounter:
    """Creates a preparation with its groups and starts it; if it cannot be played, nothing is stored.

    ValidationError: a side has no participants."""
    encounter = create_with_groups(membership=membership, groups=groups, **fields)
    if missing := queries.missing_sides_sentence(encounter):
        raise ValidationError(missing)
    return actions.start(membership=membership, encounter=encounter)


@transaction.atomic
def change_with_groups(
    *,
    membership: Member,
    encounter: Encounter,
    groups: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
    revision: int | None = None,
    **fields: Any,
) -> Encounter:
    """Changes an encounter; `groups`, which only a preparation may have, replace all its groups.

    `revision` is the one that the writer saw (`preparation_revision`): another one raises `EditConflict`."""
    if revision is not None:
        locked = lock_encounter_for(membership, encounter)
        current = preparation_revision(locked, membership)
        if current != revision:
            raise EditConflict(locked, locked.title, current)
    if options is not None:
        fields["options"] = options
    if groups is not None:
        # New groups may be hidden only with a dealer, and old ones may keep the encounter from losing it.
        for group in encounter.groups.all():
            actions.remove_group(membership=membership, encounter=encounter, encounter_group=group)
    encounter = actions.change(membership=membership, encounter=encounter, **fields)
    if groups is not None:
        _write_groups(membership, encounter, groups)
    return encounter


def preparation_revision(encounter: Encounter, reader: Member | None = None) -> int:
    """A number that changes with everything that `reader` (None: a GM), who runs the table, sees of a preparation.

    It is computed from the content, so commands at the table neither change nor read it."""
    names = ("title", "session_id", "options", "counts", "real_cards", "dealerless")
    groups = encounter.groups.order_by("pk").values(
        "side", "group", "monster", "character", "count", "names", "note", "hidden", "position"
    )
    fields = {name: getattr(encounter, name) for name in names}
    return revision_read(fields | {"notes": visible_notes(reader, encounter), "lines": list(groups)})


def _write_groups(membership: Member, encounter: Encounter, groups: list[dict[str, Any]]) -> None:
    for place, fields in enumerate(groups):
        try:
            _write_group(membership, encounter, fields)
        except ValidationError as refusal:
            raise GroupRefused(place, refusal) from None


def _write_group(membership: Member, encounter: Encounter, fields: dict[str, Any]) -> None:
    character: Character | None = fields.get("character")
    more = {name: fields[name] for name in ("group", "count", "names", "note", "hidden") if name in fields}
    if character is None:
        actions.add_monsters(membership=membership, encounter=encounter, monster=fields["monster"], **more)
    else:
        side = fields.get("side", "players")
        actions.add_characters(
            membership=membership,
            encounter=encounter,
            characters=[character],
            side=side,
            group=more.get("group", ""),
            hidden=bool(more.get("hidden")),
        )
