"""Full-text indexes on SQLite (FTS5) and PostgreSQL (GIN) with the same behaviour, updated by the database.

A search finds rows that contain all words, each as the beginning of a word in any case. On both databases, everything
but letters, their combining signs and digits separates words. Letters with signs are found in composed and decomposed
spelling.

`ensure` creates or repairs an index after every `migrate`: SQLite loses a table's triggers if a migration rebuilds
the table, and migrations of other fields should not have to know that.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

# FTS5 separates words at all signs but these, the usual ones of Latin letters.
LATIN_SIGN = "\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331"
SQLITE_WORD = re.compile(f"[^\\W_]+(?:[{LATIN_SIGN}]+[^\\W_]*)*")
MAX_WORDS = 8
SHARP_S = re.compile(r"(?=ss)")
MOST_SHARP_S = 4
DOTTED_I = "i\u0307"
# PostgreSQL's parser recognises paths, hosts and hyphens; spaces instead of punctuation leave plain words.
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”„‘’‚«»–—…·×♠♥♦♣¡¿§°"


@cache
def word_pattern() -> re.Pattern[str]:
    """The pattern of a word; made by the first search, because reading every character takes longer than most imports.

    Signs belong to the letter before them, and so do the two joiners."""
    signs = "".join(chr(code) for code in range(0x300, 0x1E94B) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(f"[^\\W_]+(?:[{signs}\u200c\u200d]+[^\\W_]*)*")


def search_words(text: str) -> list[str]:
    """The words of a search, at most eight, in the form in which any case is equal."""
    return word_pattern().findall(unicodedata.normalize("NFC", text).casefold())[:MAX_WORDS]


def has_word_beginnings(text: str, words: list[str]) -> bool:
    """Whether every searched word is the beginning of a word in the text."""
    held = word_pattern().findall(unicodedata.normalize("NFC", text).casefold())
    return all(any(known.startswith(word) for known in held) for word in words)


def stored_forms(word: str) -> list[str]:
    """The forms in which the indexes may store a word of a search: they keep “ß”, “ς” and decomposed letters."""
    forms = [word]
    # A NUL beside each “ß” keeps the places of the letters behind it.
    for place in [match.start() for match in SHARP_S.finditer(word)][:MOST_SHARP_S]:
        forms += [f"{form[:place]}\0ß{form[place + 2 :]}" for form in forms if form[place : place + 2] == "ss"]
    forms = [form.replace("\0", "") for form in forms]
    # The lower case of "İ" is "i" with a dot above it, but the index of SQLite keeps the capital letter.
    forms += [form.replace(DOTTED_I, "İ") for form in forms if DOTTED_I in form]
    forms += [f"{form[:-1]}ς" for form in forms if form.endswith("σ")]
    return list(dict.fromkeys([*forms, *(unicodedata.normalize("NFD", form) for form in forms)]))


def contains_words(words: list[str], *fields: str, json_fields: Iterable[str] = ()) -> Q:
    """Rows in whose fields every word of a search is somewhere, for texts without an index.

    A database compares texts in fewer ways than `has_word_beginnings`, which may decide about the rows then: SQLite
    ignores case in ASCII alone and holds the other letters of JSON escaped, and neither equates “ß” and “ss”."""
    condition = Q()
    for word in words:
        spellings = {case for form in stored_forms(word) for case in _cases(form)}
        escaped = spellings | {json.dumps(spelling)[1:-1] for spelling in spellings}
        lookups = [(f"{field}__icontains", spelling) for field in fields for spelling in sorted(spellings)]
        lookups += [(f"{field}__icontains", spelling) for field in json_fields for spelling in sorted(escaped)]
        condition &= Q(*lookups, _connector=Q.OR)
    return condition


def _cases(form: str) -> set[str]:
    return {form} if form.isascii() else {form, form.capitalize(), form.upper()}


def sqlite_term(word: str) -> str:
    """The term of FTS5 for words that begin with this one. Parts that FTS5 separates may stand anywhere in the text."""
    parts = [SQLITE_WORD.findall(form)[:MAX_WORDS] for form in stored_forms(word)]
    return "(" + " OR ".join("(" + " AND ".join(f'"{part}"*' for part in form) + ")" for form in parts) + ")"


def postgresql_term(word: str) -> str:
    """The term of a tsquery for words that begin with this one."""
    return "(" + " | ".join(f"{form}:*" for form in stored_forms(word)) + ")"


def search_vector(text: str) -> str:
    """PostgreSQL's search vector of an expression."""
    quoted, blanks = SIGNS.replace("'", "''"), " " * len(SIGNS)
    return f"to_tsvector('simple'::regconfig, translate({text}, '{quoted}', '{blanks}'))"


