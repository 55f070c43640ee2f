"""The addresses of an encounter's pages: one is resolved, the others are built from it."""

from dataclasses import dataclass
from functools import cache

from django.urls import get_script_prefix, reverse


@dataclass(frozen=True, repr=False)
class TableAddresses:
    """Where a table page and its forms lead; `encounter` ends with a slash."""

    encounter: str
    table: str
    command: str
    cards: str
    undo: str
    passing: str
    odds: str
    signs: str
    event_log: str
    fairness: str
    hand_over: str
    join: str
    copy: str
    stream: str

    def __repr__(self) -> str:
        """The two addresses that all others follow from: fragments have it in their keys."""
        return f"TableAddresses({self.encounter!r}, {self.stream!r})"


def table_addresses(encounter_id: int) -> TableAddresses:
    """The addresses of one encounter; tests/campaigns/encounters/test_fragments.py compares them with the routes."""
    encounter, stream = (pattern.replace("/0/", f"/{encounter_id}/") for pattern in _patterns(get_script_prefix()))
    return TableAddresses(
        encounter=encounter,
        table=f"{encounter}table/",
        command=f"{encounter}commands/",
        cards=f"{encounter}cards/",
        undo=f"{encounter}undo/",
        passing=f"{encounter}pass/",
        odds=f"{encounter}odds/",
        signs=f"{encounter}signs/",
        event_log=f"{encounter}account/",
        fairness=f"{encounter}fairness/",
        hand_over=f"{encounter}hands/",
        join=f"{encounter}join/",
        copy=f"{encounter}copy/",
        stream=stream,
    )


@cache
def _patterns(_prefix: str) -> tuple[str, str]:
    """The two addresses that cannot be built from another one, of an encounter with the id 0."""
    return reverse("encounter", args=[0]), reverse("api-encounter-stream", args=[0])
