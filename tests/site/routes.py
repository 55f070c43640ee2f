"""Every address of the site, read from the URL resolver, with ids of the test's world filled in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, get_resolver

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
SPECIAL = {
    "session_version": "session-version",
    "recap_version": "recap-version",
    "tie_version": "tie-version",
    "removed_tie": "removed-tie",
    "quest_version": "quest-version",
    "shared_map_id": "shared-maps",
    "shared_npc_id": "shared-npcs",
    "token": "join",
    "token_key": "tokens",
    "path": "nowhere",
    "uidb36": "uidb36",
}
NOBODY = 999_999_999


@dataclass(frozen=True)
class Route:
    """A named address; `pattern` is the route as written, with its parameters."""

    name: str
    pattern: str
    defaults: tuple[str, ...] = ()

    @property
    def library(self) -> bool:
        """Whether the account library serves it; its form views take PUT as POST."""
        return self.name.split("_")[0] in {"account", "mfa", "usersessions", "socialaccount", "openid"}

    @property
    def parameters(self) -> list[str]:
        """The names of what the address is filled with."""
        return PARAMETER.findall(self.pattern)

    def path(self, ids: dict[str, Any], *, unknown: bool = False) -> str:
        """The address of the world's rows; with `unknown`, of numbers that no row has."""
        path = self.pattern
        for match in PARAMETER.finditer(self.pattern):
            value = _value(match[1], self.pattern[: match.start()], ids)
            path = path.replace(match[0], str(NOBODY if unknown and isinstance(value, int) else value), 1)
        return "/" + path


def _value(name: str, before: str, ids: dict[str, Any]) -> Any:
    word = before.rstrip("/").rpartition("/")[2]
    for key in (SPECIAL.get(name, ""), word, name):
        if key in ids:
            return ids[key]
    raise LookupError(
        f"<{name}> after “{word}” has no row: add its id under “{word}” or “{name}” to tests/site/roles.py."
    )


def routes() -> list[Route]:
    """All routes but the admin's, which has a test of its own."""
    found = {route.name: route for route in _walk(get_resolver(), "", "")}
    return [found[name] for name in sorted(found)]


def _walk(resolver: Any, prefix: str, space: str) -> Iterator[Route]:
    for part in resolver.url_patterns:
        pattern = prefix + _written(part.pattern)
        if isinstance(part, URLPattern):
            # What has no name leads nowhere but to an error page; those are tested by their address.
            if part.name:
                yield Route(space + part.name, pattern)
        elif part.namespace != "admin":
            yield from _walk(part, pattern, f"{space}{part.namespace}:" if part.namespace else space)


def _written(pattern: Any) -> str:
    text = str(pattern)
    if not hasattr(pattern, "_regex"):
        return text
    text = re.sub(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\]|\([^)]*\))*\)", r"<\1>", text)
    return text.strip("^$").replace("\\", "").replace("/?", "/")
