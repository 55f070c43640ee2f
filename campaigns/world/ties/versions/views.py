"""The pages of the history of a tie, for GMs, and the button that restores a version."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from campaigns.world.ties.access import get_tie_as_gm
from campaigns.world.ties.actions import TEXTS
from campaigns.world.ties.models import Tie
from campaigns.world.ties.versions.actions import restore_tie
from campaigns.world.versions.pages import (
    VersionedRow,
    field_labels,
    render_version,
    render_versions,
    respond_to_restore,
)
from campaigns.world.versions.queries import list_versions
from people.models import User
from people.requests import SignedRequest


def _versioned_tie(user: User, tie_id: int) -> VersionedRow:
    row, membership = get_tie_as_gm(user, tie_id)
    title = f"{row.start.name} – {row.end.name}"
    return VersionedRow(
        membership=membership,
        row=row,
        title=title,
        versions=list_versions(row),
        texts=field_labels(Tie, TEXTS),
        restores=gettext_lazy("This restores the words and times. Later versions stay in the history."),
        address=reverse("tie-versions", args=[row.pk]),
        here="campaign-world",
        crumbs=[(_("Ties"), row.get_absolute_url()), (title, reverse("tie-edit", args=[row.pk]))],
    )


@login_required
@require_safe
def tie_versions(request: SignedRequest, tie_id: int) -> HttpResponse:
    """What a tie was, newest first."""
    return render_versions(request, _versioned_tie(request.user, tie_id))


@login_required
@require_safe
def tie_version(request: SignedRequest, tie_id: int, tie_version: int) -> HttpResponse:
    """One version of a tie, compared with the tie of today."""
    return render_version(request, _versioned_tie(request.user, tie_id), tie_version)


@login_required
@require_POST
def tie_restore(request: SignedRequest, tie_id: int, tie_version: int) -> HttpResponse:
    """Restores a version of a tie."""
    versioned = _versioned_tie(request.user, tie_id)
    return respond_to_restore(
        request,
        versioned,
        tie_version,
        lambda revision: restore_tie(
            membership=versioned.membership, tie=versioned.row, version_id=tie_version, revision=revision
        ),
    )
