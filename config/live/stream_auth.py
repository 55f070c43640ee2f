"""Who may listen to an encounter's stream, checked when it opens and repeatedly afterwards."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from rest_framework.exceptions import APIException

from campaigns.encounters.access import get_encounter
from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.queries import count_all_signs, sign_counts
from config.api.tokens import TokenAuthentication, require_scopes
from config.server.sessions import SessionStore
from people.models import ApiToken, Member

__all__ = ["StreamViewer", "authorize", "count_all_signs", "encounter_numbers", "sign_counts", "still_authorized"]

# As the endpoint of the same address in config/api/urls.py.
LISTEN = ["tables:read"]


@dataclass(frozen=True, slots=True)
class StreamViewer:
    """A person who may listen, and the basis of that right."""

    encounter: int
    campaign: int
    user: int
    member: int
    role: str
    password: str
    session: str | None
    token: Any

    @property
    def rights(self) -> tuple[int, str, str]:
        """What must still be so: the place in the campaign, its role, and the password signed in with."""
        return (self.member, self.role, self.password)


def authorize(scope: Any, encounter_id: int) -> StreamViewer | None:
    """The viewer by session cookie or API token; None for people who may not listen (Django answers them)."""
    request = ASGIRequest(scope, io.BytesIO())
    try:
        if "authorization" in request.headers:
            session, (user, token) = None, TokenAuthentication().authenticate(request) or (None, None)
        else:
            session, token = request.COOKIES.get(settings.SESSION_COOKIE_NAME), None
            request.session = SessionStore(session)
            user = get_user(request)
        if user is None or not user.is_authenticated:
            return None
        if token is not None:
            require_scopes(token, LISTEN, "GET")
        encounter, membership = get_encounter(user, encounter_id)
    except (Http404, PermissionDenied, APIException):  # Django's own view answers in these words
        return None
    return StreamViewer(
        encounter=encounter.pk,
        campaign=encounter.campaign_id,
        user=user.pk,
        member=membership.pk,
        role=membership.role,
        password=user.password,
        session=session,
        token=token.pk if token else None,
    )


def still_authorized(guests: Iterable[StreamViewer]) -> set[StreamViewer]:
    """The viewers who may still listen; at most three queries for any number."""
    guests = set(guests)
    now = timezone.now()
    members = Member.objects.filter(pk__in={guest.member for guest in guests}, left__isnull=True, user__is_active=True)
    rights = set(members.values_list("pk", "role", "user__password"))
    keys = {guest.session for guest in guests if guest.session}
    sessions = set()
    if keys:
        rows = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
        sessions = set(rows.values_list("session_key", flat=True))
    shown = {guest.token for guest in guests if guest.token}
    tokens = set()
    if shown:
        valid = Q(expiry__isnull=True) | Q(expiry__gt=now)
        tokens = set(ApiToken.objects.filter(valid, pk__in=shown).values_list("pk", flat=True))
    return {
        guest
        for guest in guests
        if guest.rights in rights and (guest.session in sessions if guest.session else guest.token in tokens)
    }


def encounter_numbers(encounters: Iterable[int]) -> dict[int, tuple[int, str]]:
    """The number of the last command and the status of each encounter."""
    rows = Encounter.objects.filter(pk__in=set(encounters)).values_list("pk", "number", "status")
    return {pk: (number, status) for pk, number, status in rows}
