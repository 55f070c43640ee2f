"""Finds the route of a request before Django answers it, because limits and priorities depend on it."""

from functools import lru_cache
from typing import Final

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve

from config.api import pages
from config.server.asgi_types import Scope

# Routes whose requests may take seconds of processor time; only a few of them run at the same time.
HEAVY_WRITES: Final = frozenset(
    {
        "module-upload",
        "api-modules",
        "api-module-check",
        "module-convert",
        "api-module-convert",
        "module-preview",
        "module-rollback",
        "api-imports",
        "api-import-rollback",
        "world-picture-new",
        "api-world-picture",
        "character-portrait-edit",
        "api-character-portrait",
        "text-pictures",
        "api-text-pictures",
        "note-pictures",
        "api-note-pictures",
        "map-new",
        "map-picture-new",
        "map-picture-restore",
        "api-map-picture-restore",
        "api-map-picture",
        # A new rendering of the map may be made.
        "map-area-new",
        "map-area-edit",
        "map-area-reveal",
        "map-area-remove",
        "api-map-areas",
        "api-map-area",
        # A picture is painted over or copied, and up to 300 ties or pins are written.
        "map-share",
        "map-take-changes",
        "shared-page-take",
        "world-share",
        "world-take-changes",
        "api-map-share",
        "api-map-take-changes",
        "api-shared-map-take",
        "api-shared-page-take",
        "api-world-share",
        "api-world-take-changes",
        "module-object-act",
        "vault-import",
        "vault-export",
        "api-vault-imports",
        "api-vault-exports",
        "restore",
        "api-restores",
        "first-run",
        # These wait for a foreign server.
        "test-mail",
        "webhook-test",
        "delivery-again",
    }
)
HEAVY_READS: Final = frozenset({"module-preview", "module-export", "api-export", "site-health"})
# Routes of commands at a running table: a player has tapped and waits for the response.
URGENT_POSTS: Final = frozenset(
    {
        "encounter-command",
        "encounter-undo",
        "encounter-cards",
        "encounter-join",
        "api-commands",
        "api-undo",
        "api-draws",
        "api-arrivals",
    }
)


LONGEST_REMEMBERED: Final = 200  # characters of a path


def resolve_path(path: str) -> ResolverMatch | None:
    """The route of a path below the site's root, cached; None for an unknown address."""
    find = _remembered_match if len(path) <= LONGEST_REMEMBERED else _match
    return find(path, settings.ROOT_URLCONF)


def _match(path: str, urlconf: str) -> ResolverMatch | None:
    try:
        return resolve(path, urlconf)
    except (Resolver404, ValueError):
        return None


_remembered_match = lru_cache(maxsize=4096)(_match)


class RouteHandler(BaseHandler):
    """Finds the route of a request once, for its limits, its priority and its view."""

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """The route of a request."""
        match = None if hasattr(request, "urlconf") else resolve_path(request.path_info)
        if match is None:
            return super().resolve_request(request)
        request.resolver_match = match
        return match


def find_route(scope: Scope) -> ResolverMatch | None:
    """The route of a request, None for an unknown address; an address of the API may lack its last slash."""
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    for address in (path, f"{path}/"):
        match = resolve_path(address)
        if match is None or match.func is not pages.unknown_address:
            return match
    return None


def is_urgent(scope: Scope) -> bool:
    """Whether a request gives a command at a running table, which comes before every refresh and page."""
    if scope["method"] != "POST" or "/encounters/" not in scope["path"]:
        return False
    match = find_route(scope)
    return match is not None and match.url_name in URGENT_POSTS


def is_heavy(scope: Scope) -> bool:
    """Whether a request may keep a thread busy for long."""
    match = find_route(scope)
    return match is not None and match.url_name in (HEAVY_READS if scope["method"] in {"GET", "HEAD"} else HEAVY_WRITES)