@dataclass(frozen=True)
class FullTextIndex:
    """The index of a table; `texts` are the indexed columns, each an SQL expression over the row `{r}`.

    `scope` is an expression with tokens by which SQLite filters a search. PostgreSQL uses other indexes for that; only
    with `scoped` its index also contains the tokens, and finds words and scope in one scan."""

    name: str
    table: str
    texts: dict[str, str]
    scope: str
    scoped: bool = False

    @property
    def triggers(self) -> dict[str, tuple[str, str]]:
        """SQLite's triggers by the suffixes of their names."""
        columns, values = ", ".join([*self.texts, "scope"]), [*self.texts.values(), self.scope]
        new, old = (", ".join(value.format(r=row) for value in values) for row in ("new", "old"))
        put = f"INSERT INTO {self.name}(rowid, {columns}) VALUES (new.id, {new});"  # noqa: S608
        drop = f"INSERT INTO {self.name}({self.name}, rowid, {columns}) VALUES ('delete', old.id, {old});"  # noqa: S608
        return {"put": ("INSERT", put), "drop": ("DELETE", drop), "change": ("UPDATE", f"{drop} {put}")}

    @property
    def tokens(self) -> str:
        """PostgreSQL's array of the scope's tokens; searches must use the same expression."""
        return f"string_to_array({self.scope.replace('{r}.', '')}, ' ')"

    @property
    def gin_indexes(self) -> dict[str, str]:
        """PostgreSQL's indexes: name -> expression."""
        if self.scoped:
            return {f"{self.name}_{column}_scope": f"{column}, {self.tokens}" for column in self.texts}
        return {self.name if column == "words" else f"{self.name}_{column}": column for column in self.texts}

    def ensure(self, database: Any) -> None:
        """Creates missing parts of the index, and replaces those that were made for other expressions."""
        if database.vendor != "postgresql":
            return self._ensure_sqlite(database)
        # Generated columns: reading one is a hundred times cheaper than parsing the text.
        with database.cursor() as cursor:
            for column, text in self.texts.items():
                kept = f"tsvector GENERATED ALWAYS AS ({search_vector(text.replace('{r}.', ''))}) STORED"
                if self._generates_other(cursor, column, kept):
                    cursor.execute(f"ALTER TABLE {self.table} DROP COLUMN {column}")
                cursor.execute(f"ALTER TABLE {self.table} ADD COLUMN IF NOT EXISTS {column} {kept}")
            if self.scoped:  # the index of versions in which words and scope were separate
                cursor.execute(f"DROP INDEX IF EXISTS {self.name}")
            for index, over in self.gin_indexes.items():
                cursor.execute(f"CREATE INDEX IF NOT EXISTS {index} ON {self.table} USING gin ({over})")
        return None

    def _generates_other(self, cursor: Any, column: str, kept: str) -> bool:
        """Whether the table has the column with another expression. PostgreSQL compares them as it writes them."""
        probe = f"{self.name}_probe"
        cursor.execute(f"CREATE TEMPORARY TABLE {probe} (LIKE {self.table}, wanted {kept})")
        cursor.execute(
            "SELECT count(DISTINCT pg_get_expr(adbin, adrelid)) FROM pg_attribute"
            " JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum"
            " WHERE (attrelid, attname) IN ((%s::regclass, %s), (%s::regclass, 'wanted'))",
            [self.table, column, probe],
        )
        (expressions,) = cursor.fetchone()
        cursor.execute(f"DROP TABLE {probe}")
        return bool(expressions > 1)

    def _ensure_sqlite(self, database: Any) -> None:
        if self.is_complete(database):
            return
        columns = ", ".join([*self.texts, "scope"])
        values = ", ".join(value.format(r=self.table) for value in [*self.texts.values(), self.scope])
        with database.cursor() as cursor:
            cursor.execute(f"DROP TABLE IF EXISTS {self.name}")
            cursor.execute(
                f"CREATE VIRTUAL TABLE {self.name} USING fts5({columns}, content='', detail=column,"
                " tokenize='unicode61 remove_diacritics 0')"
            )
            for name, (event, body) in self.triggers.items():
                cursor.execute(f"DROP TRIGGER IF EXISTS {self.name}_{name}")
                cursor.execute(f"CREATE TRIGGER {self.name}_{name} AFTER {event} ON {self.table} BEGIN {body} END")
            cursor.execute(f"INSERT INTO {self.name}(rowid, {columns}) SELECT id, {values} FROM {self.table}")  # noqa: S608

    def is_complete(self, database: Any) -> bool:
        """Whether the index is complete."""
        with database.cursor() as cursor:
            if database.vendor == "postgresql":
                cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = %s", [self.table])
                return self.gin_indexes.keys() <= {name for (name,) in cursor}
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE name LIKE %s", [f"{self.name}%"])
            stored = dict(cursor.fetchall())
        written = all(body in stored.get(f"{self.name}_{end}", "") for end, (_event, body) in self.triggers.items())
        return self.name in stored and written

    def rows_with_words(
        self, rows: QuerySet[Any], words: list[str], token: str = "", columns: tuple[str, ...] = ("words",)
    ) -> QuerySet[Any]:
        """The rows whose `columns` together contain all words; one query.

        `rows` must be filtered by the scope `token` already."""
        if connection.vendor == "postgresql":
            each = "(" + " OR ".join(f"{column} @@ to_tsquery('simple', %s)" for column in columns) + ")"
            sql = f"SELECT id FROM {self.table} WHERE {' AND '.join([each] * len(words))}"  # noqa: S608
            return rows.filter(pk__in=RawSQL(sql, [postgresql_term(word) for word in words for _column in columns]))  # noqa: S611
        terms = " AND ".join(f"{{{' '.join(columns)}}} : {sqlite_term(word)}" for word in words)
        match = f'{terms} AND scope : "{token}"' if token else terms
        sql = f"SELECT rowid FROM {self.name} WHERE {self.name} MATCH %s"  # noqa: S608
        return rows.filter(pk__in=RawSQL(sql, [match]))  # noqa: S611 (all values are parameters)
