"""Checks a module and says everything that is wrong with it at once."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules import carry, format, pictures, schema, semantics
from campaigns.modules.archive import Archive
from campaigns.modules.faults import Fault, Report, shown
from campaigns.modules.references import Known


def nothing_known(module: str, wanted: str = "") -> set[str] | None:
    """The library of those who have none."""
    return None


def document(
    value: Any, known: Known = nothing_known, archive: Archive | None = None, missing: bool = False
) -> Report:
    """The report on a JSON value: `report.document` is the module in the newest words when it has no error.

    `value` must come from `format.read` or from a reader as strict. `known` answers which references a required
    module has; `archive` holds the pictures that came along; with `missing` foes that are nowhere are warnings."""
    if not isinstance(value, dict):
        message = _("a module is one JSON object, not %(value)s") % {"value": shown(value)}
        return Report.of(None, [Fault("", "schema.type", message)])
    foreign = format.unsupported(value)
    if foreign:
        return Report.of(value, foreign)
    found = schema.check(value)
    zero = {one.pointer for one in found if one.code == "schema.minimum"}
    beyond = [*semantics.check(value, known, missing), *pictures.faults(value, archive)]
    # A count of 0 is told once, by its own code.
    told = {one.pointer for one in beyond if one.code == "count.zero"} & zero
    found = [one for one in found if one.pointer not in told] + beyond
    report = Report.of(value, found)
    if report.ok:
        report.document = carry.carried(value)
        if report.document is not value:
            report = _after_carrying(report, known, archive, missing)
    return report


def _after_carrying(report: Report, known: Known, archive: Archive | None, missing: bool) -> Report:
    """A carried block must stand before the schema and the engine too; a fault here is the carrier's."""
    carried = report.document or {}
    again = [*schema.check(carried), *semantics.check(carried, known, missing), *pictures.faults(carried, archive)]
    return Report.of(report.document, again)
