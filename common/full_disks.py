"""Recognises the errors of a full disk, whether a file or a database reports it."""

import errno
import sqlite3
from collections.abc import Iterator
from typing import Final

SQLITE_FULL: Final = 13
POSTGRESQL_FULL: Final = "53100"
FILE_ERRORS: Final = {errno.ENOSPC, errno.EDQUOT}
DEEPEST: Final = 20


def error_chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and its causes, the outermost first."""
    for _depth in range(DEEPEST):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def is_full_disk(error: BaseException | None) -> bool:
    """Whether a full disk is behind the error or one of its causes."""
    return any(map(_reports_full_disk, error_chain(error)))


def _reports_full_disk(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF == SQLITE_FULL:
        return True
    return getattr(error, "sqlstate", None) == POSTGRESQL_FULL or getattr(error, "errno", None) in FILE_ERRORS
