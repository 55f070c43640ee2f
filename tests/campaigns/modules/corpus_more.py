"""More hostile modules: every collection, addresses, archives, expressions; and texts that must be shown inert."""

import copy
from collections.abc import Iterator
from typing import Any

from campaigns.modules.format.vocabulary import SINGULAR
from tests.campaigns.modules import zips
from tests.campaigns.modules.corpus import Refusal, dumped
from tests.campaigns.modules.samples import put, small

# The least that an object of each collection may be.
LEAST: dict[str, dict[str, Any]] = {
    "chapters": {"title": "x"},
    "locations": {"title": "x"},
    "scenes": {"title": "x"},
    "encounters": {"title": "x", "kind": "combat", "groups": [{"key": "g", "who": "monster:rat", "count": 1}]},
    "monsters": {"name": "x"},
    "npcs": {"name": "x"},
    "hazards": {"title": "x"},
    "treasures": {"title": "x"},
    "handouts": {"title": "x", "visibility": "gm"},
    "tables": {"title": "x", "method": {"pick": "uniform"}, "rows": [{"key": "a", "md": "y"}]},
    "checks": {"title": "x", "difficulty": {"fifty-two-fates": {"value": 5}}},
    "awards": {"title": "x", "kind": "milestone"},
    "maps": {"title": "x"},
}
ADDRESSES = (
    "http://127.0.0.1/\n",
    "http://[::1",
    "gopher://127.0.0.1:25/",
    "ftp://x/",
    "http:///etc/passwd",
    "https://a\tb",
    "vbscript:x",
    "blob:https://x",
    "JAVASCRIPT:alert(1)",
    " https://a",
    "https://a b",
    'https://"onload=',
    "https://<b>",
    "\\\\host\\share",
    "file://localhost/",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "https:",
    "http:/x",
    "///x",
    "about:blank",
)
EXPRESSIONS = (
    "999999d999999",
    "1d6!",
    "1d6r1",
    "(1d6)",
    "1d6*1d6",
    "2d6kh1",
    "d",
    "0d6",
    "1d0",
    "-1d6",
    "1d-6",
    "1e9d6",
    "1d6+1000",
    "{{7*7}}",
    "${{7*7}}",
    "#{7*7}",
    "<%= 7*7 %>",
    "%n%n%n%s",
    "@mod",
    "1d6 + 2",
    "'; DROP TABLE people_campaign; --",
    "1d6\u0000",
    "٣d٦",
    "1d6\n",
)
CLAIMS = (
    "id",
    "pk",
    "owner",
    "campaign_id",
    "user",
    "role",
    "gm",
    "token",
    "created",
    "made",
    "tombstone",
    "__class__",
)


def refusals() -> Iterator[Refusal]:
    """(name, bytes, a code that the refusal holds)."""
    yield from _collections()
    yield from _addresses()
    yield from _expressions()
    yield from _archives()
    yield from _requirements()


def _with(collection: str, item: dict[str, Any]) -> dict[str, Any]:
    document = small()
    document[collection] = [*document.get(collection, []), {"key": "odd", **copy.deepcopy(LEAST[collection]), **item}]
    return document


def _collections() -> Iterator[Refusal]:
    for collection in LEAST:
        for claim in CLAIMS[:5]:
            yield f"{collection} claims {claim}", dumped(_with(collection, {claim: 1})), "schema.unknown"
        yield f"{collection} with a key of another kind", dumped(_with(collection, {"key": 7})), "schema.type"
        yield f"{collection} with a path as key", dumped(_with(collection, {"key": "../../x"})), "schema.pattern"
        yield f"{collection} as text", dumped(put(small(), f"/{collection}", "x")), "schema.type"
        yield f"{collection} of nothing", dumped(put(small(), f"/{collection}", [None])), "schema.type"
        twice = _with(collection, {})
        twice[collection].append(twice[collection][-1])
        yield f"{collection} twice", dumped(twice), "key.duplicate"
        bag = {"x": {"no-namespace": 1}}
        yield f"{collection} with a bag without a name", dumped(_with(collection, bag)), "schema.name"
        name = "name" if "name" in LEAST[collection] else "title"
        yield f"{collection} in disguise", dumped(_with(collection, {name: "a\u202eb"})), "schema.characters"
    for claim in CLAIMS:
        yield f"the document claims {claim}", dumped(put(small(), f"/{claim}", 1)), "schema.unknown"


def _addresses() -> Iterator[Refusal]:
    for number, address in enumerate(ADDRESSES):
        source = [{"key": "s", "title": "x", "url": address, "licence": {"spdx": "CC0-1.0"}}]
        yield f"source address {number}", dumped(put(small(), "/module/sources", source)), "schema.pattern"


def _expressions() -> Iterator[Refusal]:
    for number, text in enumerate(EXPRESSIONS):
        code = "json.control" if "\u0000" in text else "schema.count"
        yield f"expression as a count {number}", dumped(put(small(), "/encounters/0/groups/0/count", text)), code
        code = "json.control" if "\u0000" in text else "schema.pattern"
        yield f"expression as dice {number}", dumped(put(small(), "/tables/0/method/roll", text)), code


