"""Tasks of bounded processes that read, check and convert modules, with JSON as input and output."""

import copy
from collections.abc import Callable
from typing import Any, Final

from campaigns.modules import adapters
from campaigns.modules.adapters.draft import Draft, NotUnderstood
from campaigns.modules.format import detection, validation
from campaigns.modules.format.faults import ModuleInvalid, Report
from campaigns.modules.format.references import Known
from campaigns.modules.format.zip_files import Archive

Item = dict[str, Any]
Ask = Callable[[str, Any], Any]


def read(_about: Item, data: bytes, _ask: Ask) -> Item:
    """The document of a module file or archive, or the faults for which it is refused."""
    try:
        if not detection.is_archive(data):
            return {"document": detection.parse_json(data)}
        archive = Archive(data)
        archive.check_size()
    except ModuleInvalid as refused:
        return {"errors": [error.as_json() for error in refused.errors]}
    try:
        return {"document": detection.parse_json(archive.document())}
    except ModuleInvalid as refused:
        return {"errors": [error.as_json() for error in refused.errors], "inside": True}


def validate_document(about: Item, data: bytes, ask: Ask) -> Item:
    """The report on a document; `data` is the archive that it came in, if any."""
    try:
        archive = Archive(data) if data else None
        report = validation.document(about["document"], _ask_references(ask), archive, about["allow_missing"])
    except ModuleInvalid as refused:  # a picture of the archive that cannot be read
        return {"refused": [error.as_json() for error in refused.errors]}
    return _report(report)


def convert(about: Item, data: bytes, ask: Ask) -> Item:
    """The draft of a foreign file with its review list, or the reason why it is not understood."""
    foes: dict[str, Item] | None = None

    def foe(name: str) -> Item | None:
        nonlocal foes
        if foes is None:
            foes = ask("foes", None)
        return foes.get(name.lower()) if foes is not None else None

    source: Any = data if about["bytes"] else data.decode("utf-8", "surrogatepass")
    try:
        draft = adapters.convert(about["kind"], source, foe)
    except NotUnderstood as refused:
        return {"refused": refused.message, "pointer": refused.pointer}
    if about["title"]:
        draft.set_title(about["title"])
    _note_contradictions(draft, ask)
    draft_fields = draft.as_json()
    return {name: draft_fields[name] for name in ("document", "review", "recognised")} | {"more": draft.more}


def _note_contradictions(draft: Draft, ask: Ask) -> None:
    """Puts contradictions in the draft at the top of its review list."""
    for warning in validation.document(copy.deepcopy(draft.document), _ask_references(ask)).warnings:
        if warning.code == "source.contradiction":
            draft.note(warning.pointer, "contradiction", warning.message)
    draft.review.sort(key=lambda line: line.code != "contradiction")


def _ask_references(ask: Ask) -> Known:
    """Asks the site once for the references of each required module."""
    found: dict[tuple[str, str], set[str] | None] = {}

    def known(module: str, wanted: str = "") -> set[str] | None:
        if (module, wanted) not in found:
            references = ask("references", [module, wanted])
            found[module, wanted] = None if references is None else set(references)
        return found[module, wanted]

    return known


def _report(report: Report) -> Item:
    return {
        "document": report.document,
        "truncated": report.truncated,
        "errors": [error.as_json() for error in report.errors],
        "warnings": [warning.as_json() for warning in report.warnings],
    }


# The tasks by the names under which the site starts them; `common/bounded/host.py` names this table.
TASKS: Final = {"convert": convert, "validate": validate_document, "read": read}
