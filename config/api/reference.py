"""Completes the OpenAPI document: schemas of the games, headers of responses, and what all operations share."""

from typing import Any, Final

from campaigns.encounters.play.event_types import describe_events
from config.api.features import FEATURE_LEVEL
from config.api.option_schemas import SUFFIX, option_schemas
from rules import play

PLACE: Final = "#/components/schemas/"
DESCRIPTION: Final = """Campaigns, characters, encounters, session logs and modules. Additive changes only.

**Signing in.** `Authorization: Token fate_...` or `Bearer fate_...`, made on the page “API tokens”; each operation says
which scope its token needs.

**Changes.** Objects have a `revision`, which is also their `ETag`. A change names it by `If-Match` or in its body: 428
without it, 412 or 409 when something has changed since. Objects that never change, such as an invitation,
a date or a token, are deleted without it, and so are things that their owner must always be able to end. If such an
operation lists `If-Match`, the header is optional, and the site checks it if you send it. `If-Match` takes one tag;
`If-None-Match` takes a list, too, and gives 304. A `POST` that is repeated with the same `Idempotency-Key` is carried
out once; other methods ignore the key.

**Lists** have `results`, `next` and `previous`; `page_size` is 1 to 200. A parameter that an operation does not know is
refused with 400.

**Times** are ISO 8601; one without an offset is in the time zone of the campaign.

**Limits.** The headers `RateLimit-Policy` and `RateLimit` of every response of an operation say how many requests the
caller has left; with 429, `Retry-After` says when to try again. All tokens of a person share one limit; without an
account, everyone at the same network address does. A body has at most 2 MiB; entries for `log/bulk/` 5 MiB, modules
50 MiB, files to convert 16 MiB, pictures 10 MiB, archives of notes 100 MiB, archives to restore 500 MiB. Larger ones
get 413.

**Errors** are `application/problem+json` with a stable `code`; `/api/docs/problems/` lists the codes. Besides those
that an operation names, every operation can answer 408 (the body arrived too slowly), 500 (a fault of the site), 503
(busy, or without its database; `Retry-After` says when to try again) and 507 (its disk is full).

**Games.** Commands, checks, setups, sheets and monsters have the format of their game, and so have the views, events
and offers of an encounter. Schemas whose names begin with the game describe them: `FortuneSystemCommand`,
`FortuneSystemCheck`, `FortuneSystemSetup`, `FortuneSystemSheet`, `FortuneSystemMonsterStats`, `FortuneSystemView`,
`FortuneSystemEvent` and `FortuneSystemOffer`, and the same of the other games. The field `type` of a command or an
event says which of the schemas it has, such as `FortuneSystemAttemptEvent`. Events of the site itself, such as an undo,
have schemas like `TableRewoundEvent`. Later versions may add fields to views, events and offers.

**Feature level.** `GET /api/v1/features/` gives a number that grows with every addition, and what each level added."""
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "RateLimit-Policy": {"description": "The limit: name, requests and seconds.", "schema": {"type": "string"}},
    "RateLimit": {
        "description": "The remaining requests, and seconds until the limit starts again.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds until the next try.", "schema": {"type": "integer"}},
    "X-Request-ID": {"description": "The number of the request in the site's log.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` if the response is that of an earlier request with the same `Idempotency-Key`.",
        "schema": {"type": "string"},
    },
    "WWW-Authenticate": {"description": "The schemes of `Authorization`.", "schema": {"type": "string"}},
}
# Live streams are answered before Django, which counts requests and numbers them.
NOT_OF_STREAMS: Final = {"RateLimit-Policy", "RateLimit", "X-Request-ID"}
HEADER_PLACE: Final = "#/components/headers/"
# Headers of each response by its status; "2" stands for every success.
HEADERS_BY_STATUS: Final = {
    "2": ("RateLimit-Policy", "RateLimit", "X-Request-ID"),
    "401": ("WWW-Authenticate",),
    "429": ("RateLimit-Policy", "RateLimit", "Retry-After"),
    "503": ("Retry-After",),
}


def describe_everything(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds what all operations share, and the feature level."""
    result["info"] |= {"description": DESCRIPTION, "x-feature-level": FEATURE_LEVEL}
    return result


def add_games(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds the schemas of every game, and references to them."""
    schemas = result["components"]["schemas"]
    commands, inputs, views, sheets, stats = [], [], [], [], []
    for slug in sorted(play.SYSTEMS):
        game_schemas = play.schemas(slug, place=PLACE)
        schemas |= game_schemas
        commands += [
            name for name, schema in game_schemas.items() if "discriminator" in schema and name.endswith("Command")
        ]
        inputs += [name for name in game_schemas if name.endswith("Inputs")]
        sheets += [name for name in game_schemas if name.endswith("Sheet")]
        stats += [name for name in game_schemas if name.endswith("MonsterStats")]
        views += [name for name, schema in game_schemas.items() if "phase" in schema.get("properties", {})]
    schemas |= describe_events() | option_schemas()
    for body in ("Campaign", "CampaignBody", "PatchedCampaignChange"):
        _choose_from(schemas[body]["properties"]["options"], [name for name in schemas if name.endswith(SUFFIX)])
    _choose_from(schemas["CommandBody"]["properties"]["command"], commands)
    _choose_from(schemas["CheckBody"]["properties"]["inputs"], inputs)
    for body in ("Outcome", "SeatView", "Table"):
        _choose_from(schemas[body]["properties"]["view"], views)
    for body in ("Character", "CharacterBody", "PatchedCharacterChange"):
        _choose_from(schemas[body]["properties"]["sheet"], sheets)
    for body in ("Monster", "MonsterBody", "PatchedMonsterChange"):
        _choose_from(schemas[body]["properties"]["stats"], stats)
    return result


def _choose_from(field: dict[str, Any], names: list[str]) -> None:
    field.pop("additionalProperties", None)
    field["anyOf"] = [{"$ref": PLACE + name} for name in names]


def add_headers(result: dict[str, Any], generator: Any, request: Any, public: Any) -> dict[str, Any]:
    """Adds the headers of responses that clients use, only at success, 401 and 429, to keep the document short."""
    result["components"]["headers"] = HEADERS
    for methods in result["paths"].values():
        for method, operation in methods.items():
            left_out = NOT_OF_STREAMS if _is_stream(operation) else set()
            for code, answer in operation["responses"].items():
                known = HEADERS_BY_STATUS.get("2" if code.startswith("2") else code, ())
                names = tuple(name for name in known if name not in left_out)
                if method == "post" and code.startswith("2"):
                    names += ("Idempotent-Replayed",)
                headers = {name: {"$ref": HEADER_PLACE + name} for name in names} | answer.get("headers", {})
                if headers:
                    answer["headers"] = headers
    return result


def _is_stream(operation: dict[str, Any]) -> bool:
    return any("text/event-stream" in answer.get("content", {}) for answer in operation["responses"].values())
