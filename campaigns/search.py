"""The index over the words of the log: full text on SQLite (FTS5) and PostgreSQL (GIN), one behaviour.

A search finds lines that hold every word asked for, each as the beginning of a word, whatever its case. What
separates words is the same on both databases: everything that is no letter and no digit.

The index is made, or made whole again, after every `migrate` (`ensure`): SQLite loses a table's triggers
when a migration rebuilds the table, and no migration of another field should have to know that.
"""

import re
import unicodedata
from typing import Any

from django.db import connection, connections
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 8
# What one look into SQLite's index brings at most: more than a page of the API (200), its edge and one further.
NEAREST = 256
# How many of the nearest lines PostgreSQL reads before it asks its index.
WINDOW = 20_000
TABLE = "campaigns_logentry"
WORDS = "words"
COLUMNS = {
    "campaign": "campaign_id", "session": "session_id", "character": "character_id", "kind": "kind",
    "audience": "audience",
}  # fmt: skip
INDEX = "campaigns_logtext"
# The parser of PostgreSQL sees paths, hosts and hyphens; blanks in place of signs leave it plain words.
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”„‘’‚«»–—…·×♠♥♦♣¡¿§°"


def words(text: str) -> list[str]:
    """The words of a search, at most eight, as the indexes know them."""
    return WORD.findall(unicodedata.normalize("NFC", text).casefold())[:MOST_WORDS]


def narrowed(
    rows: QuerySet[Any], text: str, *, scope: dict[str, Any], beyond: int | None = None, forward: bool = False
) -> QuerySet[Any]:
    """The log lines among `rows` that hold every word of `text`.

    `scope` names the equalities that `rows` is filtered by already (`campaign`, and perhaps `session`, `kind`,
    `character`, `audience`), so that the index answers all of them at once. It brings the lines nearest to the
    id `beyond` (older ones; newer ones with `forward`), `NEAREST` at most, which is more than any page.
    """
    asked = words(text)
    if not asked:
        return rows.none() if text.strip() else rows
    limits = {name: getattr(value, "pk", value) for name, value in scope.items() if value}
    if connection.vendor == "postgresql":
        return rows.filter(pk__in=_postgres(asked, limits, beyond, forward))
    return rows.filter(pk__in=_sqlite(asked, limits, beyond, forward))


def _sqlite(asked: list[str], limits: dict[str, Any], beyond: int | None, forward: bool) -> RawSQL:
    """FTS5 gives its matches in the order of their ids, either way, and stops when there are enough."""
    terms = " AND ".join(f'"{word}"*' for word in asked)
    tokens = " AND ".join(f'"{name}{value}"' for name, value in limits.items())
    edge, order = (">=", "ASC") if forward else ("<=", "DESC")
    where, given = "", list[Any]([f"words : ({terms}) AND scope : ({tokens})"])
    if beyond is not None:
        where, given = f" AND rowid {edge} %s", [*given, beyond]
    sql = f"SELECT rowid FROM {INDEX} WHERE {INDEX} MATCH %s{where} ORDER BY rowid {order} LIMIT {NEAREST}"  # noqa: S608
    return RawSQL(sql, given)  # noqa: S611 (all values are parameters)


