"""Hostile modules, made here: each must be refused with a place and a code, or be kept as text that does
nothing."""

import json
from collections.abc import Iterator
from typing import Any

from tests.campaigns.modules.samples import put, small

Refusal = tuple[str, bytes, str]


def dumped(document: Any) -> bytes:
    """A document as bytes; half surrogates stay escapes."""
    return json.dumps(document).encode()


def raw(pointer_text: str, replacement: str) -> bytes:
    """The small module with one piece of its text replaced by hand."""
    text = json.dumps(small())
    assert text.count(pointer_text) >= 1, pointer_text
    return text.replace(pointer_text, replacement, 1).encode()


def refusals() -> Iterator[Refusal]:
    """(name, bytes, a code that the refusal holds)."""
    yield from _texts()
    yield from _numbers()
    yield from _unicode()
    yield from _names()
    yield from _references()
    yield from _shapes()


def _texts() -> Iterator[Refusal]:
    yield "empty", b"", "json.syntax"
    yield "spaces", b"  \n", "json.syntax"
    yield "not json", b"<html>", "json.syntax"
    yield "cut off", dumped(small())[:-1], "json.syntax"
    yield "two documents", dumped(small()) * 2, "json.syntax"
    yield "trailing comma", raw('"format": "satchel",', '"format": "satchel",,'), "json.syntax"
    yield "comment", b"/* x */" + dumped(small()), "json.syntax"
    yield "python literals", b"{'format': True}", "json.syntax"
    yield (
        "duplicate key",
        raw('"format": "satchel"', '"format": "x", "format": "satchel"'),
        "json.duplicate_key",
    )
    yield (
        "escaped duplicate",
        raw('"format": "satchel"', '"form\\u0061t": "x", "format": "satchel"'),
        "json.duplicate_key",
    )
    yield "deep list", b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "json.depth"
    yield "deep object", b'{"x":' * 50 + b"1" + b"}" * 50, "json.depth"
    yield "deep bag", dumped(put(small(), "/module/x", {"a:b": _nested(30)})), "json.depth"
    yield "many values", b'{"x": [' + b"0," * 200_001 + b"0]}", "json.nodes"
    yield "too large", b'{"x": "' + b"a" * (5 * 1024 * 1024) + b'"}', "json.too_large"
    yield "long text", dumped(put(small(), "/locations/0/blocks/0/md", "a" * 100_001)), "json.string"
    yield "utf-16", '{"format": "satchel"}'.encode("utf-16"), "json.encoding"
    yield "latin-1", '{"format": "sätchel"}'.encode("latin-1"), "json.encoding"
    yield "zip", b"PK\x03\x04" + b"\0" * 64, "zip.damaged"
    yield "gzip", b"\x1f\x8b\x08\x00", "json.encoding"
    yield "another format", dumped({"format": "foundry", "format_version": "1.0"}), "format.unsupported"
    yield "a newer format", dumped(put(small(), "/format_version", "9.0")), "format.unsupported"


def _nested(depth: int) -> Any:
    value: Any = 1
    for _level in range(depth):
        value = [value]
    return value


def _numbers() -> Iterator[Refusal]:
    place = '"max_hp": 2'
    for name, text, code in (
        ("nan", "NaN", "json.non_finite"),
        ("infinity", "-Infinity", "json.non_finite"),
        ("1e400", "1e400", "json.non_finite"),
        ("huge", "9" * 5000, "json.number"),
        ("beyond 2^53", str(2**53 + 1), "json.number"),
        ("leading zero", "007", "json.syntax"),
        ("plus", "+7", "json.syntax"),
        ("hexadecimal", "0x10", "json.syntax"),
        ("fraction", "2.5", "schema.type"),
        ("whole fraction", "2.0", "schema.type"),
        ("true", "true", "schema.type"),
        ("text", '"2"', "schema.type"),
        ("negative", "-1", "schema.minimum"),
        ("above", "1000", "schema.maximum"),
        ("2^31", str(2**31), "schema.maximum"),
        ("null", "null", "schema.type"),
    ):
        yield f"number {name}", raw(place, f'"max_hp": {text}'), code
    for dice in (
        "999999d999999",
        "100d6",
        "1d1",
        "d1001",
        "1d6d6",
        "1d6*9",
        "${7*7}",
        "__import__('os')",
        "2D6",
        "１d6",
    ):
        yield f"dice {dice}", dumped(put(small(), "/encounters/0/groups/0/count", dice)), "schema.count"
        yield f"table {dice}", dumped(put(small(), "/tables/0/method/roll", dice)), "schema.pattern"


def _unicode() -> Iterator[Refusal]:
    place = '"It turns without wind."'
    for name, text, code in (
        ("lone surrogate", '"\\ud800"', "json.surrogate"),
        ("reversed pair", '"\\udc00\\ud800"', "json.surrogate"),
        ("nul", '"a\\u0000b"', "json.control"),
        ("escape", '"\\u001b[31m"', "json.control"),
        ("raw newline", '"a\nb"', "json.syntax"),
        ("bad escape", '"\\x41"', "json.syntax"),
    ):
        yield f"unicode {name}", raw(place, text), code
    for name, title in (
        ("right to left", "Mill\u202egnp.exe"),
        ("isolate", "\u2066Mill"),
        ("zero width", "Mi\u200bll"),
        ("byte order mark", "\ufeffMill"),
        ("line end", "Mill\nSecond line"),
        ("not composed", "Mu\u0308hle"),
        ("next line", "Mill\u0085"),
    ):
        yield f"title {name}", dumped(put(small(), "/locations/0/title", title)), "schema.characters"


