"""Builds the facts that the kept fragments of a table page are rendered from."""

from collections.abc import Mapping
from typing import Any, Final

from campaigns.encounters.table.fragment_records import FormEncounterFacts, FormFacts, RowFacts
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table
from common import fragments

# What a form may show of a participant. If it also showed pools and wounds, every hit would render all forms again.
PARTICIPANT_FIELDS: Final = ("name", "traits", "weapons", "slots")


def row_facts(table: Table, participant: Mapping[str, Any]) -> RowFacts:
    """The facts of one participant's row."""
    key = participant["id"]
    ranges = [pair for pair in table.view.get("ranges", []) if {pair["a"], pair["b"]} == {key, table.seat}]
    order = table.view.get("order", [])
    seat = table.seats_by_participant.get(key)
    return RowFacts(
        seat=table.seat if table.runs_tables or key == table.seat or ranges else "",
        turn=[key] if key in table.turn else [],
        targets=[key] if key in table.targets else [],
        only_target=key if table.only_target == key else None,
        runs_tables=table.runs_tables,
        over=table.over,
        view={"ranges": ranges, "order": order},
        seats_by_participant={
            key: {"member": seat.member is not None, "player": seat.player, "own_character": seat.own_character}
        }
        if seat
        else {},
        urls=table.urls,
        encounter={"campaign": {"system": table.encounter.campaign.system}},
    )


def form_facts(table: Table, *, catalogue: bool) -> FormFacts:
    """The facts of the forms of a page, with or without what the catalogue offers; built once for a page."""
    if catalogue not in table.form_facts:
        table.form_facts[catalogue] = _build_form_facts(table, catalogue=catalogue)
    return table.form_facts[catalogue]


def _build_form_facts(table: Table, *, catalogue: bool) -> FormFacts:
    """The facts with marks instead of the number and the key; the tag fills them in, so one cached HTML serves all."""
    encounter = table.encounter
    pending = table.view.get("pending") or {}
    return FormFacts(
        seat=table.seat,
        key=fragments.KEY_MARK,
        seen=fragments.NUMBER_MARK,
        encounter=FormEncounterFacts(
            encounter.pk,
            encounter.counts,
            encounter.uses_physical_chance,
            {"system": encounter.campaign.system},
        ),
        participants={
            key: {word: participant[word] for word in PARTICIPANT_FIELDS if word in participant}
            for key, participant in table.participants.items()
        },
        view={"hand": bool(table.view.get("hand")), "pending": {"kind": pending.get("kind")}},
        gm_name=table.gm_name,
        parts=table.parts,
        urls=table.urls,
        guides=table.guides if catalogue else {},
        modifier_rows=table.modifier_rows if catalogue else [],
        preset_rows=table.preset_rows if catalogue else [],
    )


def needs_catalogue(order: Action, participant: Any = None) -> bool:
    """Whether a form offers rows of the catalogue: presets, guides to numbers or named modifiers."""
    return bool(participant or order.modifiers or any(each.kind == "number" for each in order.inputs))
