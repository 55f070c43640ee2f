"""What the fragments of a table page depend on: small records that hold everything their templates may read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from campaigns.encounters.table.addresses import TableAddresses
from common import fragments

if TYPE_CHECKING:
    from campaigns.encounters.table.page import Table

# What a form may say of a participant: the rest would make a form new after every blow.
PERSON_WORDS: Final = ("name", "traits", "weapons", "slots")


@dataclass(frozen=True)
class EncounterFacts:
    """An encounter as far as the forms of its page name it."""

    pk: int
    number: str
    counts: bool
    by_hand: bool
    campaign: dict[str, Any]


@dataclass(frozen=True)
class RowFacts:
    """What a participant's row shows of the table; `seat` is empty where the row does not depend on it."""

    seat: str
    turn: list[str]
    targets: list[str]
    only_target: str | None
    runs: bool
    over: bool
    view: dict[str, Any]
    held: dict[str, dict[str, Any]]
    urls: TableAddresses
    opened: str = ""


@dataclass(frozen=True)
class FormFacts:
    """What a form of the table shows of it."""

    seat: str
    key: str
    encounter: EncounterFacts
    people: dict[str, dict[str, Any]]
    view: dict[str, Any]
    gm_name: str
    parts: dict[str, list[str]]
    urls: TableAddresses
    guides: dict[str, list[dict[str, Any]]]
    modifier_rows: list[dict[str, str]]
    preset_rows: list["PresetRow"] = field(default_factory=list)


@dataclass(frozen=True)
class PresetRow:
    """A catalogue row as a form offers it."""

    name: str
    text: str
    figures: dict[str, Any]


def row_facts(table: "Table", person: Mapping[str, Any]) -> RowFacts:
    """The facts of one participant's row."""
    key = person["id"]
    ranges = [one for one in table.view.get("ranges", []) if {one["a"], one["b"]} == {key, table.seat}]
    order = table.view.get("order", [])
    held = table.held.get(key)
    return RowFacts(
        seat=table.seat if table.runs or key == table.seat or ranges else "",
        turn=[key] if key in table.turn else [],
        targets=[key] if key in table.targets else [],
        only_target=key if table.only_target == key else None,
        runs=table.runs,
        over=table.over,
        view={"ranges": ranges, "order": order},
        held={key: {"member": held.member is not None, "player": held.player, "own_character": held.own_character}}
        if held
        else {},
        urls=table.urls,
    )


def form_facts(table: "Table", *, catalogue: bool) -> FormFacts:
    """The facts of the forms of one seat, with or without what the catalogue offers; number and key are marks."""
    encounter = table.encounter
    pending = table.view.get("pending") or {}
    return FormFacts(
        seat=table.seat,
        key=fragments.KEY_MARK,
        encounter=EncounterFacts(
            encounter.pk,
            fragments.NUMBER_MARK,
            encounter.counts,
            encounter.by_hand,
            {"system": encounter.campaign.system},
        ),
        people={key: {word: one[word] for word in PERSON_WORDS if word in one} for key, one in table.people.items()},
        view={"hand": bool(table.view.get("hand")), "pending": {"kind": pending.get("kind")}},
        gm_name=table.gm_name,
        parts=table.parts,
        urls=table.urls,
        guides=table.guides if catalogue else {},
        modifier_rows=table.modifier_rows if catalogue else [],
        preset_rows=[PresetRow(row.name, row.text, row.figures) for row in table.preset_rows] if catalogue else [],
    )
