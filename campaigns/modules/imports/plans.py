"""The plan of an import: what it will do with each object, as pages, the API and the import read it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.modules import stats_conversion
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.faults import Fault
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import local_changes, merging

# The actions that write; the others leave the object unchanged.
WRITES: Final = {"create", "restore", "update", "converged", "conflict", "remove"}
ACTIONS: Final = ("unchanged", "keep", "orphan", "skipped_deleted", *sorted(WRITES))
Item = dict[str, Any]


@dataclass(slots=True)
class Step:
    """The plan for one object: `action` is create, unchanged, keep, update, converged, conflict, skipped_deleted,
    restore, remove or orphan; `changes` are the places that differ, `value` is the resulting object."""

    collection: str
    key: str
    title: str
    action: str
    note: str = ""
    changes: list[merging.Change] = field(default_factory=list)
    value: Item | None = None
    new: Item | None = None
    local_object: local_changes.LocalObject | None = None
    position: int = 0
    # Set for a rollback: the version, the size of the party and the marks that the object had before.
    base_version: str = ""
    party_size: int | None = None
    flags: dict[str, bool] = field(default_factory=dict)

    @property
    def ref(self) -> str:
        """The object as a reference."""
        return f"{SINGULAR[self.collection]}:{self.key}"

    @property
    def conflicts(self) -> list[tuple[str, merging.Change]]:
        """The places that both sides changed, each with the name that a decision uses."""
        return [(f"{self.ref}#{change.pointer}", change) for change in self.changes if change.what == merging.CONFLICT]

    def as_json(self) -> dict[str, Any]:
        """The step as JSON for the API; with the values of both sides only for conflicts."""
        fields: dict[str, Any] = {"ref": self.ref, "title": self.title, "action": self.action, "note": self.note}
        if self.changes:
            fields["changes"] = [
                change.as_json()
                if change.what == merging.CONFLICT
                else {"pointer": change.pointer, "what": change.what}
                for change in self.changes
            ]
        return fields


@dataclass(slots=True)
class Plan:
    """The steps of an import in reading order; `token` is valid until module, options or campaign change.

    `fingerprint` is the hash of the module and of its state in the campaign."""

    steps: list[Step]
    options: dict[str, Any]
    fingerprint: str
    tables: stats_conversion.Tables
    undecided: list[str] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    truncated: bool = False  # whether there are more warnings

    @property
    def token(self) -> str:
        """The token with which `apply_import` does exactly this plan."""
        return digest([self.fingerprint, self.options])

    @property
    def counts(self) -> dict[str, int]:
        """The number of objects by action."""
        return dict(Counter(step.action for step in self.steps))

    def as_json(self) -> dict[str, Any]:
        """The plan as JSON for the API."""
        return {
            "counts": self.counts,
            "steps": [step.as_json() for step in self.steps],
            "options": self.options,
            "plan_token": self.token,
            "undecided": self.undecided,
            "warnings": [warning.as_json() for warning in self.warnings],
            "truncated": self.truncated,
        }
