"""Limits on imports: ten an hour for each person, and one at a time in each campaign."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.modules.format.faults import ModuleConflict
from campaigns.modules.models import ImportRun
from people.models import Campaign, User

IMPORTS_AN_HOUR: Final = 10
# A run without progress for this long died with its process, and wrote nothing.
INTERRUPTED_AFTER: Final = timedelta(minutes=2)


def mark_lost(campaign: Campaign) -> None:
    """Marks a run without progress for two minutes as interrupted, so that it does not block the next one."""
    rows = ImportRun.objects.filter(campaign=campaign, status=ImportRun.Status.RUNNING)
    rows.filter(touched__lt=timezone.now() - INTERRUPTED_AFTER).update(
        status=ImportRun.Status.FAILED,
        stage="lost",
        result={"refused": {"code": "import.lost", "message": _interruption_message()}},
    )


def require_no_other_import(campaign: Campaign, run: ImportRun | None = None) -> None:
    """ModuleConflict import.running while another import of the campaign runs."""
    others = ImportRun.objects.filter(campaign=campaign, status=ImportRun.Status.RUNNING)
    if others.exclude(pk=run.pk if run else 0).exists():
        raise ModuleConflict("import.running", _("Another import into this campaign is running. Wait until it ends."))


def require_not_stopped(run: ImportRun) -> None:
    """ModuleConflict import.cancelled after a request to stop, import.lost if the run was marked as lost."""
    if run.stopping:
        raise ModuleConflict("import.cancelled", _("The import was stopped. Nothing was imported."))
    if run.status != ImportRun.Status.RUNNING:
        raise ModuleConflict("import.lost", _interruption_message())


def require_below_hourly_limit(user: User, but: ImportRun | None = None) -> None:
    """ModuleConflict import.rate after ten imports of the person in an hour."""
    since = timezone.now() - timedelta(hours=1)
    rows = ImportRun.objects.filter(by=user, created__gt=since).exclude(pk=but.pk if but else 0)
    if rows.count() >= IMPORTS_AN_HOUR:
        raise ModuleConflict("import.rate", _("At most ten imports per hour are allowed. Try again later."))


def _interruption_message() -> str:
    return _("The import was interrupted and nothing was imported. Import again.")
