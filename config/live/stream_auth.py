"""Who may listen to the stream of an encounter or a log, checked when it opens and repeatedly afterwards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.utils import timezone
from rest_framework.exceptions import APIException

from campaigns.encounters.access import get_encounter
from campaigns.encounters.models import Encounter
from campaigns.encounters.signs.queries import count_all_signs, sign_counts
from campaigns.log.queries import latest_entry
from common.compiled_query import CompiledLists
from config.api.tokens import require_scopes
from config.server.asgi_types import Scope
from config.server.callers import find_caller
from people.access import get_membership
from people.credentials.models import ApiToken
from people.models import Member, User

__all__ = [
    "LatestNumber",
    "RequestedSubject",
    "StreamViewer",
    "Subject",
    "authorize",
    "count_all_signs",
    "latest_numbers",
    "sign_counts",
    "still_authorized",
]

# The status of a log whose newest entries wait for one that is still being written.
UNSETTLED: Final = "unsettled"
# The scopes that a token needs, as at the endpoints of the same addresses in config/api/urls.py.
LISTEN = {"encounter": ["tables:read"], "log": ["log:read"]}


class RequestedSubject(NamedTuple):
    """What a request wants to follow: the encounter with this id, or the log of the campaign with this id."""

    kind: Literal["encounter", "log"]
    pk: int


class Subject(NamedTuple):
    """The subject of a stream. `is_gm`: a log as GMs read it, otherwise as every member reads it."""

    kind: Literal["encounter", "log"]
    pk: int
    is_gm: bool = False


class LatestNumber(NamedTuple):
    """The number and the status of an encounter, or the id of a log's latest entry with "" or `UNSETTLED`."""

    number: int
    status: str

    @property
    def is_unsettled(self) -> bool:
        """Whether newer entries of the log wait, so that the number may also become lower."""
        return self.status == UNSETTLED


@dataclass(frozen=True, slots=True)
class StreamViewer:
    """A person who may listen, and what that right depends on."""

    subject: Subject
    campaign: int
    user: int
    member: int
    role: str
    password: str
    session: str | None
    token: Any

    @property
    def rights(self) -> tuple[int, str, str]:
        """What must not change while the stream is open: the membership, its role, and the password of the sign-in."""
        return (self.member, self.role, self.password)

    @property
    def place(self) -> tuple[int, int]:
        """The encounter and the member."""
        return (self.subject.pk, self.member)


def authorize(scope: Scope, wanted: RequestedSubject) -> StreamViewer | None:
    """The viewer by session cookie or API token; None for people who may not listen (Django answers them)."""
    try:
        user, session, token = find_caller(scope)
        if not isinstance(user, User):
            return None
        if token is not None:
            require_scopes(token, LISTEN[wanted.kind], "GET")
        subject, membership = _find_subject(user, wanted)
    except (Http404, PermissionDenied, APIException):  # Django's view of the same address answers
        return None
    return StreamViewer(
        subject=subject,
        campaign=membership.campaign_id,
        user=user.pk,
        member=membership.pk,
        role=membership.role,
        password=user.password,
        session=session,
        token=token.pk if token else None,
    )


def _find_subject(user: User, wanted: RequestedSubject) -> tuple[Subject, Member]:
    if wanted.kind == "log":
        membership = get_membership(user, wanted.pk)
        return Subject("log", wanted.pk, membership.is_gm), membership
    encounter, membership = get_encounter(user, wanted.pk)
    return Subject("encounter", encounter.pk), membership


# Asked for the screens of a table after each of its plays, and for all streams every second.
RIGHTS: Final = CompiledLists(
    lambda members: (
        Member.objects.present()
        .filter(pk__in=members, user__is_active=True)
        .order_by()
        .values_list("pk", "role", "user__password")
    )
)
LIVE_SESSIONS: Final = CompiledLists(
    lambda keys, now: Session.objects.filter(session_key__in=keys, expire_date__gt=now[0]).values_list(
        "session_key", flat=True
    )
)
NUMBERS: Final = CompiledLists(
    lambda encounters: Encounter.objects.filter(pk__in=encounters).order_by().values_list("pk", "number", "status")
)


def still_authorized(viewers: Iterable[StreamViewer]) -> set[StreamViewer]:
    """The viewers who may still listen; at most three queries for any number."""
    viewers = set(viewers)
    now = timezone.now()
    rights = set(RIGHTS.rows(sorted({viewer.member for viewer in viewers})))
    keys = sorted({viewer.session for viewer in viewers if viewer.session})
    sessions = set(LIVE_SESSIONS.rows(keys, [now])) if keys else set()
    shown = {viewer.token for viewer in viewers if viewer.token}
    tokens = set()
    if shown:
        valid = Q(expiry__isnull=True) | Q(expiry__gt=now)
        tokens = set(ApiToken.objects.filter(valid, pk__in=shown).values_list("pk", flat=True))
    return {
        viewer
        for viewer in viewers
        if viewer.rights in rights and (viewer.session in sessions if viewer.session else viewer.token in tokens)
    }


def latest_numbers(subjects: Iterable[Subject]) -> dict[Subject, LatestNumber]:
    """The latest number of each encounter and log."""
    encounters = {subject.pk for subject in subjects if subject.kind == "encounter"}
    found: dict[Subject, LatestNumber] = {}
    if encounters:
        rows = NUMBERS.rows(sorted(encounters))
        found = {Subject("encounter", pk): LatestNumber(number, status) for pk, number, status in rows}
    logs = [subject for subject in subjects if subject.kind == "log"]
    for each in logs:
        latest = latest_entry(each.pk, is_gm=each.is_gm)
        found[each] = LatestNumber(latest.pk, UNSETTLED if latest.newer_wait else "")
    return found
