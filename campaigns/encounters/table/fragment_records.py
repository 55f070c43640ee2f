"""Records of all that the templates of a table page's kept fragments may read."""

from dataclasses import dataclass, field
from typing import Any

from campaigns.encounters.table.addresses import TableAddresses


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
