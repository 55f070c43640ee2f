"""The version of a module that a campaign has, and the order of versions."""

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.modules.format.faults import ModuleConflict
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from people.models import Campaign


def require_not_older(campaign: Campaign, version: ModuleVersion, rows: Iterable[ImportedObject]) -> None:
    """Refuses a version that is older than the one from which the objects here came (ModuleConflict module.downgrade).

    An update that was undone does not count, although it may have left objects that play uses."""
    numbers = {row.base_version for row in rows}
    if not numbers:
        return
    done = _completed_runs(campaign, version.module.key).values_list("version__version", flat=True)
    installed = done.first() or max(numbers, key=precedence)
    if precedence(version.version) < precedence(installed):
        message = _(
            "Version %(installed)s is installed; %(version)s is older. Undo the newer import first; a script can also "
            "send allow_downgrade."
        )
        values = {"installed": installed, "version": version.version}
        raise ModuleConflict("module.downgrade", message % values)


def latest_party_size(campaign: Campaign, module_key: str, before: int | None = None) -> int | None:
    """The size of the party in the module's latest import here; None without one.

    With `before`, the id of an import, only those before it count."""
    runs = _completed_runs(campaign, module_key).filter(options__has_key="party_size")
    runs = runs if before is None else runs.filter(pk__lt=before)
    return runs.values_list("options__party_size", flat=True).first()


def _completed_runs(campaign: Campaign, module_key: str) -> QuerySet[ImportRun]:
    """The imports of the module that were completed and not taken back, newest first."""
    runs = ImportRun.objects.filter(campaign=campaign, version__module__key=module_key)
    return runs.filter(status=ImportRun.Status.DONE).order_by("-id")


def precedence(version: str) -> tuple[Any, ...]:
    """The sort key of a SemVer text; a pre-release comes before its release."""
    core, _dash, pre = version.partition("-")
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"\.", pre)] if pre else []
    return (*(int(part) for part in core.split(".")), not pre, parts)