def _postgres(asked: list[str], limits: dict[str, Any], beyond: int | None, forward: bool) -> list[int]:
    """Ids found among the nearest lines, which is quick for common words; else by GIN, which is for rare ones.

    GIN knows no order, and the planner cannot tell how rare the beginning of a word is: left to itself it walks
    a million lines for a word that none of them holds.
    """
    edge, order = (">=", "ASC") if forward else ("<=", "DESC")
    where = " AND ".join(f"{COLUMNS[name]} = %s" for name in limits)
    given = list(limits.values())
    if beyond is not None:
        where, given = f"{where} AND id {edge} %s", [*given, beyond]
    query, last = " & ".join(f"{word}:*" for word in asked), f"ORDER BY id {order} LIMIT"
    near = (
        f"SELECT id FROM (SELECT id, {WORDS} FROM {TABLE} WHERE {where} {last} {WINDOW}) AS nearest"  # noqa: S608
        f" WHERE {WORDS} @@ to_tsquery('simple', %s) {last} {NEAREST}"
    )
    everywhere = (
        f"WITH held AS MATERIALIZED (SELECT id FROM {TABLE}"  # noqa: S608
        f" WHERE {WORDS} @@ to_tsquery('simple', %s) AND {where}) SELECT id FROM held {last} {NEAREST}"
    )
    with connection.cursor() as cursor:
        cursor.execute(near, [*given, query])
        found = [pk for (pk,) in cursor.fetchall()]
        if len(found) < NEAREST:
            cursor.execute(everywhere, [query, *given])
            found = [pk for (pk,) in cursor.fetchall()]
    return found


def vector(column: str) -> str:
    """PostgreSQL's words of a column."""
    quoted, blanks = SIGNS.replace("'", "''"), " " * len(SIGNS)
    return f"to_tsvector('simple'::regconfig, translate({column}, '{quoted}', '{blanks}'))"


def ensure(using: str = "default") -> None:
    """Make the index, and whatever of it is missing; nothing when it is whole."""
    database = connections[using]
    if database.vendor == "postgresql":
        # A column that the database keeps itself: to look at it is a hundred times cheaper than to parse the text.
        with database.cursor() as cursor:
            kept = f"tsvector GENERATED ALWAYS AS ({vector('text')}) STORED"
            cursor.execute(f"ALTER TABLE {TABLE} ADD COLUMN IF NOT EXISTS {WORDS} {kept}")
            cursor.execute(f"CREATE INDEX IF NOT EXISTS {INDEX} ON {TABLE} USING gin ({WORDS})")
    else:
        _ensure_sqlite(database)


SCOPE = (
    "'campaign' || {r}.campaign_id || ' kind' || {r}.kind || ' audience' || {r}.audience"
    " || coalesce(' session' || {r}.session_id, '') || coalesce(' character' || {r}.character_id, '')"
)
PUT = f"INSERT INTO {INDEX}(rowid, words, scope) VALUES (new.id, new.text, {SCOPE.format(r='new')});"  # noqa: S608
GONE = "'delete', old.id, old.text, " + SCOPE.format(r="old")
DROP = f"INSERT INTO {INDEX}({INDEX}, rowid, words, scope) VALUES ({GONE});"  # noqa: S608
TRIGGERS = {"put": ("INSERT", PUT), "drop": ("DELETE", DROP), "change": ("UPDATE", f"{DROP} {PUT}")}


def _ensure_sqlite(database: Any) -> None:
    with database.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE name LIKE %s", [f"{INDEX}%"])
        standing = {name for (name,) in cursor.fetchall()}
        whole = {INDEX, *[f"{INDEX}_{name}" for name in TRIGGERS]}
        if whole <= standing:
            return
        cursor.execute(f"DROP TABLE IF EXISTS {INDEX}")
        cursor.execute(
            f"CREATE VIRTUAL TABLE {INDEX} USING fts5(words, scope, content='', detail=column,"
            " tokenize='unicode61 remove_diacritics 0')"
        )
        for name, (event, body) in TRIGGERS.items():
            cursor.execute(f"DROP TRIGGER IF EXISTS {INDEX}_{name}")
            cursor.execute(f"CREATE TRIGGER {INDEX}_{name} AFTER {event} ON {TABLE} BEGIN {body} END")
        scope = SCOPE.format(r=TABLE)
        cursor.execute(f"INSERT INTO {INDEX}(rowid, words, scope) SELECT id, text, {scope} FROM {TABLE}")  # noqa: S608


def after_migrate(using: str = "default", **_: Any) -> None:
    """The signal's receiver: the table exists once the app's migrations have run."""
    if TABLE in connections[using].introspection.table_names():
        ensure(using)