def _names() -> Iterator[Refusal]:
    for key in (
        "mill\n",
        "Mill",
        "../mill",
        "mill/../..",
        "mill\u0000x",
        "-mill",
        "mill-",
        "a" * 65,
        "",
        "mïll",
        "ｍill",
        "a b",
    ):
        code = "json.control" if "\u0000" in key else "schema.pattern"
        yield f"key {key!r}", dumped(put(small(), "/locations/0/key", key)), code
    for version in ("1", "1.0", "01.0.0", "1.0.0\n", "1.0.0+build", "latest", "9" * 40 + ".0"):
        yield f"version {version!r}", dumped(put(small(), "/module/version", version)), "schema.pattern"
    for field, value in (
        ("id", 1),
        ("owner", 1),
        ("user", "admin"),
        ("role", "gm"),
        ("campaign", 1),
        ("created", "2020-01-01"),
        ("__proto__", {}),
        ("constructor", {}),
        ("pk", 3),
        ("token", "fate_x"),
    ):
        yield f"claimed field {field}", dumped(put(small(), f"/module/{field}", value)), "schema.unknown"
    yield "claimed field on a monster", dumped(put(small(), "/monsters/0/campaign", 1)), "schema.unknown"
    for url in (
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//evil.example",
        "http://",
        "https://a b",
    ):
        yield f"url {url}", dumped(put(small(), "/module/licence/url", url)), "schema.pattern"


def _references() -> Iterator[Refusal]:
    who = "/encounters/0/groups/0/who"
    yield "dangling", dumped(put(small(), who, "monster:cat")), "ref.unresolved"
    yield "foreign", dumped(put(small(), who, "other/monster:rat")), "ref.unresolved"
    yield "wrong kind", dumped(put(small(), who, "check:listen")), "ref.wrong_type"
    yield "a number", dumped(put(small(), who, 1)), "schema.type"
    yield "an id", dumped(put(small(), who, "1")), "schema.pattern"
    yield "a path", dumped(put(small(), who, "../monster:rat")), "schema.pattern"
    yield "itself", dumped(put(small(), "/locations/0/parent", "location:mill")), "ref.cycle"
    ring = small()
    ring["locations"] += [{"key": f"l{n}", "title": "x", "parent": f"location:l{(n + 1) % 4000}"} for n in range(4000)]
    yield "a ring of 4000", dumped(ring), "ref.cycle"
    fan = small()
    fan["chapters"][0]["blocks"][0]["md"] = "[[npc:nobody]]" * 4000
    yield "a fan of 4000", dumped(fan), "ref.unresolved"
    wide = small()
    wide["npcs"] = [{"key": f"n{n}", "name": "x"} for n in range(5001)]
    yield "5001 people", dumped(wide), "schema.max_items"
    twice = small()
    twice["npcs"] += [{"key": "miller", "name": "Another"}] * 3
    yield "one key four times", dumped(twice), "key.duplicate"
    required = put(small(), "/module/requires", [{"module": "the-mill"}])
    yield "requires itself", dumped(put(required, who, "the-mill/monster:cat")), "ref.unresolved"


def _shapes() -> Iterator[Refusal]:
    for name, value in (("list", []), ("text", "x"), ("null", None), ("number", 1)):
        yield f"root {name}", dumped(value), "schema.type"
        yield f"module {name}", dumped(put(small(), "/module", value)), "schema.type"
        yield f"stats {name}", dumped(put(small(), "/monsters/0/stats", value)), "schema.type"
    yield "no module", dumped({"format": "satchel", "format_version": "1.0"}), "schema.required"
    yield "monsters as object", dumped(put(small(), "/monsters", {"0": {}})), "schema.type"
    yield (
        "draft and settled words",
        dumped(put(small(), "/monsters/0/stats/fifty-two-fates/hit_points", 3)),
        "schema.unknown",
    )
    yield (
        "an asset without its file",
        dumped(
            put(
                small(),
                "/assets",
                [
                    {
                        "key": "a",
                        "path": "assets/a.png",
                        "sha256": "0" * 64,
                        "media_type": "image/png",
                        "alt": "x",
                        "licence": {"spdx": "CC0-1.0"},
                    }
                ],
            )
        ),
        "asset.missing",
    )
    for path in (
        "/etc/passwd",
        "assets/../a.png",
        "assets/a.svg",
        "C:\\a.png",
        "assets/a.png\n",
        "http://x/a.png",
    ):
        asset = {
            "key": "a",
            "path": path,
            "sha256": "0" * 64,
            "media_type": "image/png",
            "alt": "x",
            "licence": {"spdx": "CC0-1.0"},
        }
        yield f"asset path {path!r}", dumped(put(small(), "/assets", [asset])), "schema.pattern"
