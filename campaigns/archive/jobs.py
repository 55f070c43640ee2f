"""Runs exports and restores in threads, with progress for pages and a way to cancel."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import IO, Any, Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid, Cancelled, Progress, ignore_progress
from campaigns.archive.models import Transfer, TransferPart
from common.temporary_folders import temporary_file

Status = Transfer.Status
PART: Final = 1024 * 1024
# The page waits this long, so that short work needs no progress bar.
WAIT_FOR_SHORT_WORK: Final = 1.0
PROGRESS_INTERVAL: Final = 0.4
BROKEN_AFTER: Final = timedelta(minutes=2)
RETENTION: Final = timedelta(days=1)
# A download may be interrupted and started again.
RETENTION_WHEN_FETCHED: Final = timedelta(hours=1)
log = logging.getLogger(__name__)


def run_transfer(transfer: Transfer, work: Callable[[Progress], dict[str, Any]]) -> Transfer:
    """Does the work and stores its result in `about`; returns when it is done, or after a second."""
    if connection.in_atomic_block:  # other connections cannot see the row yet, and would wait to write to it
        _run_work(transfer, work, ignore_progress)
    else:
        thread = threading.Thread(
            target=_run_in_thread, args=(transfer, work), daemon=True, name=f"transfer-{transfer.pk}"
        )
        thread.start()
        thread.join(WAIT_FOR_SHORT_WORK)
    transfer.refresh_from_db()
    return transfer


def _run_in_thread(transfer: Transfer, work: Callable[[Progress], dict[str, Any]]) -> None:
    try:
        _run_work(transfer, work, Reporter(transfer.pk).report)
    finally:
        connections.close_all()


def _run_work(transfer: Transfer, work: Callable[[Progress], dict[str, Any]], report: Progress) -> None:
    status, about = Status.DONE, dict(transfer.about)
    try:
        about |= work(report)
        status = about.pop("status", status)
    except Cancelled:
        status = Status.CANCELLED
    except ArchiveInvalid as fault:
        status = Status.FAILED
        about["fault"] = {"code": fault.code, "place": fault.place, "message": fault.message}
    except Exception:  # nothing above the thread could report it
        log.exception("transfer %s", transfer.pk)
        status = Status.FAILED
        about["fault"] = {"code": "server-error", "place": "", "message": _describe_error(transfer)}
    if status in {Status.FAILED, Status.CANCELLED}:
        TransferPart.objects.filter(transfer=transfer).delete()
    Transfer.objects.filter(pk=transfer.pk).update(status=status, about=about, touched=timezone.now(), stopping=False)


def _describe_error(transfer: Transfer) -> str:
    """What an error of the site has left behind: an import of notes writes page by page."""
    if transfer.kind == Transfer.Kind.NOTES:
        return _(
            "The site had an error. The pages that were written before stay. You can import the notes again: no page "
            "is written twice. If the error comes back, tell the person who runs the site."
        )
    return _("The site had an error; nothing was changed. Tell the person who runs it.")


class Reporter:
    """Stores the progress for pages, and raises `Cancelled` in the work."""

    def __init__(self, pk: int) -> None:
        self.pk, self.last = pk, 0.0
        self.beside: ThreadPoolExecutor | None = None

    def report(self, stage: str, done: int, total: int) -> None:
        """Stores the progress; raises `Cancelled` if a person asked to stop."""
        if time.monotonic() - self.last < PROGRESS_INTERVAL:
            return
        self.last = time.monotonic()
        if not connection.in_atomic_block:
            stop = self._say(stage, done, total)
        elif connection.vendor == "postgresql" or connection.alias != DEFAULT_DB_ALIAS:
            # Nobody sees what the work's transaction writes before it ends, so another connection stores the progress;
            # in a snapshot of SQLite, this thread's connection leads to a copy.
            self.beside = self.beside or ThreadPoolExecutor(1)
            stop = self.beside.submit(self._say_apart, stage, done, total).result()
        else:
            return  # SQLite has only one writer, which is the work
        if stop:
            raise Cancelled

    def _say(self, stage: str, done: int, total: int) -> bool:
        rows = Transfer.objects.filter(pk=self.pk)
        rows.update(stage=stage, done=done, total=total, touched=timezone.now())
        return rows.filter(stopping=True).exists()

    def _say_apart(self, stage: str, done: int, total: int) -> bool:
        try:
            return self._say(stage, done, total)
        finally:
            connections.close_all()


def store_file(transfer: Transfer, file: IO[bytes], most: int | None = None) -> int:
    """Stores the transfer's file in pieces; ArchiveInvalid if it is longer than `most` bytes."""
    file.seek(0)
    number = size = 0
    with transaction.atomic():
        TransferPart.objects.filter(transfer=transfer).delete()
        while part := file.read(PART):
            size += len(part)
            if most is not None and size > most:
                raise ArchiveInvalid("archive.too_large", "", _("The archive is larger than 500 MiB."))
            TransferPart.objects.create(transfer=transfer, number=number, data=part)
            number += 1
        Transfer.objects.filter(pk=transfer.pk).update(size=size)
    return size


def open_file(transfer: Transfer) -> IO[bytes]:
    """The transfer's file, positioned at its beginning."""
    file = temporary_file()  # the caller reads it
    for pk in TransferPart.objects.filter(transfer=transfer).order_by("number").values_list("pk", flat=True):
        file.write(bytes(TransferPart.objects.get(pk=pk).data))
    file.seek(0)
    return file


def note_fetched(transfer: Transfer) -> None:
    """Stores that the transfer's file is being downloaded; an hour later it may be deleted."""
    Transfer.objects.filter(pk=transfer.pk).update(fetched=timezone.now())


def delete_old_transfers() -> int:
    """Deletes transfers older than a day and files that are no longer needed; returns how many."""
    now = timezone.now()
    old = Transfer.objects.filter(created__lt=now - RETENTION).exclude(still_running_filter())
    gone = old.count()
    with transaction.atomic():
        TransferPart.objects.filter(transfer__in=old).delete()
        old.delete()
    for pk in (
        Transfer.objects.filter(_finished_filter(now), parts__isnull=False).distinct().values_list("pk", flat=True)
    ):
        drop_file(pk)
        gone += 1
    return gone


def _finished_filter(now: datetime) -> Q:
    """A filter for transfers whose file is no longer needed: downloaded exports and ended restores."""
    fetched = Q(status=Status.DONE, fetched__lt=now - RETENTION_WHEN_FETCHED)
    restored = Q(status=Status.DONE, kind=Transfer.Kind.RESTORE)
    return fetched | restored | Q(status__in=[Status.FAILED, Status.CANCELLED])


@transaction.atomic
def drop_file(pk: int) -> None:
    """Deletes the file of a transfer; the transfer keeps its result."""
    TransferPart.objects.filter(transfer=pk).delete()
    Transfer.objects.filter(pk=pk).update(dropped=True, size=0)


def is_broken_off(transfer: Transfer) -> bool:
    """Whether running work has not reported for so long that its process must have ended."""
    return transfer.status == Status.RUNNING and transfer.touched < timezone.now() - BROKEN_AFTER


def still_running_filter() -> Q:
    """A filter for transfers whose work has reported lately; a transfer that broke off is not among them."""
    return Q(status=Status.RUNNING, touched__gte=timezone.now() - BROKEN_AFTER)
