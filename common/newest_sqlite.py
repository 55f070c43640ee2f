"""Lets the whole process use the SQLite library of the package pysqlite3 where it is newer than Python's own.

Python uses the library of the operating system, which is often too old for the write-ahead log
(docs/decisions/durable-sqlite.md). The package has the same interface. Two libraries in one process must not open the
same file, because closing it in one of them drops the locks of the other. So everything that imports `sqlite3` gets
the package instead: Django, this site and other libraries.
"""

import sqlite3
import sys
from sqlite3 import dbapi2
from types import ModuleType

# SQLite 3.7.0 to 3.51.2 can lose a write-ahead log, so older libraries keep the rollback journal.
SAFE_WAL = (3, 51, 3)


def use_newest_sqlite() -> None:
    """Replaces the module `sqlite3` for all later imports, unless the package is missing or not newer."""
    try:
        import pysqlite3
        from pysqlite3 import dbapi2 as newer
    except ImportError:  # there is no package for this platform
        return
    replace_if_newer(pysqlite3, newer)


def replace_if_newer(package: ModuleType, newer: ModuleType) -> None:
    """Registers the package and its module `dbapi2` under the names of Python's, if its library is newer."""
    if newer.sqlite_version_info > dbapi2.sqlite_version_info:
        sys.modules[sqlite3.__name__], sys.modules[dbapi2.__name__] = package, newer
