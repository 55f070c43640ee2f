"""Where words are searched: the log, the world, evenings and what is told of them, people; indexes.py says how.

The log may hold a million lines: it is searched from its newest end. What players may not read of a text is never
searched for them: where a text may hold a secret, what of it they read is looked at again (`told`).
"""

from typing import Any

from django.db import connection, connections
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from campaigns import wiki
from campaigns.indexes import WORD, Index, begins, words

__all__ = ["WORD", "begins", "words"]

# What one look into SQLite's index brings at most: more than a page of the API (200), its edge and one further.
NEAREST = 256
# How many of the nearest lines PostgreSQL reads before it asks its index.
WINDOW = 20_000
WORDS = "words"
COLUMNS = {
    "campaign": "campaign_id", "session": "session_id", "character": "character_id", "kind": "kind",
    "audience": "audience",
}  # fmt: skip
LOG = Index(
    "campaigns_logtext",
    "campaigns_logentry",
    {WORDS: "{r}.text"},
    # Cast by name: what PostgreSQL indexes may not depend on how it would write a number.
    "'campaign' || CAST({r}.campaign_id AS text) || ' kind' || {r}.kind || ' audience' || {r}.audience"
    " || coalesce(' session' || CAST({r}.session_id AS text), '')"
    " || coalesce(' character' || CAST({r}.character_id AS text), '')",
    scoped=True,
)
INDEX, TABLE = LOG.name, LOG.table
WORLD = Index(
    "campaigns_worldtext", "campaigns_worldentry", {WORDS: "{r}.name || ' ' || {r}.text"},
    "'campaign' || {r}.campaign_id",
)  # fmt: skip
SESSIONS = Index(
    "campaigns_sessiontext", "campaigns_session",
    {WORDS: "{r}.title || ' ' || {r}.notes", "hidden": "{r}.gm_notes || ' ' || {r}.agenda"},
    "'campaign' || {r}.campaign_id",
)  # fmt: skip
RECAPS = Index("campaigns_recaptext", "campaigns_recap", {WORDS: "{r}.text"}, "'session' || {r}.session_id")
PEOPLE = Index(
    "campaigns_persontext", "characters_character",
    {WORDS: "{r}.name || ' ' || {r}.about", "own": "{r}.notes", "hidden": "{r}.gm_notes"},
    "'campaign' || {r}.campaign_id",
)  # fmt: skip
INDEXES = (LOG, WORLD, SESSIONS, RECAPS, PEOPLE)
# Without this no text holds a secret (wiki.OPENS).
MARK = ":::"


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
    a million lines for a word that none of them holds. What is not frequent in the window is rare enough in the
    whole: GIN brings some ten thousand lines of a million at most."""
    edge, order = (">=", "ASC") if forward else ("<=", "DESC")
    further, past = (f" AND id {edge} %s", [beyond]) if beyond is not None else ("", [])
    query, last = " & ".join(f"{word}:*" for word in asked), f"ORDER BY id {order} LIMIT"
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
        cursor.execute(near, [limits["campaign"], *past, query, *columns.values()])
        found = [pk for (pk,) in cursor.fetchall()]
        if len(found) < NEAREST:
            tokens = [f"{name}{value}" for name, value in limits.items()]
            cursor.execute(everywhere, [query, tokens, *past])
            found = [pk for (pk,) in cursor.fetchall()]
    return found


def told(rows: QuerySet[Any], asked: list[str], *fields: str) -> QuerySet[Any]:
    """The rows whose fields hold every word asked for in what everybody may read of them; one query more.

    `rows` hold the words already, perhaps in a secret: only those with a secret are read."""
    marked = rows.filter(**{f"{fields[-1]}__contains": MARK}).values_list("pk", *fields)
    hidden = [
        pk for pk, *texts in marked
        if not begins("\n".join([*texts[:-1], wiki.told(texts[-1], runs=False)]), asked)
    ]  # fmt: skip
    return rows.exclude(pk__in=hidden) if hidden else rows


def named(name: str, text: str) -> bool:
    """Whether a name holds every word of `text`."""
    asked = words(text)
    return bool(asked) and begins(name, asked)


def ensure(using: str = "default") -> None:
    """Makes the indexes, and whatever of them is missing; nothing when they are whole."""
    for index in INDEXES:
        index.ensure(connections[using])


def after_migrate(using: str = "default", **_: Any) -> None:
    """The signal's receiver: a table exists once the app's migrations have run."""
    standing = set(connections[using].introspection.table_names())
    for index in INDEXES:
        if index.table in standing:
            index.ensure(connections[using])
