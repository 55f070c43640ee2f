"""Preparing an encounter in one go: what it is and everybody in it, all or nothing."""

from typing import Any

from django.db import transaction

from campaigns.actions import encounters
from campaigns.models import Encounter, EncounterGroup, Member
from characters.models import Character


@transaction.atomic
def prepare(
    *, own: Member, lines: list[dict[str, Any]], options: dict[str, Any] | None = None, **fields: Any
) -> Encounter:
    """A new preparation with its lines; `fields` as `encounters.create` takes them.

    A line is {"monster" or "character": row, "side"?, "group"?, "count"?, "names"?, "note"?}."""
    encounter = encounters.create(own=own, options=options, **fields)
    _seat(own, encounter, lines)
    return encounter


@transaction.atomic
def rework(
    *, own: Member, encounter: Encounter, lines: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None, **fields: Any,
) -> Encounter:  # fmt: skip
    """Changes a preparation; `lines` replace all that stood there."""
    if options is not None:
        fields["options"] = options
    encounter = encounters.change(own=own, encounter=encounter, **fields)
    if lines is not None:
        for line in encounter.groups.all():
            encounters.remove_line(own=own, encounter=encounter, line=line)
        _seat(own, encounter, lines)
    return encounter


def _seat(own: Member, encounter: Encounter, lines: list[dict[str, Any]]) -> None:
    for line in lines:
        character: Character | None = line.get("character")
        more = {name: line[name] for name in ("group", "count", "names", "note") if name in line}
        if character is None:
            encounters.add_monsters(own=own, encounter=encounter, monster=line["monster"], **more)
        else:
            side = line.get("side", "players")
            encounters.add_characters(
                own=own, encounter=encounter, characters=[character], side=side, group=more.get("group", "")
            )


def newcomer(encounter: Encounter, given: dict[str, Any]) -> EncounterGroup:
    """The unsaved line of somebody who joins a running encounter, as `play.join` takes it."""
    monster, character = given.get("monster"), given.get("character")
    side = EncounterGroup.Side.MONSTERS if monster else EncounterGroup.Side.PLAYERS
    names = [given["name"]] if given.get("name") else []
    group = given.get("group", "")
    return EncounterGroup(
        encounter=encounter, side=side, monster=monster, character=character, group=group, names=names
    )
