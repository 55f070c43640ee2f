"""A GM views the pages of a campaign as another member, on every page that supports it, until the GM ends it.

The choice is kept in the session. Only pages that call `get_viewer` follow it: a running table, sheets and settings
always show the person's own view, so nobody reads a hand in this way.
"""

from collections.abc import Mapping
from typing import Any, Final, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.form_responses import campaign_context
from people.access import members_of, require_gm
from people.models import Member

SESSION_KEY: Final = "view_as"


class ViewedMember(TypedDict):
    """The member as whom a GM views a campaign: the id, and the name for the notice on the pages."""

    member: int
    name: str


# By campaign: the member as whom it is viewed. The keys are strings, because sessions are stored as JSON.
Views = Mapping[str, ViewedMember]
OWN_VIEW: Final[Views] = {}


def get_views(request: HttpRequest) -> Views:
    """The campaigns that the person views as another member; empty for most people."""
    views: Any = request.session.get(SESSION_KEY, {})
    return views


def get_viewer(membership: Member, views: Views) -> Member:
    """The member whose view a page shows: the person's own membership, or for a GM the member chosen in `views`.

    A choice has no effect once the person is no longer a GM, or the member has left."""
    chosen = views.get(str(membership.campaign_id))
    if chosen is None or not membership.is_gm:
        return membership
    rows = members_of(membership).select_related("campaign").filter(pk=chosen["member"])
    return next(iter(rows[:1]), membership)


def viewer_context(membership: Member, viewer: Member, here: str) -> dict[str, Any]:
    """The context of a page that shows what `viewer` sees; `viewed` is set if that is another member."""
    return campaign_context(viewer, here) | {"viewed": None if viewer.pk == membership.pk else viewer}


def require_own_view(membership: Member, viewer: Member) -> None:
    """Stops a change on a page that shows the view of another member."""
    if viewer.pk != membership.pk:
        message = _("You are viewing the campaign as %(name)s. End this view before you change anything.")
        raise PermissionDenied(message % {"name": viewer.user.username})


def start_viewing(request: HttpRequest, membership: Member, member: Member) -> None:
    """Views the campaign as `member` from now on; 403 for all but GMs."""
    require_gm(membership)
    viewed = ViewedMember(member=member.pk, name=member.user.username)
    request.session[SESSION_KEY] = {**get_views(request), str(membership.campaign_id): viewed}


def end_viewing(request: HttpRequest, campaign_id: int) -> None:
    """Shows the person's own view of the campaign again."""
    left = {key: viewed for key, viewed in get_views(request).items() if key != str(campaign_id)}
    request.session[SESSION_KEY] = left
