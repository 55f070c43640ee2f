"""Querysets whose SQL is built once, for queries of nearly every page and API call.

Django builds the SQL of a queryset each time, which takes several times as long as the database needs to answer. A
`CompiledQuery` builds it at its first use, with placeholders for the values, and later only sends the values. The
queryset stays the one description of what is read, access rules included.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import JSONField, QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, get_related_populators

from common.direct_reads import prepare_read

Result = TypeVar("Result")
Value = int | str | datetime
# Values that no row has, used instead of real ones while the SQL is built.
FIRST_INTEGER: Final = 2_101_640_000  # fits every integer column: Django drops a condition that no column can meet
LAST_MOMENT: Final = datetime.max.replace(microsecond=0)  # noqa: DTZ901 - a mark in the SQL, not a time
# Longer lists of `CompiledLists` are rare.
LONGEST_LIST: Final = 40
Build = Callable[[list[Any]], list[Any]]
Converter = Callable[[Any, Any, Any], Any]


def placeholder(value: Value, place: int) -> Value:
    """The placeholder for the value in a place (from 0 on): of the same type, and equal to nothing else."""
    if isinstance(value, str):
        return f"\x01value {place}\x01"
    if isinstance(value, datetime):
        return LAST_MOMENT.replace(tzinfo=value.tzinfo) - timedelta(days=1, seconds=place)
    return FIRST_INTEGER + place


class CompiledQuery(Generic[Result]):
    """The rows of `make(*values)`: instances with what `select_related` and annotations add, or tuples of values.

    `make` must not read its values, because it gets placeholders. If the SQL itself depends on the viewer, each kind of
    viewer needs a `CompiledQuery` (people/viewer_queries.py). Values are integers, text or moments. A
    queryset with `prefetch_related` is refused.
    """

    def __init__(self, make: Callable[..., "QuerySet[Any, Result]"]) -> None:
        self._make = make
        self._read: Callable[..., list[Result]] | None = None

    def rows(self, *values: Value) -> list[Result]:
        """The rows for these values, as the queryset gives them."""
        if self._read is None:
            self._read = self._compile(values)
        return self._read(*values)

    def _compile(self, values: Sequence[Value]) -> Callable[..., list[Result]]:
        placeholders = [placeholder(value, index) for index, value in enumerate(values)]
        query: Any = self._make(*placeholders)
        assert not query._prefetch_related_lookups, "a compiled query reads one statement, without prefetch_related"
        compiler = query.query.get_compiler(query.db)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            # Nothing can match, perhaps only because of the placeholders: Django decides for each value.
            return self._read_plainly
        known = {_adapt(stand_in): index for index, stand_in in enumerate(placeholders)}
        # Where each parameter comes from: the index of a value, or a constant. Constants may be lists.
        sources = [(known.get(param) if isinstance(param, Value) else None, param) for param in params]
        build, fetch = _row_builder(compiler, query), prepare_read(sql)

        def read(*values: Value) -> list[Result]:
            parameters = [_adapt(value) for value in values]
            rows = fetch([constant if index is None else parameters[index] for index, constant in sources])
            return build(rows) if rows else []

        return read

    def _read_plainly(self, *values: Value) -> list[Result]:
        return list(self._make(*values))


class CompiledLists(Generic[Result]):
    """The rows of `make(*lists)`, which asks for fields `__in` its lists: the SQL is built once for each combination of
    lengths."""

    def __init__(self, make: Callable[..., "QuerySet[Any, Result]"]) -> None:
        self._make = make
        self._compile = cache(self._compile_for)

    def rows(self, *lists: Sequence[Value]) -> list[Result]:
        """The rows for these lists; long lists are built each time, so that few statements are kept."""
        lengths = tuple(len(values) for values in lists)
        if max(lengths) > LONGEST_LIST:
            return list(self._make(*lists))
        return self._compile(lengths).rows(*[value for values in lists for value in values])

    def _compile_for(self, lengths: tuple[int, ...]) -> CompiledQuery[Result]:
        def make(*placeholders: Value) -> "QuerySet[Any, Result]":
            rest = iter(placeholders)
            return self._make(*[[next(rest) for _index in range(length)] for length in lengths])

        return CompiledQuery(make)


def _adapt(value: Value) -> Any:
    """The value as the database's driver takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _row_builder(compiler: Any, query: Any) -> Build:
    """A function that converts fetched rows as Django's ModelIterable and ValuesListIterable do."""
    converters = _get_converters(compiler)
    if not issubclass(query._iterable_class, ModelIterable):
        flat = issubclass(query._iterable_class, FlatValuesListIterable)

        def build_values(database_rows: list[Any]) -> list[Any]:
            rows = compiler.apply_converters(database_rows, converters) if converters else database_rows
            return [row[0] for row in rows] if flat else [tuple(row) for row in rows]

        return build_values
    info, using = compiler.klass_info, query.db
    model, fields = info["model"], info["select_fields"]
    start, end = fields[0], fields[-1] + 1
    names = [column[0].target.attname for column in compiler.select[start:end]]
    annotations = compiler.annotation_col_map
    # The stubs describe a later Django, which takes one argument more.
    populators = get_related_populators(info, compiler.select, using)  # type: ignore[call-arg]

    def build_instances(rows: list[Any]) -> list[Any]:
        instances = []
        for row in compiler.apply_converters(rows, converters) if converters else rows:
            instance = model.from_db(using, names, row[start:end])
            for populator in populators:
                populator.populate(row, instance)
            for name, column in annotations.items():
                setattr(instance, name, row[column])
            instances.append(instance)
        return instances

    return build_instances


def _get_converters(compiler: Any) -> dict[int, tuple[list[Converter], Any]]:
    """Django's converters by column, with a faster decoder for JSON, which takes a fifth of the time of reading a
    table."""
    converters: dict[int, tuple[list[Converter], Any]] = compiler.get_converters(
        [column[0] for column in compiler.select]
    )
    for steps, column in converters.values():
        field = column.output_field
        if isinstance(field, JSONField) and field.decoder is None:
            steps[:] = [decode_json if step == field.from_db_value else step for step in steps]
    return converters


def decode_json(value: Any, expression: Any, connection: Any) -> Any:
    """The value as Django's JSONField decodes it; text that is no standard JSON is left to Django."""
    if isinstance(value, str):
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError:
            pass
    return expression.output_field.from_db_value(value, expression, connection)
