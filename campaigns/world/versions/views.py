"""The pages of a page's history, and the button that restores a version."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from campaigns.world import access as world_access
from campaigns.world.versions.actions import restore_version
from campaigns.world.versions.pages import VersionedRow, render_version, render_versions, respond_to_restore
from campaigns.world.versions.queries import visible_versions
from people.models import User
from people.requests import SignedRequest


def _versioned_page(user: User, entry_id: int) -> VersionedRow:
    row, membership = world_access.get_editable_entry(user, entry_id)
    return VersionedRow(
        membership=membership,
        row=row,
        title=row.name,
        versions=visible_versions(membership, row),
        texts={"text": ""},
        restores=gettext_lazy("This restores the name, text and tags. Later versions stay in the history."),
        address=reverse("world-versions", args=[row.pk]),
        here="campaign-world",
        crumbs=[
            (_("World"), reverse("campaign-world", args=[row.campaign_id])),
            (row.name, reverse("world-entry", args=[row.pk])),
        ],
        read_only=row.archived is not None,
    )


@login_required
@require_safe
def versions_page(request: SignedRequest, entry_id: int) -> HttpResponse:
    """The versions of a page, newest first."""
    return render_versions(request, _versioned_page(request.user, entry_id))


@login_required
@require_safe
def version_page(request: SignedRequest, entry_id: int, version_id: int) -> HttpResponse:
    """One version, compared with the page as it is now."""
    return render_version(request, _versioned_page(request.user, entry_id), version_id)


@login_required
@require_POST
def restore(request: SignedRequest, entry_id: int, version_id: int) -> HttpResponse:
    """Restores a version."""
    page = _versioned_page(request.user, entry_id)
    return respond_to_restore(
        request,
        page,
        version_id,
        lambda revision: restore_version(
            membership=page.membership, entry=page.row, version_id=version_id, revision=revision
        ),
    )
