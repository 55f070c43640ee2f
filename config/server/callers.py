"""Who sends a request that Django has not read: for streams, and for the size of a body."""

import io
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest

from config.api.tokens import TokenAuthentication
from config.server.asgi_types import Scope
from config.server.session_users import get_user
from config.server.sessions import SessionStore
from people.credentials.models import ApiToken
from people.models import User


class Caller(NamedTuple):
    """The sender of a request, with the API token or else the key of the session that the request carries."""

    user: User | AnonymousUser
    session: str | None
    token: ApiToken | None


def find_caller(scope: Scope) -> Caller:
    """The caller by API token or else by session, as the API finds them. AuthenticationFailed: no valid token.

    Another scheme in the Authorization header is none of the site's: a proxy may ask for a password of its own."""
    request = ASGIRequest(scope, io.BytesIO())
    if user_and_token := TokenAuthentication().authenticate(request):
        user, token = user_and_token
        return Caller(user, None, token)
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    request.session = SessionStore(session)
    return Caller(get_user(request), session, None)
