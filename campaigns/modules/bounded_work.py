"""Runs the tasks of bounded_tasks.py in bounded child processes."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import Draft, Line, NotUnderstood, Recognised
from campaigns.modules.format.faults import Fault, ModuleInvalid, Report
from campaigns.modules.format.references import Known
from campaigns.modules.format.zip_files import Archive
from common.bounded.jobs import run
from common.bounded.limits import OverLimits

Item = dict[str, Any]
INSIDE: Final = "module.json#"


def read(data: bytes) -> Any:
    """The JSON value of a module file or of the module.json of an archive. ModuleInvalid: json.*, zip.*, too_long."""
    answer = _run("read", {}, data)
    if "errors" in answer:
        inside = INSIDE if answer.get("inside") else ""
        raise ModuleInvalid(_faults(answer["errors"], inside))
    return answer["document"]


def validate(document: Any, known: Known, archive: Archive | None, allow_missing: bool) -> Report:
    """The report of `validation.document`. ModuleInvalid if the archive cannot be read or takes too long."""
    about = {"document": document, "allow_missing": allow_missing}
    answer = _run("validate", about, archive.data if archive is not None else b"", {"references": _references(known)})
    if "refused" in answer:
        raise ModuleInvalid(_faults(answer["refused"]))
    return Report(answer["document"], _faults(answer["errors"]), _faults(answer["warnings"]), answer["truncated"])


def convert(kind: str, data: Any, title: str, known: Known, foes: Callable[[], dict[str, Item]]) -> Draft:
    """The draft of a file of another system. NotUnderstood if it is none or takes too long."""
    about = {"kind": kind, "title": title, "bytes": isinstance(data, bytes)}
    if not isinstance(data, bytes):
        text = data if isinstance(data, str) else json.dumps(data)
        data = text.encode("utf-8", "surrogatepass")
    answers = {"references": _references(known), "foes": lambda _about: foes()}
    try:
        answer = run("convert", about, data, answers)
    except OverLimits:
        raise NotUnderstood(_("the file takes too much time or memory to convert; send it in parts")) from None
    if "refused" in answer:
        raise NotUnderstood(answer["refused"], answer["pointer"])
    review = [Line(**line) for line in answer["review"]]
    return Draft(answer["document"], review, more=answer["more"], recognised=Recognised(**answer["recognised"]))


def _run(task: str, about: Item, data: bytes, answers: Mapping[str, Callable[[Any], Any]] | None = None) -> Item:
    try:
        result: Item = run(task, about, data, answers)
    except OverLimits:
        message = _("the module takes too much time or memory to check; make it smaller")
        raise ModuleInvalid([Fault("", "module.too_long", message)]) from None
    return result


def _references(known: Known) -> Callable[[list[str]], list[str] | None]:
    def answer(about: list[str]) -> list[str] | None:
        found = known(*about)
        return None if found is None else sorted(found)

    return answer


def _faults(faults: list[Item], inside: str = "") -> list[Fault]:
    return [Fault(inside + fault["pointer"], fault["code"], fault["message"]) for fault in faults]
