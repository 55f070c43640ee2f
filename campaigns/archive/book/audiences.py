"""For whom a book can be made."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from people.access import anonymous_member, require_gm
from people.models import Member


class BookAudience(models.TextChoices):
    """For whom a book is made."""

    PARTY = "party", _("everyone in the campaign")
    ME = "me", _("me")
    GM = "gm", _("GMs")


def book_audience(membership: Member, wanted: str) -> BookAudience:
    """The audience of a book that the member asked for: what a GM knows is for GMs. 403 if it is not the member's."""
    audience = BookAudience(wanted)
    if audience == BookAudience.GM:
        require_gm(membership)
    return BookAudience.GM if audience == BookAudience.ME and membership.is_gm else audience


def book_reader(membership: Member, audience: str) -> Member:
    """The member whose knowledge a book holds."""
    if audience == BookAudience.PARTY:
        return anonymous_member(membership)
    return require_gm(membership) if audience == BookAudience.GM else membership
