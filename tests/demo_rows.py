"""What takes long to make in a test database: made once in each process, and put back as rows by later tests."""

import io
import secrets
from collections.abc import Callable, Container
from functools import cache
from unittest.mock import patch

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction

from tests.emptying import FILLED_ONCE
from tests.luck import seeds_of

_rows: dict[str, dict[str, list]] = {}


def seed_demo() -> str:
    """Fills an empty test database with the demo; what the command printed."""
    put_rows("demo", _run_command)
    return _run_command.said


def put_rows(name: str, make: Callable[[], object]) -> None:
    """Calls `make`, or puts back the rows that it made before; `name` tells them apart in this process.

    A database with rows always gets `make`, because stored rows may have their ids."""
    if any(map(count, table_names())):
        make()
    elif name in _rows:
        with transaction.atomic():
            for table, rows in _rows[name].items():
                write_rows(table, rows)
            reset_sequences(table_names())
    else:
        # The same rows whatever test asks for them first.
        with patch.object(secrets, "token_hex", seeds_of(name)):
            make()
        _rows[name] = {table: read_rows(table) for table in table_names() if count(table)}


def _run_command() -> None:
    out = io.StringIO()
    call_command("demo", stdout=out)
    _run_command.said = out.getvalue()


def count(table: str) -> int:
    """The number of rows of a table."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
        return cursor.fetchone()[0]


@cache
def table_names() -> tuple[str, ...]:
    """The tables of models; without those that are filled when the database is made."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(sorted(set(names) - FILLED_ONCE - {"django_migrations"}))


@cache
def _columns(table: str) -> tuple[str, ...]:
    """The columns that can be written: not the ones that the database works out."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA table_info({table})")
            return tuple(row[1] for row in cursor.fetchall())
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_generated = 'NEVER' "
            "AND table_schema = current_schema() ORDER BY ordinal_position",
            [table],
        )
        return tuple(row[0] for row in cursor.fetchall())


def _quoted(table: str) -> str:
    return ", ".join(connection.ops.quote_name(column) for column in _columns(table))


def read_rows(table: str) -> list:
    """The rows as the database stores them."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # A plus in front hides the declared type, by which values would be converted.
            plain = ", ".join(f"+{connection.ops.quote_name(column)}" for column in _columns(table))
            return cursor.execute(f"SELECT {plain} FROM {table} ORDER BY rowid").fetchall()
        with cursor.copy(f"COPY {table} ({_quoted(table)}) TO STDOUT (FORMAT binary)") as copy:
            return [bytes(block) for block in copy]


def write_rows(table: str, rows: list) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            marks = ", ".join(["%s"] * len(_columns(table)))
            cursor.executemany(f"INSERT INTO {table} ({_quoted(table)}) VALUES ({marks})", rows)
            return
        with cursor.copy(f"COPY {table} ({_quoted(table)}) FROM STDIN (FORMAT binary)") as copy:
            for block in rows:
                copy.write(block)


def reset_sequences(tables: Container[str]) -> None:
    """New rows of the tables come after those that were put back, on PostgreSQL too."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.db_table in tables]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
