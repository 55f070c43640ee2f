"""Small words for the tests of people and their story."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from people.models import Campaign, Member, User

__all__ = ["forbidden", "place", "refused"]


def place(campaign: Campaign, user: User) -> Member:
    """The person's row in the campaign."""
    return Member.objects.select_related("campaign", "user").get(campaign=campaign, user=user)


def refused(words: str | None = None):
    """Inside, a ValidationError must be raised, with the words if any are given."""
    return pytest.raises(ValidationError, match=words)


def forbidden(words: str | None = None):
    """Inside, a PermissionDenied must be raised, with the words if any are given."""
    return pytest.raises(PermissionDenied, match=words)
