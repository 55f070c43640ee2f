"""A strict JSON reader for API bodies and module files: unambiguous, limited, and storable in every database."""

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any, Final

MEBIBYTE: Final = 1024 * 1024
# Beyond this, JavaScript and other readers round numbers (RFC 7493, section 2.2).
LARGEST_NUMBER: Final = 2**53 - 1
ECHO: Final = 200

SPACE: Final = re.compile(r"[ \t\n\r]*+")
# Possessive quantifiers, so that a string of a million escapes is scanned once without backtracking. Before Python
# 3.11.5 a possessive group that fails in its middle keeps what it had read. The one here fails only where the string
# does.
TOKEN: Final = re.compile(
    r"""(?P<mark>[{}\[\],:])
      | (?P<text>"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+")
      | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
      | (?P<word>true|false|null)
    """,
    re.VERBOSE,
)
NON_FINITE: Final = re.compile(r"-?(?:NaN|Infinity)")
BAD_ESCAPE: Final = re.compile(r'\\(?:u(?![0-9a-fA-F]{4})|[^"\\/bfnrtu])')
SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Tab, line feed and carriage return are text; PostgreSQL cannot store NUL, and others are never intended.
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
# A short text without these has no escape, no control character, no half of a surrogate pair and no odd white space.
UNUSUAL: Final = re.compile("[\\\\\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f]")
SHORT: Final = 4000  # characters
SMALL_DIGITS: Final = 15
WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a document: bytes, depth, values, characters of one string."""

    size: int = 5 * MEBIBYTE
    depth: int = 32
    nodes: int = 200_000
    string: int = 100_000


DEFAULT: Final = Limits()


class MalformedJson(ValueError):
    """The text is not acceptable JSON.

    `code` is one of json.encoding, json.too_large, json.syntax, json.depth, json.nodes, json.duplicate_key,
    json.non_finite, json.number, json.surrogate, json.control, json.string; `line` and `column` count from 1
    in characters; `pointer` is the RFC 6901 place of the value, "" for the whole document.
    """

    def __init__(self, code: str, message: str, *, line: int = 1, column: int = 1, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        self.pointer = pointer


def loads(data: bytes | str, limits: Limits = DEFAULT) -> Any:
    """The value of `data` (UTF-8); raises only MalformedJson."""
    text = _decode(data, limits)
    if limits == DEFAULT and len(text) <= SHORT and not UNUSUAL.search(text) and _brackets(text) <= DEFAULT.depth:
        try:
            return _SIMPLE.decode(text)
        except (ValueError, _NotSimple):
            pass  # the reader below accepts it, or says what is wrong and where
    return _Reader(text, limits).document()


class _NotSimple(Exception):
    """A value that only the reader with places can judge."""


def _brackets(text: str) -> int:
    return text.count("{") + text.count("[")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _NotSimple
    return found


def _small_integer(text: str) -> int:
    if len(text) > SMALL_DIGITS:
        raise _NotSimple
    return int(text)


def _leave_to_reader(_text: str) -> Any:
    raise _NotSimple


# Reads most commands of tables, in a tenth of the time: short, without escapes, without fractions.
_SIMPLE: Final = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=_small_integer,
    parse_float=_leave_to_reader,
    parse_constant=_leave_to_reader,
)


def pointer_token(part: str | int) -> str:
    """A key or an index as one step of an RFC 6901 pointer."""
    return str(part).replace("~", "~0").replace("/", "~1")


def echo(text: str) -> str:
    """Input quoted in a message: at most 200 characters, with unprintable ones escaped."""
    short = text if len(text) <= ECHO else text[:ECHO] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in short)


def _decode(data: bytes | str, limits: Limits) -> str:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > limits.size:
        message = f"The document has {size} bytes; the limit is {limits.size}. Send it in parts."
        raise MalformedJson("json.too_large", message)
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8") if isinstance(data, bytes) else ""
        line, column = _place(before, len(before))
        message = "The document is not UTF-8; save it as UTF-8 and send it again."
        raise MalformedJson("json.encoding", message, line=line, column=column) from None
    return text.removeprefix("\ufeff")


def _place(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


@dataclass(slots=True)
class _Frame:
    """An open bracket: its list or object, and the current place in it."""

    into: list[Any] | dict[str, Any]
    key: str | int = ""
    empty: bool = True


@dataclass(slots=True)
class _Reader:
    """Reads token by token with its own stack, so that depth needs no recursion and every error has its place."""

    text: str
    limits: Limits
    at: int = 0
    nodes: int = 0
    open: list[_Frame] = field(default_factory=list)

    def document(self) -> Any:
        root = self._value(self._next("a value"))
        while self.open:
            frame = self.open[-1]
            if isinstance(frame.into, dict):
                self._member(frame, frame.into)
            else:
                self._item(frame, frame.into)
        self._skip()
        if self.at < len(self.text):
            raise self._error("json.syntax", "There is text after the end of the document; send one value.")
        return root

    def _error(self, code: str, message: str) -> MalformedJson:
        line, column = _place(self.text, self.at)
        pointer = "".join(f"/{pointer_token(frame.key)}" for frame in self.open if frame.key != "" or not frame.empty)
        return MalformedJson(code, message, line=line, column=column, pointer=pointer)

    def _skip(self) -> None:
        match = SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _next(self, wanted: str) -> re.Match[str]:
        self._skip()
        match = TOKEN.match(self.text, self.at)
        if match:
            return match
        if NON_FINITE.match(self.text, self.at):
            raise self._error("json.non_finite", "NaN and Infinity are not JSON; leave the value out.")
        raise self._unexpected_error(wanted)

    def _unexpected_error(self, wanted: str) -> MalformedJson:
        here = self.text[self.at : self.at + 1]
        sign = f"“{echo(here)}”" if here else "the end of the document"
        return self._error("json.syntax", f"Expected {wanted}, not {sign}.")

    def _item(self, frame: _Frame, into: list[Any]) -> None:
        frame.key = len(into)
        match = self._next("a value or “]”")
        if not frame.empty:
            if match["mark"] not in {",", "]"}:
                raise self._unexpected_error("“,” or “]”")
            if match["mark"] == ",":
                self.at = match.end()
                match = self._next("a value")
                if match["mark"] == "]":
                    raise self._unexpected_error("a value")
        if match["mark"] == "]":
            self._close(match)
            return
        frame.empty = False
        # A bracket opens a frame here; later turns of the loop fill it.
        into.append(self._value(match))

    def _member(self, frame: _Frame, into: dict[str, Any]) -> None:
        match = self._next("a key in quotes or “}”")
        if not frame.empty:
            if match["mark"] not in {",", "}"}:
                raise self._unexpected_error("“,” or “}”")
            if match["mark"] == ",":
                self.at = match.end()
                match = self._next("a key in quotes")
                if match["mark"] == "}":
                    raise self._unexpected_error("a key in quotes")
        if match["mark"] == "}":
            self._close(match)
            return
        self._key(frame, into, match)
        into[str(frame.key)] = self._value(self._next("a value"))

    def _key(self, frame: _Frame, into: dict[str, Any], match: re.Match[str]) -> None:
        if match["text"] is None:
            raise self._unexpected_error("a key in quotes")
        key = self._string(match["text"])
        frame.empty, frame.key = False, key
        if key in into:
            raise self._error("json.duplicate_key", f"The key “{echo(key)}” occurs twice in one object.")
        self.at = match.end()
        colon = self._next("“:”")
        if colon["mark"] != ":":
            raise self._unexpected_error("“:”")
        self.at = colon.end()

    def _close(self, match: re.Match[str]) -> None:
        self.at = match.end()
        self.open.pop()

    def _value(self, match: re.Match[str]) -> Any:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self._error("json.nodes", f"The document contains more than {self.limits.nodes} values.")
        if match["mark"] is not None:
            return self._open_container(match)
        if match["text"] is not None:
            value: Any = self._string(match["text"])
        elif match["number"] is not None:
            value = self._number(match["number"])
        else:
            value = WORDS[match["word"]]
        self.at = match.end()
        return value

    def _open_container(self, match: re.Match[str]) -> list[Any] | dict[str, Any]:
        if match["mark"] not in {"{", "["}:
            raise self._unexpected_error("a value")
        if len(self.open) >= self.limits.depth:
            raise self._error("json.depth", f"Brackets are nested more than {self.limits.depth} levels deep.")
        into: list[Any] | dict[str, Any] = {} if match["mark"] == "{" else []
        self.at = match.end()
        self.open.append(_Frame(into))
        return into

    def _number(self, text: str) -> int | float:
        is_integer = not set(text) & set(".eE")
        if is_integer and len(text) <= len(str(LARGEST_NUMBER)) + 1 and abs(int(text)) <= LARGEST_NUMBER:
            return int(text)
        value = math.inf if is_integer else float(text)
        if abs(value) <= LARGEST_NUMBER:
            return value
        if math.isinf(value) and not is_integer:
            raise self._error("json.non_finite", f"{echo(text)} is too large for a number.")
        raise self._error("json.number", f"{echo(text)} is beyond {LARGEST_NUMBER}, the largest number allowed.")

    def _string(self, text: str) -> str:
        if "\\" in text:
            bad = BAD_ESCAPE.search(text.replace(r"\\", "__"))
            if bad:
                self.at += bad.start()
                raise self._error("json.syntax", r"Use “\” only before one of \" \\ \/ \b \f \n \r \t \uXXXX.")
            value: str = json.loads(text)
        else:
            value = text[1:-1]
        if SURROGATE.search(value):
            raise self._error("json.surrogate", "The text contains half of a surrogate pair, which is not a character.")
        if CONTROL.search(value):
            raise self._error("json.control", "The text contains a control character; leave it out.")
        if len(value) > self.limits.string:
            raise self._error("json.string", f"The text is longer than {self.limits.string} characters.")
        return value