def _archives() -> Iterator[Refusal]:
    png = zips.picture()
    names = (
        "../x.png",
        "a/../../x.png",
        "/x.png",
        "assets//x.png",
        "assets/./x.png",
        "assets/..png",
        "assets/x.png/",
        "assets/x",
        "assets/x.exe",
        "assets/x.svg",
        "assets/x.html",
        "assets/.htaccess",
        "assets/x.png\n",
        "module.json.bak",
        "MODULE.JSON",
        "assets/" + "a/" * 6 + "x.png",
        "assets/" + "a" * 90 + ".png",
        "con",
        "assets/x.png:stream",
        "assets/\u202egnp.exe",
        "assets/x.php.gif",
        "__MACOSX/x",
        ".git/config",
        "assets\\..\\x.png",
    )
    for number, name in enumerate(names):
        yield f"archive name {number}", zips.packed(small(), {name: png}), "zip.unsafe_path"
    yield "archive bomb", zips.bomb(12), "zip.bomb"
    yield "archive with a link", zips.linked(), "zip.unsafe_path"
    yield "archive with a device", zips.linked(kind=0o020000), "zip.unsafe_path"
    yield "archive with a pipe", zips.linked(kind=0o010000), "zip.unsafe_path"
    yield "archive cut off", zips.packed(small(), {})[:-20], "zip.damaged"
    yield "archive spoiled", zips.spoiled(zips.packed(small(), {})), "zip.damaged"
    yield "archive without a module", zips.packed(None, {"assets/x.png": png}), "zip.no_module"
    yield "archive in an archive", zips.packed(zips.packed(small()), {}), "json.encoding"
    for kind, data in (
        ("svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("html", b"<html><script>alert(1)</script>"),
        ("gif", b"GIF89a" + b"\0" * 20),
        ("nothing", b""),
        ("half", png[:30]),
        ("php", png[:8] + b"<?php system('id'); ?>"),
        ("pdf", b"%PDF-1.4"),
        ("bmp", b"BM" + b"\0" * 60),
        ("tiff", b"II*\0" + b"\0" * 60),
        ("ico", b"\0\0\1\0" + b"\0" * 60),
    ):
        yield (
            f"picture that is {kind}",
            zips.packed(zips.with_picture(data=data), {"assets/map.png": data}),
            "asset.type",
        )


def _requirements() -> Iterator[Refusal]:
    for number, wanted in enumerate(
        ("latest", ">=", "1.2.3.4", "a||b", "9" * 30, "^", "~x.y", "1 - 2 -", "==1", "!=1")
    ):
        document = put(small(), "/module/requires", [{"module": "other", "version": wanted}])
        yield f"required version {number}", dumped(document), "schema.pattern"
    for number, (old, new) in enumerate(
        (
            ("x", "y"),
            ("monster:rat", "npc:miller"),
            ("monster:a", "monster:b"),
            ("monster:rat", "monster:rat"),
            ("a/monster:b", "monster:rat"),
        )
    ):
        document = put(small(), "/module/x", {"satchel:renames": {old: new}})
        codes = ["schema.pattern", "ref.wrong_type", "ref.unresolved", "key.duplicate", "schema.pattern"]
        yield f"rename {number}", dumped(document), codes[number]


# Texts that a module may hold and that must do nothing.
EVENTS = ("onerror", "onload", "onclick", "onfocus", "ontoggle", "onpointerrawupdate", "onanimationstart")
TAGS = ("img src=x", "svg", "body", "details open", "video src=x", "marquee", "input autofocus", "math", "audio src=x")
INERT = [
    *(f"<{tag} {event}=alert(1)>" for tag in TAGS for event in EVENTS[:4]),
    *(
        f"[x]({scheme}alert(1))"
        for scheme in (
            "javascript:",
            "JaVaScRiPt:",
            "vbscript:",
            "data:text/html,",
            "java\tscript:",
            "javascript&colon;",
            "&#106;avascript:",
        )
    ),
    *(
        f"![x]({address})"
        for address in (
            "https://evil.example/p.png",
            "//evil.example/p",
            "data:image/png;base64,AA",
            "http://169.254.169.254/latest/",
            "file:///etc/passwd",
        )
    ),
    *(
        f"<a {name}='/api/v1/'>x</a>"
        for name in ("hx-get", "hx-post", "hx-on:click", "sse-connect", "data-hx-get", "ws-connect")
    ),
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</script>",
    "<iframe srcdoc='<script>'>",
    "<object data=x>",
    "<form action=//evil.example><button>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<link rel=stylesheet href=//evil.example>",
    "<style>@import '//evil.example'</style>",
    "{{ 7*7 }}",
    "{% load x %}",
    "[[monster:rat|<img src=x onerror=alert(1)>]]",
    "[[monster:rat|x](javascript:alert(1))]]",
    "`</code><script>`",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>]]>",
    "\\<script>",
    "&lt;script&gt;",
    '<https://x/"onload=>',
    "[a]: javascript:alert(1)\n\n[a]",
    "<noscript><p title='</noscript><script>'>",
    "<template><script></template>",
    "[" * 3000,
    "]" * 3000,
    "*" * 5000,
    "> " * 2000,
    "`" * 4000,
    "|" * 3000 + "\n" + "-|" * 1500,
    "<" * 5000,
    "&" * 5000,
    "![" * 1500,
    "(" * 4000,
    "_" * 5000 + "a",
    "#" * 3000,
    "\\" * 5000,
    "a" * 60_000,
]
COLLECTIONS = [name for name in SINGULAR if name not in {"assets", "maps", "checks", "awards", "treasures", "tables"}]
