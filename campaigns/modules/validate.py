"""Checks a module and says everything that is wrong with it at once."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules import carry, format, schema, semantics
from campaigns.modules.faults import Fault, Report, shown
from campaigns.modules.references import Known


def nothing_known(module: str) -> set[str] | None:
    """The library of those who have none."""
    return None


def document(value: Any, known: Known = nothing_known) -> Report:
    """The report on a JSON value: `report.document` is the module in the newest words when it has no error.

    `value` must come from `format.read` or from a reader as strict. `known` answers which references a
    required
    module has."""
    if not isinstance(value, dict):
        message = _("a module is one JSON object, not %(value)s") % {"value": shown(value)}
        return Report.of(None, [Fault("", "schema.type", message)])
    foreign = format.unsupported(value)
    if foreign:
        return Report.of(value, foreign)
    found = schema.check(value)
    zero = {one.pointer for one in found if one.code == "schema.minimum"}
    beyond = list(semantics.check(value, known))
    # A count of 0 is told once, by its own code.
    told = {one.pointer for one in beyond if one.code == "count.zero"} & zero
    found = [one for one in found if one.pointer not in told] + beyond
    report = Report.of(value, found)
    if report.ok:
        report.document = carry.carried(value)
        report = _after_carrying(report, known)
    return report


def _after_carrying(report: Report, known: Known) -> Report:
    """A carried block must stand before the schema and the engine too; a fault here is the carrier's."""
    again = [*schema.check(report.document), *semantics.check(report.document or {}, known)]
    return Report.of(report.document, again)
