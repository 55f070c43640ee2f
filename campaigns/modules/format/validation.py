"""Checks a module and reports all its faults."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules.format import detection, draft_upgrades, pictures, schema_walker, semantics
from campaigns.modules.format.faults import Fault, Report, quote_value
from campaigns.modules.format.references import Known
from campaigns.modules.format.zip_files import Archive


def find_no_references(_module: str, _wanted: str = "") -> set[str] | None:
    """The lookup for an empty library."""
    return None


def document(
    value: Any, known: Known = find_no_references, archive: Archive | None = None, missing: bool = False
) -> Report:
    """The report on a JSON value; `report.document` is the upgraded module if it has no errors.

    `value` must come from `detection.read` or a reader as strict. `known` returns the references of a required module;
    `archive` has the pictures; with `missing`, missing monsters are warnings."""
    if not isinstance(value, dict):
        message = _("a module is one JSON object, not %(value)s") % {"value": quote_value(value)}
        return Report.of(None, [Fault("", "schema.type", message)])
    foreign = detection.find_unsupported(value)
    if foreign:
        return Report.of(value, foreign)
    faults = schema_walker.check(value)
    zero = {fault.pointer for fault in faults if fault.code == "schema.minimum"}
    beyond = [*semantics.check(value, known, missing), *pictures.faults(value, archive)]
    # A count of 0 is reported once, with its own code.
    reported = {fault.pointer for fault in beyond if fault.code == "count.zero"} & zero
    faults = [fault for fault in faults if fault.pointer not in reported] + beyond
    report = Report.of(value, faults)
    if report.ok:
        report.document = draft_upgrades.upgrade_stats(value)
        if report.document is not value:
            report = _after_carrying(report, known, archive, missing)
    return report


def _after_carrying(report: Report, known: Known, archive: Archive | None, missing: bool) -> Report:
    """Checks upgraded blocks against the schema and the engine too; a fault here is a bug of the upgrade."""
    carried = report.document or {}
    again = [
        *schema_walker.check(carried),
        *semantics.check(carried, known, missing),
        *pictures.faults(carried, archive),
    ]
    return Report.of(report.document, again)
