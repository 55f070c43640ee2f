"""The full-text indexes of log, world, sessions, recaps and characters (common/full_text.py builds them).

The log may have a million entries and is searched from its newest end. Players never find words that they may not read:
if a text may have a secret or a hidden link target, the search checks the text as they may read it (`filter_rows`,
`filter_readable_entries`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection, connections
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from common.full_text import (
    FullTextIndex,
    contains_words,
    has_word_beginnings,
    postgresql_term,
    search_words,
    sqlite_term,
    word_pattern,
)

__all__ = ["contains_words", "has_word_beginnings", "search_words", "word_pattern"]

# The most rows of one query of SQLite's index: more than a page of the API (200) and the rows around it.
NEAREST = 256
# How many of the nearest entries PostgreSQL reads before it uses its index.
WINDOW = 20_000
WORDS = "words"
COLUMNS = {
    "campaign": "campaign_id",
    "session": "session_id",
    "character": "character_id",
    "kind": "kind",
    "audience": "audience",
}
LOG = FullTextIndex(
    "campaigns_logtext",
    "campaigns_logentry",
    {WORDS: "{r}.text"},
    # Explicit casts, because a PostgreSQL index must not depend on how numbers are formatted.
    "'campaign' || CAST({r}.campaign_id AS text) || ' kind' || {r}.kind || ' audience' || {r}.audience"
    " || coalesce(' session' || CAST({r}.session_id AS text), '')"
    " || coalesce(' character' || CAST({r}.character_id AS text), '')",
    scoped=True,
)
INDEX, TABLE = LOG.name, LOG.table
WORLD = FullTextIndex(
    "campaigns_worldtext",
    "campaigns_worldentry",
    {WORDS: "{r}.name || ' ' || {r}.text"},
    "'campaign' || {r}.campaign_id",
)
SESSIONS = FullTextIndex(
    "campaigns_sessiontext",
    "campaigns_session",
    {WORDS: "{r}.title || ' ' || {r}.notes", "hidden": "{r}.gm_notes || ' ' || {r}.agenda"},
    "'campaign' || {r}.campaign_id",
)
RECAPS = FullTextIndex("campaigns_recaptext", "campaigns_recap", {WORDS: "{r}.text"}, "'session' || {r}.session_id")
PEOPLE = FullTextIndex(
    "campaigns_persontext",
    "characters_character",
    {WORDS: "{r}.name || ' ' || {r}.about", "own": "{r}.notes", "hidden": "{r}.gm_notes"},
    "'campaign' || {r}.campaign_id",
)
INDEXES = (LOG, WORLD, SESSIONS, RECAPS, PEOPLE)
# Every text with a secret contains this (common/secret_blocks.py).
MARK = ":::"
# Every text with a link whose words differ from its target contains these.
LINKS = ("[[", "|")


@dataclass(frozen=True)
class Bounds:
    """Which matches a search wants: older than the id `beyond`, or newer with `forward`, and only those `among` ids."""

    beyond: int | None = None
    forward: bool = False
    among: QuerySet[Any, Any] | None = None

    def condition(self, column: str) -> tuple[str, list[Any]]:
        """The bounds as SQL about a column of ids, beginning with AND, and its parameters."""
        sql, parameters = "", list[Any]()
        if self.beyond is not None:
            sql, parameters = f" AND {column} {'>=' if self.forward else '<='} %s", [self.beyond]
        if self.among is not None:
            ids, values = self.among.query.sql_with_params()
            # The plus keeps SQLite from starting a search in its index for each of the ids.
            plus = "" if connection.vendor == "postgresql" else "+"
            sql, parameters = f"{sql} AND {plus}{column} IN ({ids})", [*parameters, *values]
        return sql, parameters

    @property
    def order(self) -> str:
        """The direction in which the matches are read."""
        return "ASC" if self.forward else "DESC"


def filter_entries(
    rows: QuerySet[Any], text: str, *, scope: dict[str, Any], bounds: Bounds = Bounds()
) -> QuerySet[Any]:
    """The log entries among `rows` that contain every word of `text`.

    `scope` repeats the filters of `rows` (`campaign`, and perhaps `session`, `kind`, `character`, `audience`), so that
    the index can apply all of them. Returns at most `NEAREST` entries, more than any page, within the bounds."""
    words = search_words(text)
    if not words:
        return rows.none() if text.strip() else rows
    limits = {name: getattr(value, "pk", value) for name, value in scope.items() if value}
    if connection.vendor == "postgresql":
        return rows.filter(pk__in=_postgresql_ids(words, limits, bounds))
    return rows.filter(pk__in=_sqlite_ids(words, limits, bounds))


def _sqlite_ids(words: list[str], limits: dict[str, Any], bounds: Bounds) -> RawSQL:
    """The ids from FTS5, which returns matches in the order of their ids and stops when there are enough."""
    terms = " AND ".join(sqlite_term(word) for word in words)
    tokens = " AND ".join(f'"{name}{value}"' for name, value in limits.items())
    where, within = bounds.condition("rowid")
    parameters = [f"words : ({terms}) AND scope : ({tokens})", *within]
    sql = f"SELECT rowid FROM {INDEX} WHERE {INDEX} MATCH %s{where} ORDER BY rowid {bounds.order} LIMIT {NEAREST}"  # noqa: S608
    return RawSQL(sql, parameters)  # noqa: S611 (all values are parameters)


def _postgresql_ids(words: list[str], limits: dict[str, Any], bounds: Bounds) -> list[int]:
    """The ids among the nearest entries, which is fast for common words, or else by the GIN index, for rare words.

    GIN has no order, and the planner cannot estimate how rare the beginning of a word is: by itself it would scan a
    million entries for a word that none of them contains. A word that is not frequent in the window is rare enough for
    GIN: it finds at most about ten thousand entries of a million."""
    further, within = bounds.condition("id")
    query, last = " & ".join(postgresql_term(word) for word in words), f"ORDER BY id {bounds.order} LIMIT"
    columns = {COLUMNS[name]: value for name, value in limits.items() if name != "campaign"}
    also = "".join(f" AND {column} = %s" for column in columns)
    near = (
        f"SELECT id FROM (SELECT * FROM {TABLE} WHERE campaign_id = %s{further} {last} {WINDOW}) AS nearest"  # noqa: S608
        f" WHERE {WORDS} @@ to_tsquery('simple', %s){also} {last} {NEAREST}"
    )
    everywhere = (
        f"WITH held AS MATERIALIZED (SELECT id FROM {TABLE} WHERE {WORDS} @@ to_tsquery('simple', %s)"  # noqa: S608
        f" AND {LOG.tokens} @> %s{further}) SELECT id FROM held {last} {NEAREST}"
    )
    with connection.cursor() as cursor:
        cursor.execute(near, [limits["campaign"], *within, query, *columns.values()])
        ids = [pk for (pk,) in cursor.fetchall()]
        if len(ids) < NEAREST:
            tokens = [f"{name}{value}" for name, value in limits.items()]
            cursor.execute(everywhere, [query, tokens, *within])
            ids = [pk for (pk,) in cursor.fetchall()]
    return ids


def filter_rows(rows: QuerySet[Any], words: list[str], read: Callable[[int, str], str], *fields: str) -> QuerySet[Any]:
    """The rows that still match all words after `read` removes what the reader may not see; one more query.

    `read` takes the id of a row and its last field.
    `rows` match already, perhaps in hidden text; only rows that may contain hidden text are checked."""
    marked = rows.filter(_half_read(fields[-1])).values_list("pk", *fields)
    hidden = [
        pk for pk, *texts in marked if not has_word_beginnings("\n".join([*texts[:-1], read(pk, texts[-1])]), words)
    ]
    return rows.exclude(pk__in=hidden) if hidden else rows


def _half_read(field: str) -> Q:
    """Texts that may contain something hidden."""
    link = Q(*[(f"{field}__contains", sign) for sign in LINKS])
    return Q((f"{field}__contains", MARK)) | link


def filter_readable_entries(
    rows: QuerySet[Any],
    text: str,
    *,
    scope: dict[str, Any],
    bounds: Bounds = Bounds(),
    read: Callable[[str], str],
) -> QuerySet[Any]:
    """As `filter_entries`, without entries that match only in text that `read` removes."""
    words, kept = search_words(text), list[int]()
    while True:
        candidates = filter_entries(rows, text, scope=scope, bounds=bounds)
        ids = list(candidates.order_by("pk" if bounds.forward else "-pk").values_list("pk", flat=True)[:NEAREST])
        linked = rows.filter(_half_read("text"), pk__in=ids).values_list("pk", "text")
        hidden = {pk for pk, entry in linked if not has_word_beginnings(read(entry), words)}
        kept += [pk for pk in ids if pk not in hidden]
        if not hidden or len(ids) < NEAREST or len(kept) >= NEAREST:
            return rows.filter(pk__in=kept[:NEAREST])
        bounds = replace(bounds, beyond=ids[-1] + (1 if bounds.forward else -1))


def name_matches(name: str, text: str) -> bool:
    """Whether a name contains every word of `text`."""
    words = search_words(text)
    return bool(words) and has_word_beginnings(name, words)


def ensure_indexes(using: str = "default") -> None:
    """Creates indexes that are missing or incomplete."""
    for index in INDEXES:
        index.ensure(connections[using])


def after_migrate(using: str = "default", **_: Any) -> None:
    """Creates the indexes after the app's migrations have created the tables."""
    standing = set(connections[using].introspection.table_names())
    for index in INDEXES:
        if index.table in standing:
            index.ensure(connections[using])
