"""Authentication of API tokens, and their scopes."""

import re
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from people.access import TOKENS
from people.credentials.models import ApiToken
from people.credentials.scopes import EVERYTHING, missing_scopes, needed_scopes
from people.credentials.token_use import is_token_expired, note_token_use
from people.models import User

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView

SHAPE = re.compile(rb"fate_[0-9a-f]{16,128}")


class TokenAuthentication(KnoxAuthentication):
    """A person's API token in the Authorization header: `Token fate_...` or `Bearer fate_...`."""

    def authenticate(self, request: HttpRequest | Request) -> tuple[User, ApiToken] | None:
        """The person and the token; None for another scheme. AuthenticationFailed: no valid token."""
        scheme, _space, rest = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer":
            secret = rest.strip()
            if not secret:
                raise AuthenticationFailed(_("Send the token after “Bearer”."))
            return self.authenticate_credentials(secret.encode("latin-1", "replace"))
        user_and_token: tuple[User, ApiToken] | None = super().authenticate(request)
        return user_and_token

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The person and the token. AuthenticationFailed: unknown, expired, revoked, or deactivated."""
        if not SHAPE.fullmatch(token):
            raise AuthenticationFailed(_("This token is unknown. Make one on your page “API tokens”."))
        text = token.decode("ascii")
        digest = hash_token(text)
        # Reading with an expired token must not write; expired rows stay on their owner's page until revoked.
        rows = [
            row
            for row in TOKENS.rows(text[: CONSTANTS.TOKEN_KEY_LENGTH])
            if compare_digest(digest, row.digest) and not is_token_expired(row)
        ]
        if not rows:
            raise AuthenticationFailed(_("Invalid token."))
        user, row = self.validate_user(rows[0])
        # The access rules read this: with a token for one campaign only that campaign is visible.
        user.bound_campaign_id = row.campaign_id
        note_token_use(row)
        return user, row


class SignedInWithinScope(IsAuthenticated):
    """Requires a caller who is signed in, and a token with the needed scopes.

    Only this class enforces scopes, for endpoints and streams."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Whether the caller may call the endpoint; PermissionDenied names what the token may do."""
        if not super().has_permission(request, view):
            return False
        if isinstance(request.auth, ApiToken):
            require_scopes(request.auth, scopes_of_operation(view, request.method or ""), request.method or "")
        return True


def scopes_of_operation(view: Any, method: str) -> list[str]:
    """The scopes that a token needs for a method of an endpoint; one that declares nothing is for full tokens alone."""
    return needed_scopes(getattr(view, "token_scope", EVERYTHING), reads=method in SAFE_METHODS)


def require_scopes(token: ApiToken, needed: list[str], method: str) -> None:
    """Refuses a token that lacks a scope, and names it."""
    missing = missing_scopes(token.scopes, needed, can_write=token.can_write)
    read_only = not token.can_write and method not in SAFE_METHODS
    if not missing and not read_only:
        return
    if read_only:
        words = _("This token is read-only: it lacks the scope “%(scope)s”. Make another on your page “API tokens”.")
    elif any(scope.startswith(EVERYTHING) for scope in missing):
        words = _("This needs the scope “%(scope)s”. Make a token for everything on your page “API tokens”.")
    else:
        words = _("This token lacks the scope “%(scope)s”. Make one with it on your page “API tokens”.")
    detail = words % {"scope": " ".join(missing)}
    raise PermissionDenied(detail, "token.read_only" if read_only else "token.area")
