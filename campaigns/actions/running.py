"""Who may import now: ten times an hour a person, one at a time a campaign, and nobody after it was stopped."""

from datetime import timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Campaign, ImportRun, User
from campaigns.modules.faults import ModuleConflict

IMPORTS_AN_HOUR: Final = 10
# A run that tells nothing for so long died with its process; nothing of it was written.
LOST: Final = timedelta(minutes=2)


def mark_lost(campaign: Campaign) -> None:
    """Marks a run that told nothing for two minutes as broken off, so that the next one need not wait for it."""
    rows = ImportRun.objects.filter(campaign=campaign, status=ImportRun.Status.RUNNING)
    rows.filter(touched__lt=timezone.now() - LOST).update(
        status=ImportRun.Status.FAILED, stage="lost",
        result={"refused": {"code": "import.lost", "message": _broken_off()}},
    )  # fmt: skip


def must_be_alone(campaign: Campaign, run: ImportRun | None = None) -> None:
    """ModuleConflict import.running while another import of the campaign runs."""
    others = ImportRun.objects.filter(campaign=campaign, status=ImportRun.Status.RUNNING)
    if others.exclude(pk=run.pk if run else 0).exists():
        raise ModuleConflict("import.running", _("Another import of this campaign is running; wait for its end."))


def must_go_on(run: ImportRun) -> None:
    """ModuleConflict import.cancelled when somebody asked the run to stop, import.lost when it was given up."""
    if run.stopping:
        raise ModuleConflict("import.cancelled", _("The import was stopped; nothing of it was written."))
    if run.status != ImportRun.Status.RUNNING:
        raise ModuleConflict("import.lost", _broken_off())


def must_not_be_too_many(user: User, but: ImportRun | None = None) -> None:
    """ModuleConflict import.rate after ten imports of the person in an hour."""
    since = timezone.now() - timedelta(hours=1)
    rows = ImportRun.objects.filter(by=user, created__gt=since).exclude(pk=but.pk if but else 0)
    if rows.count() >= IMPORTS_AN_HOUR:
        raise ModuleConflict("import.rate", _("That were ten imports in an hour; try again later."))


def _broken_off() -> str:
    return _("The import broke off; nothing of it was written. Import again.")
