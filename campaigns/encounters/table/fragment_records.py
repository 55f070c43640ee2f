"""Records of all that the templates of a table page's kept fragments may read."""

from dataclasses import dataclass, field
from typing import Any

from campaigns.encounters.table.addresses import TableAddresses
from common.fragments import Facts
from rules.catalogue.queries import FilledRow


@dataclass(frozen=True, repr=False)
class FormEncounterFacts(Facts):
    """The fields of an encounter that forms show."""

    pk: int
    counts: bool
    uses_physical_chance: bool
    campaign: dict[str, Any]


@dataclass(frozen=True, repr=False)
class RowFacts(Facts):
    """The fields of a table that a participant's row shows; `seat` is empty if the row does not depend on it."""

    seat: str
    turn: list[str]
    targets: list[str]
    only_target: str | None
    runs_tables: bool
    over: bool
    view: dict[str, Any]
    seats_by_participant: dict[str, dict[str, Any]]
    urls: TableAddresses
    encounter: dict[str, Any]
    opened: str = ""


@dataclass(frozen=True, repr=False)
class FormFacts(Facts):
    """The fields of a table that its forms show."""

    seat: str
    key: str
    seen: str
    encounter: FormEncounterFacts
    participants: dict[str, dict[str, Any]]
    view: dict[str, Any]
    gm_name: str
    parts: dict[str, list[str]]
    urls: TableAddresses
    guides: dict[str, list[dict[str, Any]]]
    modifier_rows: list[dict[str, str]]
    preset_rows: list[FilledRow] = field(default_factory=list)
