"""Long imports, which a request starts and a thread continues, with progress."""

import logging
import threading
import time
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.modules import actions
from campaigns.modules.format.faults import ModuleConflict, ModuleInvalid
from campaigns.modules.imports import limits
from campaigns.modules.models import ImportRun, ModuleVersion
from people.access import require_gm
from people.idempotency import claims
from people.models import Member

# Imports with more objects run in the background, so that the page does not wait.
LONG: Final = 400
PROGRESS_INTERVAL: Final = 0.25
logger = logging.getLogger(__name__)


def begin(
    *, membership: Member, version: ModuleVersion, options: dict[str, Any], fingerprint: str | None = None
) -> ImportRun:
    """Starts an import in the background and returns its run, whose `status`, `stage`, `done` and `total` change.

    Raises at once what `plan_import` raises, and ModuleConflict import.rate, or import.running if another one runs."""
    require_gm(membership)
    limits.require_below_hourly_limit(membership.user)
    plan = actions.plan_import(membership=membership, version=version, options=options)
    if fingerprint not in (None, plan.fingerprint):
        raise ModuleConflict("plan.stale", str(actions.STALE))
    limits.mark_lost(membership.campaign)
    try:
        with transaction.atomic():
            run = ImportRun.objects.create(
                campaign=membership.campaign,
                version=version,
                by=membership.user,
                options=plan.options,
                status=ImportRun.Status.RUNNING,
                total=len(plan.steps),
                stage="preparing",
            )
            claims.record_effect({"import": run.pk, "status": 202})
    except IntegrityError:
        raise ModuleConflict("import.running", _("Another import into this campaign is running.")) from None
    transaction.on_commit(lambda: start(run.pk, membership.pk, plan.fingerprint))
    return run


def cancel(*, membership: Member, run: ImportRun) -> ImportRun:
    """Asks a running import to stop; one that is already writing finishes, and can be undone."""
    require_gm(membership)
    limits.mark_lost(membership.campaign)
    rows = ImportRun.objects.filter(pk=run.pk, campaign=membership.campaign, status=ImportRun.Status.RUNNING)
    rows.update(stopping=True)
    run.refresh_from_db()
    return run


def start(run_id: int, member_id: int, fingerprint: str) -> None:
    """Continues a run in a new thread."""
    threading.Thread(
        target=_thread, args=(run_id, member_id, fingerprint), daemon=True, name=f"import-{run_id}"
    ).start()


def _thread(run_id: int, member_id: int, fingerprint: str) -> None:
    try:
        run_import(run_id, member_id, fingerprint)
    finally:
        connection.close()


def run_import(run_id: int, member_id: int, fingerprint: str) -> None:
    """Does the import of a run; stores a refusal or error in the run and then writes nothing else."""
    run = ImportRun.objects.select_related("version__module").get(pk=run_id)
    membership = Member.objects.select_related("campaign", "user").get(pk=member_id)
    try:
        actions.apply_import(
            membership=membership,
            version=run.version,
            options=_without_empty_selection(run.options),
            fingerprint=fingerprint,
            run=run,
            progress=_Progress(run_id).store,
        )
    except ModuleConflict as conflict:
        ended = ImportRun.Status.CANCELLED if conflict.code == "import.cancelled" else ImportRun.Status.FAILED
        _store_failure(run_id, {"code": conflict.code, "message": conflict.message}, ended)
    except ModuleInvalid as refused:
        _store_failure(run_id, {"code": "module-invalid", "errors": [error.as_json() for error in refused.errors]})
    except Exception:
        logger.exception("import %s failed", run_id)
        _store_failure(run_id, {"code": "server-error", "message": _("The site had an error; nothing was imported.")})


class _Progress:
    """Stores the progress of a run from time to time, and checks whether it should stop."""

    def __init__(self, run_id: int) -> None:
        self.rows, self.stored_at, self.stage = ImportRun.objects.filter(pk=run_id), 0.0, ""

    def store(self, stage: str, done: int, total: int) -> None:
        """Stores progress; ModuleConflict import.cancelled on a request to stop, import.lost if marked as lost."""
        if time.monotonic() - self.stored_at < PROGRESS_INTERVAL and stage == self.stage:
            return
        self.stored_at, self.stage = time.monotonic(), stage
        alive = self.rows.filter(status=ImportRun.Status.RUNNING)
        alive.update(stage=stage, done=done, total=total, touched=timezone.now())
        limits.require_not_stopped(self.rows.get())


def _without_empty_selection(options: dict[str, Any]) -> dict[str, Any]:
    """The options without an empty selection."""
    return {name: value for name, value in options.items() if value is not None}


def _store_failure(run_id: int, refused: dict[str, Any], ended: str = ImportRun.Status.FAILED) -> None:
    rows = ImportRun.objects.filter(pk=run_id, status=ImportRun.Status.RUNNING)
    rows.update(status=ended, result={"refused": refused})
