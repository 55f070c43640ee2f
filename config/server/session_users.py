"""The account that a session signs in, also after a change of the site's secret key.

The hash in a session was made with the key of its sign-in. When an earlier key verifies it, Django gives the session a
new key of its own. That signs people out: streams and the check of a body read sessions without answering with a new
cookie, requests at the same time each make another session, and the list of sign-ins, on which devices depend, keeps
the old one. Here the session keeps its key.
"""

from itertools import chain
from typing import Any

from allauth.core.internal import sessionkit
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from people.models import User


def get_user(request: HttpRequest) -> User | AnonymousUser:
    """The account of the request's session; ends a session that the account's password no longer verifies."""
    user = _find_account(request)
    if user is None:
        return AnonymousUser()
    stored = request.session.get(HASH_SESSION_KEY) or ""
    hashes = chain([user.get_session_auth_hash()], user.get_session_auth_fallback_hash())
    if not any(constant_time_compare(stored, known) for known in hashes):
        request.session.flush()
        return AnonymousUser()
    return user


def renew_hash(request: HttpRequest, user: User | AnonymousUser) -> None:
    """Replaces a hash of an earlier secret key in the request's session, so that this key can be removed later."""
    if isinstance(user, User) and request.session.get(HASH_SESSION_KEY) != user.get_session_auth_hash():
        request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()


def _find_account(request: HttpRequest) -> User | None:
    try:
        number = User._meta.pk.to_python(request.session[SESSION_KEY])
        backend = request.session[BACKEND_SESSION_KEY]
    except KeyError:
        return None
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    user: User | None = load_backend(backend).get_user(number)
    return user


def install() -> None:
    """Lets the list of sign-ins read sessions in this way."""
    module: Any = sessionkit
    module.get_user = get_user
