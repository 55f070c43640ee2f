"""Tells an operator in one sentence that a disk is full, instead of a traceback or a wrong reason."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management.base import CommandError

from common.full_disks import is_full_disk


@contextmanager
def report_full_disk(outcome: str) -> Iterator[None]:
    """CommandError if a disk becomes full inside; `outcome` says what that means for the site."""
    try:
        yield
    except CommandError:
        raise
    except Exception as fault:
        if not is_full_disk(fault):
            raise
        raise CommandError(
            f"The disk is full. {outcome} Free some space, including in {settings.DATA_DIR / 'tmp'}, where the "
            f"temporary database is, and try again."
        ) from fault
