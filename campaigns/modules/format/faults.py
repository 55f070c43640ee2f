"""Faults of modules, each with a JSON pointer, a stable code and a sentence."""

from dataclasses import dataclass, field
from typing import Any, Final

from common import strict_json

SHOWN_FAULTS: Final = 200
# The code of the last stored warning of a module that has more than these.
MORE: Final = "warnings.more"
WARNINGS: Final = {
    "licence.unknown",
    "licence.noncommercial",
    "licence.mixed",
    "source.contradiction",
    "names.more",
    "licence.attribution",
    "asset.unused",
    "ref.stub",
}


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One error or warning: `pointer` by RFC 6901, `code` as docs/module-format.md lists them, `message` for
    people."""

    pointer: str
    code: str
    message: str

    def as_json(self) -> dict[str, str]:
        """The item as the API answers it."""
        return {"pointer": self.pointer, "code": self.code, "message": self.message}


@dataclass(slots=True)
class Report:
    """The result of a validation: the upgraded document, errors and warnings sorted by pointer.

    Contains at most 200 of each; `truncated` says that there were more."""

    document: dict[str, Any] | None
    errors: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    truncated: bool = False

    @property
    def ok(self) -> bool:
        """Whether the module may be imported."""
        return not self.errors

    @classmethod
    def of(cls, document: Any, faults: list[Fault]) -> "Report":
        """Sorts what was found into errors and warnings."""
        errors = sorted({fault for fault in faults if fault.code not in WARNINGS})
        warnings = sorted({fault for fault in faults if fault.code in WARNINGS})
        return cls(
            document=document if isinstance(document, dict) and not errors else None,
            errors=errors[:SHOWN_FAULTS],
            warnings=warnings[:SHOWN_FAULTS],
            truncated=max(len(errors), len(warnings)) > SHOWN_FAULTS,
        )

    def valid_document(self) -> dict[str, Any]:
        """The document, or ModuleInvalid with all faults."""
        if self.errors or self.document is None:
            raise ModuleInvalid(self.errors, self.warnings, self.truncated)
        return self.document


class ModuleInvalid(Exception):
    """An invalid module: HTTP 422 (400 if every code begins with `json.`).

    `errors` and `warnings` are lists of Fault, at most 200 each; `truncated` says that there were more."""

    def __init__(self, errors: list[Fault], warnings: list[Fault] | None = None, truncated: bool = False) -> None:
        super().__init__("; ".join(f"{error.pointer}: {error.message}" for error in errors[:5]))
        self.errors = errors
        self.warnings = warnings or []
        self.truncated = truncated

    @property
    def malformed(self) -> bool:
        """Whether the text was not even readable JSON."""
        return all(error.code.startswith("json.") for error in self.errors)


class ModuleConflict(Exception):
    """A valid module that conflicts with the current state: HTTP 409 (429 for `import.rate`).

    `code`: module.version_conflict, module.downgrade, conflict.key_taken, conflict.undecided, plan.stale,
    import.ruleset, import.rate, import.running, import.cancelled, import.lost, rollback.done, rollback.later."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def quote_value(value: Any) -> str:
    """A value echoed in a message: quoted when it is text, never longer than 200 characters."""
    if isinstance(value, str):
        return f"'{strict_json.echo(value)}'"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return strict_json.echo(str(value))


def at(pointer: str, *steps: str | int) -> str:
    """The pointer extended by steps."""
    return pointer + "".join(f"/{strict_json.pointer_token(step)}" for step in steps)
