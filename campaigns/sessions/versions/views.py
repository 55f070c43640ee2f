"""The pages of the history of a session and of a recap, and the buttons that restore a version."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from campaigns.sessions.models import Session
from campaigns.sessions.versions.access import get_recap_as_gm, get_session_as_gm
from campaigns.sessions.versions.actions import TEXTS, restore_recap, restore_session
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

HERE = "campaign-sessions"


def _versioned_session(user: User, session_id: int) -> VersionedRow:
    row, membership = get_session_as_gm(user, session_id)
    return VersionedRow(
        membership=membership,
        row=row,
        title=str(row),
        versions=list_versions(row),
        texts=field_labels(Session, TEXTS),
        restores=gettext_lazy(
            "This restores the title, agenda and both notes. The date and who came stay as they are, and later "
            "versions stay in the history."
        ),
        address=reverse("session-versions", args=[row.pk]),
        here=HERE,
        crumbs=[_crumb_of_sessions(row), (str(row), row.get_absolute_url())],
    )


def _versioned_recap(user: User, session_id: int, audience: str) -> VersionedRow:
    row, membership = get_recap_as_gm(user, session_id, audience)
    recap_page = reverse("session-recap", args=[session_id])
    return VersionedRow(
        membership=membership,
        row=row,
        title=_("Recap of %(session)s (%(audience)s)")
        % {"session": row.session, "audience": row.character or row.get_audience_display()},
        versions=list_versions(row),
        texts={"text": ""},
        restores=gettext_lazy("This restores the text. Later versions stay in the history."),
        address=reverse("recap-versions", args=[session_id, audience]),
        here=HERE,
        crumbs=[
            _crumb_of_sessions(row.session),
            (str(row.session), row.session.get_absolute_url()),
            (_("Recap"), f"{recap_page}?for={audience}"),
        ],
    )


def _crumb_of_sessions(session: Session) -> tuple[str, str]:
    return _("Sessions"), reverse("campaign-sessions", args=[session.campaign_id])


@login_required
@require_safe
def session_versions(request: SignedRequest, session_id: int) -> HttpResponse:
    """What a session's texts were, newest first."""
    return render_versions(request, _versioned_session(request.user, session_id))


@login_required
@require_safe
def session_version(request: SignedRequest, session_id: int, session_version: int) -> HttpResponse:
    """One version of a session's texts, compared with those of today."""
    return render_version(request, _versioned_session(request.user, session_id), session_version)


@login_required
@require_POST
def session_restore(request: SignedRequest, session_id: int, session_version: int) -> HttpResponse:
    """Restores a version of a session's texts."""
    versioned = _versioned_session(request.user, session_id)
    return respond_to_restore(
        request,
        versioned,
        session_version,
        lambda revision: restore_session(
            membership=versioned.membership, session=versioned.row, version_id=session_version, revision=revision
        ),
    )


@login_required
@require_safe
def recap_versions(request: SignedRequest, session_id: int, audience: str) -> HttpResponse:
    """What a recap was, newest first."""
    return render_versions(request, _versioned_recap(request.user, session_id, audience))


@login_required
@require_safe
def recap_version(request: SignedRequest, session_id: int, audience: str, recap_version: int) -> HttpResponse:
    """One version of a recap, compared with the recap of today."""
    return render_version(request, _versioned_recap(request.user, session_id, audience), recap_version)


@login_required
@require_POST
def recap_restore(request: SignedRequest, session_id: int, audience: str, recap_version: int) -> HttpResponse:
    """Restores a version of a recap."""
    versioned = _versioned_recap(request.user, session_id, audience)
    return respond_to_restore(
        request,
        versioned,
        recap_version,
        lambda revision: restore_recap(
            membership=versioned.membership, recap=versioned.row, version_id=recap_version, revision=revision
        ),
    )
