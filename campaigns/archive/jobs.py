"""Work that may take longer than a request: in a thread of its own, with progress that pages read and a way to stop."""

import logging
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import IO, Any, Final

from django.db import connection, connections, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid, Cancelled, Progress
from campaigns.models import Transfer, TransferPart

Status = Transfer.Status
PART: Final = 1024 * 1024
# Who waits this long sees the result at once, and no progress bar.
AT_ONCE: Final = 1.0
EVERY: Final = 0.4
SILENT: Final = timedelta(minutes=2)
KEPT: Final = timedelta(days=1)
log = logging.getLogger(__name__)


def run(transfer: Transfer, work: Callable[[Progress], dict[str, Any]]) -> Transfer:
    """Does the work and stores what it returns in `about`; comes back when it is done, or after a second."""
    if connection.in_atomic_block:  # nobody else could see the row yet
        _do(transfer, work)
    else:
        thread = threading.Thread(target=_apart, args=(transfer, work), daemon=True, name=f"transfer-{transfer.pk}")
        thread.start()
        thread.join(AT_ONCE)
    transfer.refresh_from_db()
    return transfer


def _apart(transfer: Transfer, work: Callable[[Progress], dict[str, Any]]) -> None:
    try:
        _do(transfer, work)
    finally:
        connections.close_all()


def _do(transfer: Transfer, work: Callable[[Progress], dict[str, Any]]) -> None:
    status, about = Status.DONE, dict(transfer.about)
    try:
        about |= work(Reporter(transfer.pk).report)
        status = about.pop("status", status)
    except Cancelled:
        status = Status.CANCELLED
    except ArchiveInvalid as fault:
        status = Status.FAILED
        about["fault"] = {"code": fault.code, "place": fault.place, "message": fault.message}
    except Exception:  # the thread is the last who could say it
        log.exception("transfer %s", transfer.pk)
        status = Status.FAILED
        message = _("The site has a fault; nothing was changed. Tell whoever runs it.")
        about["fault"] = {"code": "server-error", "place": "", "message": message}
    if status in {Status.FAILED, Status.CANCELLED}:
        TransferPart.objects.filter(transfer=transfer).delete()
    Transfer.objects.filter(pk=transfer.pk).update(status=status, about=about, touched=timezone.now(), stopping=False)


class Reporter:
    """Tells pages how far the work is, and the work that somebody wants it stopped."""

    def __init__(self, pk: int) -> None:
        self.pk, self.last = pk, 0.0
        self.beside: ThreadPoolExecutor | None = None

    def report(self, stage: str, done: int, total: int) -> None:
        """Raises `Cancelled` when somebody asked to stop."""
        if time.monotonic() - self.last < EVERY:
            return
        self.last = time.monotonic()
        if not connection.in_atomic_block:
            stop = self._say(stage, done, total)
        elif connection.vendor == "postgresql":
            # What the work's own transaction writes nobody sees before its end: another connection says it.
            self.beside = self.beside or ThreadPoolExecutor(1)
            stop = self.beside.submit(self._say_apart, stage, done, total).result()
        else:
            return  # SQLite has one writer, and that is the work itself
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


def keep(transfer: Transfer, file: IO[bytes], most: int | None = None) -> int:
    """Stores a file with the transfer, piece by piece; ArchiveInvalid when it is longer than `most` bytes."""
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


def kept(transfer: Transfer) -> IO[bytes]:
    """The transfer's file, to be read from its beginning."""
    file = tempfile.TemporaryFile(prefix="fatekeeper-")  # noqa: SIM115 (the caller reads it)
    for pk in TransferPart.objects.filter(transfer=transfer).order_by("number").values_list("pk", flat=True):
        file.write(bytes(TransferPart.objects.get(pk=pk).data))
    file.seek(0)
    return file


def sweep() -> None:
    """Takes away transfers older than a day."""
    Transfer.objects.filter(created__lt=timezone.now() - KEPT).delete()


def broken_off(transfer: Transfer) -> bool:
    """Whether nothing was heard of running work for so long that its process must have ended."""
    return transfer.status == Status.RUNNING and transfer.touched < timezone.now() - SILENT


def alive() -> Q:
    """Work that goes on: what broke off with its process must not keep anybody from beginning anew."""
    return Q(status=Status.RUNNING, touched__gte=timezone.now() - SILENT)
