"""Who calls the API, and how far a token reaches."""

import re
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from people.access import TOKENS
from people.idempotency import keys
from people.models import ApiToken

if TYPE_CHECKING:  # the framework reads this file while it defines its views
    from rest_framework.views import APIView

SHAPE = re.compile(rb"fate_[0-9a-f]{16,128}")


class TokenAuthentication(KnoxAuthentication):
    """A person's API token in the Authorization header: `Token fate_...` or `Bearer fate_...`."""

    def authenticate(self, request: Any) -> tuple[Any, ApiToken] | None:
        """The person and the token; None when the header is for somebody else. AuthenticationFailed: no valid token."""
        scheme, _space, rest = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer":
            secret = rest.strip()
            if not secret:
                raise AuthenticationFailed(_("Send the token after “Bearer”."))
            return self.authenticate_credentials(secret.encode("latin-1", "replace"))
        found: tuple[Any, ApiToken] | None = super().authenticate(request)
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Any, ApiToken]:
        """The person and the token. AuthenticationFailed: unknown, expired, revoked, or deactivated."""
        if not SHAPE.fullmatch(token):
            raise AuthenticationFailed(_("This token is unknown. Make one on your page “API tokens”."))
        text = token.decode("ascii")
        digest = hash_token(text)
        # Reading with an expired token must not write; expired rows stay on their owner's page until revoked.
        rows = [
            row
            for row in TOKENS.rows(text[: CONSTANTS.TOKEN_KEY_LENGTH])
            if compare_digest(digest, row.digest) and not keys.is_token_expired(row)
        ]
        if not rows:
            raise AuthenticationFailed(_("Invalid token."))
        user, row = self.validate_user(rows[0])
        # The doors read this: a token made for one campaign finds that campaign alone.
        user.bound_campaign_id = row.campaign_id
        keys.note_token_use(row)
        return user, row


class SignedInWithinScope(IsAuthenticated):
    """Signed in, and a token within its scope: one for reading changes nothing, one for modules sees nothing else.

    A view says by `area` what it is for; `modules:write` of the format is a token of that area that may write."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Whether the caller may call at all; PermissionDenied says how far the token reaches."""
        if not super().has_permission(request, view):
            return False
        reads = request.method in SAFE_METHODS
        if isinstance(request.auth, ApiToken) and not request.auth.can_write and not reads:
            raise PermissionDenied(
                _("This token is read-only. Make one that may write on your page “API tokens”."), "token.read_only"
            )
        if isinstance(request.auth, ApiToken) and request.auth.area not in ("", getattr(view, "area", "")):
            raise PermissionDenied(
                _("This token is for modules only. Make one for everything on your page “API tokens”."), "token.area"
            )
        return True
