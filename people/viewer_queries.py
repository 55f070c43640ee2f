"""Compiled queries of what a person or a member may read: the SQL is built once for each kind of viewer.

The access rules get a stand-in for the viewer: a row that has placeholders for the ids, and otherwise only the fields
that decide about the SQL (the role, whether players deal). A rule that reads another field makes Django load it from a
row that does not exist, which fails at once instead of showing too much.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

from common.compiled_query import CompiledQuery, Value
from people.models import Campaign, Member, User

Result = TypeVar("Result")


def _has_usual_rights(user: User) -> bool:
    """Whether the person is neither limited by a token for one campaign nor deactivated."""
    return user.is_authenticated and user.is_active and getattr(user, "bound_campaign_id", None) is None


def _stand_in_user(pk: Value, kind: str) -> User:
    names = ["id", "is_active", "kind"]
    return User.from_db(DEFAULT_DB_ALIAS, names, [pk, True, kind])


def _stand_in_member(user: Value, pk: Value, campaign: Value, kind: str, role: str, dealerless: bool) -> Member:
    row = Member.from_db(DEFAULT_DB_ALIAS, ["id", "user_id", "campaign_id", "role"], [pk, user, campaign, role])
    row.user = _stand_in_user(user, kind)
    row.campaign = Campaign.from_db(DEFAULT_DB_ALIAS, ["id", "dealerless"], [campaign, dealerless])
    return row


class UserQuery(Generic[Result]):
    """The rows of `make(user, *values)`."""

    def __init__(self, make: Callable[..., "QuerySet[Any, Result]"]) -> None:
        self._make = make
        self._compile = cache(self._compile_for)

    def rows(self, user: User, *values: Value) -> list[Result]:
        """The rows for a person; built each time where the person's rights are limited."""
        if not _has_usual_rights(user):
            return list(self._make(user, *values))
        return self._compile(user.kind).rows(user.pk, *values)

    def _compile_for(self, kind: str) -> CompiledQuery[Result]:
        return CompiledQuery(lambda pk, *places: self._make(_stand_in_user(pk, kind), *places))


class MemberQuery(Generic[Result]):
    """The rows of `make(membership, *values)`."""

    def __init__(self, make: Callable[..., "QuerySet[Any, Result]"]) -> None:
        self._make = make
        self._compile = cache(self._compile_for)

    def rows(self, membership: Member, *values: Value) -> list[Result]:
        """The rows for a member; built each time where the person's rights are limited."""
        user = membership.user
        if not _has_usual_rights(user) or membership.pk is None:
            return list(self._make(membership, *values))
        query = self._compile(user.kind, membership.role, membership.campaign.dealerless)
        return query.rows(membership.user_id, membership.pk, membership.campaign_id, *values)

    def _compile_for(self, kind: str, role: str, dealerless: bool) -> CompiledQuery[Result]:
        def make(user: Value, pk: Value, campaign: Value, *places: Value) -> "QuerySet[Any, Result]":
            return self._make(_stand_in_member(user, pk, campaign, kind, role, dealerless), *places)

        return CompiledQuery(make)
