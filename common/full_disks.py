"""Recognises the errors of a full disk, whether a file or a database reports it."""

import errno
import sqlite3
from typing import Final

SQLITE_FULL: Final = 13
POSTGRESQL_FULL: Final = "53100"
ERRNO: Final = {errno.ENOSPC, errno.EDQUOT}
DEEPEST: Final = 20


def is_full_disk(error: BaseException | None) -> bool:
    """Whether a full disk is behind the error or one of its causes."""
    for _depth in range(DEEPEST):
        if error is None:
            return False
        if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF == SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", None) == POSTGRESQL_FULL or getattr(error, "errno", None) in ERRNO:
            return True
        error = error.__cause__ or error.__context__
    return False
