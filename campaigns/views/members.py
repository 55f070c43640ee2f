"""Pages of who plays along: members, invitation links, joining and leaving."""

import io

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, links
from campaigns.actions import members as actions
from campaigns.forms.members import InvitationForm, RoleForm
from campaigns.queries import members as queries
from campaigns.queries.campaigns import game_name
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Who is in; for GMs also the links, and the form that makes one."""
    own = access.member(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        access.must_run(own)
    form = InvitationForm(posted)
    if posted is not None and accepted(lambda: actions.invite(own=own, **form.cleaned_data), form):
        messages.success(request, _("The link is ready: copy it, or let people scan the code."))
        return redirect("campaign-members", campaign_id=campaign_id)
    context = frame(own, "campaign-members")
    context |= {"members": queries.present(own)}
    if own.runs:
        rows = queries.invitation_links(own)
        full = [(link, request.build_absolute_uri(reverse("join", args=[link.token]))) for link in rows]
        context |= {
            "form": form, "past": queries.past(own), "roles": RoleForm().fields["role"].choices,  # type: ignore[attr-defined]
            "links": [pair for pair in full if pair[0].state == "open"],
            "dead_links": [link for link, _address in full if link.state != "open"],
        }  # fmt: skip
    return render(request, "campaigns/members/list.html", context)


@login_required
@require_POST
def change_role(request: SignedRequest, member_id: int) -> HttpResponse:
    """Gives a member another role."""
    member, own = access.other_member(request.user, member_id)
    access.must_run(own)
    role = request.POST.get("role", "")
    return act_or_tell(
        request, lambda: actions.change_role(own=own, member=member, role=role), _("The role is changed."),
        "campaign-members", campaign_id=own.campaign_id,
    )  # fmt: skip


@login_required
@require_POST
def place(request: SignedRequest, member_id: int) -> HttpResponse:
    """Makes the link by which a person takes the place that somebody absent holds."""
    member, own = access.other_member(request.user, member_id)
    access.must_run(own)
    done = _("The link is ready: send it to that person and to nobody else.")
    return act_or_tell(
        request, lambda: actions.invite_to_place(own=own, member=member), done,
        "campaign-members", campaign_id=own.campaign_id,
    )  # fmt: skip


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: SignedRequest, member_id: int) -> HttpResponse:
    """Asks, then ends a membership."""
    member, own = access.other_member(request.user, member_id)
    access.must_run(own)
    if request.method == "POST":
        done = _("%(person)s is no longer a member.") % {"person": member.user.username}
        return act_or_tell(
            request, lambda: actions.remove(own=own, member=member), done,
            "campaign-members", campaign_id=own.campaign_id,
        )  # fmt: skip
    context = frame(own, "campaign-members") | {"member": member}
    return render(request, "campaigns/members/remove.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks, then ends one's own membership."""
    own = access.member(request.user, campaign_id)
    context = frame(own, "campaign-members")
    if request.method == "POST":
        answer = act_or_tell(request, lambda: actions.leave(own=own), _("You have left the campaign."), "home")
        return answer
    return render(request, "campaigns/members/leave.html", context)


@login_required
@require_POST
def revoke(request: SignedRequest, invitation_id: int) -> HttpResponse:
    """Ends an invitation link at once."""
    invitation, own = access.invitation(request.user, invitation_id)
    return act_or_tell(
        request, lambda: actions.revoke_invitation(own=own, invitation=invitation), _("The link is dead."),
        "campaign-members", campaign_id=own.campaign_id,
    )  # fmt: skip


@login_required
@require_safe
@never_cache
def qr(request: SignedRequest, invitation_id: int) -> HttpResponse:
    """The link as a QR code (SVG); whoever sees it could follow it, so only GMs open it."""
    invitation, _own = access.invitation(request.user, invitation_id)
    if queries.state(invitation) != "open":
        raise Http404(_("This link does not work any more."))
    address = request.build_absolute_uri(reverse("join", args=[links.token(invitation)]))
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True
    )
    response = HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
    response["Content-Disposition"] = "inline"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation link leads: says what it offers; a tap joins. Signed-out people sign in first."""
    invitation = access.invitation_of_link(token, request.user)  # type: ignore[arg-type]
    if request.method == "POST":
        return _joined(request, token)
    own = access.memberships(request.user).filter(campaign=invitation.campaign_id).first()  # type: ignore[arg-type]
    context = {
        "invitation": invitation, "campaign": invitation.campaign, "own": own, "token": token,
        "game": invitation.campaign.system, "game_name": game_name(invitation.campaign.system),
    }  # fmt: skip
    return render(request, "campaigns/members/join.html", context)


def _joined(request: HttpRequest, token: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('join', args=[token])}")
    try:
        member, is_new = actions.join(user=request.user, token=token)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("home")
    words = {"campaign": member.campaign.name, "role": member.get_role_display()}
    if is_new:
        messages.success(request, _("Welcome to %(campaign)s. Your role here: %(role)s.") % words)
    else:
        messages.info(request, _("You are in %(campaign)s already, as %(role)s; nothing has changed.") % words)
    return redirect("campaign", campaign_id=member.campaign_id)
