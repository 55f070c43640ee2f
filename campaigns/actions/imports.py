"""Long imports: begun in a request, carried on in a thread, watched by the number of objects that are ready."""

import logging
import threading
import time
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.actions import modules, running
from campaigns.models import ImportRun, Member, ModuleVersion
from campaigns.modules.faults import ModuleConflict, ModuleInvalid

# Beyond so many objects a page would keep the reader waiting.
LONG: Final = 400
EVERY: Final = 0.25
logger = logging.getLogger(__name__)


def begin(*, own: Member, version: ModuleVersion, options: dict[str, Any], standing: str | None = None) -> ImportRun:
    """Begins an import and gives its run, which goes on by itself: `status`, `stage`, `done` and `total` tell.

    Raises at once what `modules.plan` raises; ModuleConflict import.rate, and import.running while another one runs."""
    access.must_run(own)
    running.must_not_be_too_many(own.user)
    plan = modules.plan(own=own, version=version, options=options)
    if standing not in (None, plan.standing):
        raise ModuleConflict("plan.stale", str(modules.STALE))
    running.mark_lost(own.campaign)
    try:
        with transaction.atomic():
            run = ImportRun.objects.create(
                campaign=own.campaign, version=version, by=own.user, options=plan.options,
                status=ImportRun.Status.RUNNING, total=len(plan.steps), stage="preparing",
            )  # fmt: skip
    except IntegrityError:
        raise ModuleConflict("import.running", _("Another import of this campaign is running.")) from None
    transaction.on_commit(lambda: start(run.pk, own.pk, plan.standing))
    return run


def cancel(*, own: Member, run: ImportRun) -> ImportRun:
    """Asks a running import to stop; one that is being written already goes through, and can be taken back."""
    access.must_run(own)
    running.mark_lost(own.campaign)
    rows = ImportRun.objects.filter(pk=run.pk, campaign=own.campaign, status=ImportRun.Status.RUNNING)
    rows.update(stopping=True)
    run.refresh_from_db()
    return run


def start(run_id: int, member_id: int, standing: str) -> None:
    """Carries a run on in a thread of its own."""
    threading.Thread(target=_thread, args=(run_id, member_id, standing), daemon=True, name=f"import-{run_id}").start()


def _thread(run_id: int, member_id: int, standing: str) -> None:
    try:
        carry_on(run_id, member_id, standing)
    finally:
        connection.close()


def carry_on(run_id: int, member_id: int, standing: str) -> None:
    """Does what the run was begun for; a refusal or a fault is kept in the run and nothing else is written."""
    run = ImportRun.objects.select_related("version__module").get(pk=run_id)
    own = Member.objects.select_related("campaign", "user").get(pk=member_id)
    try:
        modules.apply(
            own=own, version=run.version, options=_asked(run.options), standing=standing, run=run,
            progress=_Progress(run_id).tell,
        )  # fmt: skip
    except ModuleConflict as conflict:
        ended = ImportRun.Status.CANCELLED if conflict.code == "import.cancelled" else ImportRun.Status.FAILED
        _failed(run_id, {"code": conflict.code, "message": conflict.message}, ended)
    except ModuleInvalid as refused:
        _failed(run_id, {"code": "module-invalid", "errors": [one.as_json() for one in refused.errors]})
    except Exception:
        logger.exception("import %s failed", run_id)
        _failed(run_id, {"code": "server-error", "message": _("The site has a fault; nothing was imported.")})


class _Progress:
    """Writes now and then how far a run is, and reads whether somebody wants it stopped."""

    def __init__(self, run_id: int) -> None:
        self.rows, self.told, self.stage = ImportRun.objects.filter(pk=run_id), 0.0, ""

    def tell(self, stage: str, done: int, total: int) -> None:
        """ModuleConflict import.cancelled when somebody asked to stop, import.lost when it was given up for lost."""
        if time.monotonic() - self.told < EVERY and stage == self.stage:
            return
        self.told, self.stage = time.monotonic(), stage
        alive = self.rows.filter(status=ImportRun.Status.RUNNING)
        alive.update(stage=stage, done=done, total=total, touched=timezone.now())
        running.must_go_on(self.rows.get())


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """The options as they are asked for: a version as it stands has no empty selection."""
    return {name: value for name, value in options.items() if value is not None}


def _failed(run_id: int, refused: dict[str, Any], ended: str = ImportRun.Status.FAILED) -> None:
    rows = ImportRun.objects.filter(pk=run_id, status=ImportRun.Status.RUNNING)
    rows.update(status=ended, result={"refused": refused})
