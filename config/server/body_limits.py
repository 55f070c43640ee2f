"""How large the body of a request may be, by its route, and who may send a large one."""

from dataclasses import dataclass
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException

from campaigns.archive import container
from campaigns.archive.vault.actions import LARGEST as LARGEST_VAULT
from campaigns.encounters import demo_visitors
from campaigns.modules import adapters
from campaigns.modules.format import zip_files as modules
from common import strict_json
from common.pictures import LARGEST as LARGEST_PICTURE
from config.server.asgi_types import Scope
from config.server.callers import find_caller
from config.server.routes import find_route
from people.models import User

KIBIBYTE: Final = 1024
MEBIBYTE: Final = 1024 * KIBIBYTE
# The limit for people without an account, who only sign in and sign up.
ANONYMOUS: Final = 64 * KIBIBYTE
DEFAULT: Final = 2 * MEBIBYTE
FORM: Final = 64 * KIBIBYTE  # the other fields of a form with a file
BY_ROUTE: Final[dict[str, int]] = {
    "api-log-bulk": strict_json.DEFAULT.size,
    "module-upload": modules.LARGEST + FORM,
    "api-modules": modules.LARGEST,
    "api-module-check": modules.LARGEST,
    "module-convert": adapters.LIMITS.size + FORM,
    "api-module-convert": adapters.LIMITS.size,
    "world-picture-new": LARGEST_PICTURE + FORM,
    "api-world-picture": LARGEST_PICTURE,
    "text-pictures": LARGEST_PICTURE + FORM,
    "api-text-pictures": LARGEST_PICTURE,
    "note-pictures": LARGEST_PICTURE + FORM,
    "api-note-pictures": LARGEST_PICTURE,
    "character-portrait-edit": LARGEST_PICTURE + FORM,
    "api-character-portrait": LARGEST_PICTURE,
    "map-new": LARGEST_PICTURE + FORM,
    "map-picture-new": LARGEST_PICTURE + FORM,
    "api-map-picture": LARGEST_PICTURE,
    "vault-import": LARGEST_VAULT + FORM,
    "api-vault-imports": LARGEST_VAULT,
    "restore": container.LARGEST + FORM,
    "api-restores": container.LARGEST,
}


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a body, with what limits depend on."""

    user: int | None = None
    limit: int = ANONYMOUS


def is_anonymous(scope: Scope) -> bool:
    """Whether a request carries neither a session nor a token, without asking the database."""
    names = {name for name, _value in scope["headers"]}
    return not names & {b"cookie", b"authorization"}


def route_limit(scope: Scope) -> int | None:
    """The limit of the route that a request is for; None when there is no such address."""
    match = find_route(scope)
    return None if match is None else BY_ROUTE.get(match.url_name or "", DEFAULT)


def identify(scope: Scope) -> Sender:
    """The sender of a request by its session or token, and how much that person may send there.

    Reads the database: to be called in a request thread."""
    match = find_route(scope)
    user = _user(scope)
    if match is None or user is None or not demo_visitors.visitor_may_open(user, match.view_name):
        return Sender()
    limit = DEFAULT if user.is_demo_visitor else BY_ROUTE.get(match.url_name or "", DEFAULT)
    return Sender(user=user.pk, limit=limit)


def _user(scope: Scope) -> User | None:
    try:
        user = find_caller(scope).user
    except (Http404, PermissionDenied, APIException):
        return None
    return user if isinstance(user, User) else None
