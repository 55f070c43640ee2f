"""Preparing an encounter with all its participants in one transaction."""

from typing import Any

from django.db import transaction

from campaigns.encounters import actions
from campaigns.encounters.models import Encounter, EncounterGroup
from characters.models import Character
from people.models import Member


@transaction.atomic
def create_with_lines(
    *, membership: Member, lines: list[dict[str, Any]], options: dict[str, Any] | None = None, **fields: Any
) -> Encounter:
    """Creates a preparation with its lines; `fields` are those of `actions.create`.

    A line is {"monster" or "character": row, "side"?, "group"?, "count"?, "names"?, "note"?, "hidden"?}."""
    encounter = actions.create(membership=membership, options=options, **fields)
    _write_lines(membership, encounter, lines)
    return encounter


@transaction.atomic
def replace_lines(
    *,
    membership: Member,
    encounter: Encounter,
    lines: list[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Encounter:
    """Changes a preparation; `lines` replace all its lines."""
    if options is not None:
        fields["options"] = options
    encounter = actions.change(membership=membership, encounter=encounter, **fields)
    if lines is not None:
        for line in encounter.groups.all():
            actions.remove_line(membership=membership, encounter=encounter, line=line)
        _write_lines(membership, encounter, lines)
    return encounter


def _write_lines(membership: Member, encounter: Encounter, lines: list[dict[str, Any]]) -> None:
    for line in lines:
        character: Character | None = line.get("character")
        more = {name: line[name] for name in ("group", "count", "names", "note", "hidden") if name in line}
        if character is None:
            actions.add_monsters(membership=membership, encounter=encounter, monster=line["monster"], **more)
        else:
            side = line.get("side", "players")
            actions.add_characters(
                membership=membership,
                encounter=encounter,
                characters=[character],
                side=side,
                group=more.get("group", ""),
                hidden=bool(more.get("hidden")),
            )


def newcomer_line(encounter: Encounter, given: dict[str, Any]) -> EncounterGroup:
    """An unsaved line for `play.join`, for a newcomer to a running encounter."""
    monster, character = given.get("monster"), given.get("character")
    side = EncounterGroup.Side.MONSTERS if monster else EncounterGroup.Side.PLAYERS
    names = [given["name"]] if given.get("name") else []
    group = given.get("group", "")
    return EncounterGroup(
        encounter=encounter,
        side=side,
        monster=monster,
        character=character,
        group=group,
        names=names,
        hidden=bool(given.get("hidden")),
    )
