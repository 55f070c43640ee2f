"""Pages of members and invitation links, joining and leaving."""

import io

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.overview.members import actions, queries
from campaigns.overview.members.forms import InvitationForm, RoleForm
from campaigns.overview.members.gm_rights import granted_access
from campaigns.overview.queries import game_name
from campaigns.sessions.guests.access import sessions_for_guests
from common.button_responses import run_button
from common.form_responses import campaign_context, run_action
from people import viewing
from people.access import (
    GM_ROLES,
    get_invitation,
    get_invitation_by_link,
    get_membership,
    get_other_member,
    memberships_of,
    require_gm,
    require_may_change_member,
)
from people.credentials import invitation_links
from people.models import Member, Role
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member_list(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The members; for GMs also the links, and the form that creates one."""
    membership = get_membership(request.user, campaign_id)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        require_gm(membership)
    form = _invitation_form(request, membership, posted)
    if (
        posted is not None
        and form is not None
        and run_action(lambda: actions.create_invitation(membership=membership, **form.cleaned_data), form)
    ):
        messages.success(request, _("The link is ready. Copy it, or let people scan the code."))
        return redirect("campaign-members", campaign_id=campaign_id)
    context = campaign_context(membership, "campaign-members")
    context |= {"members": queries.present_members(membership)}
    if form is not None:
        rows = queries.list_invitations(membership)
        full = [(link, request.build_absolute_uri(reverse("join", args=[link.token]))) for link in rows]
        context |= {
            "form": form,
            "past": queries.former_members(membership),
            "roles": RoleForm(by_gm=membership.role == Role.GM).fields["role"].choices,  # type: ignore[attr-defined]
            "links": [pair for pair in full if pair[0].state == "open"],
            "dead_links": [link for link, _address in full if link.state != "open"],
        }
    return render(request, "campaigns/overview/members/list.html", context)


def _invitation_form(request: SignedRequest, membership: Member, posted: QueryDict | None) -> InvitationForm | None:
    """The form that creates a link, for GMs; the page of a session leads to it with `?session=`."""
    if not membership.is_gm:
        return None
    initial = {"session": request.GET["session"], "uses": 1} if "session" in request.GET else {}
    return InvitationForm(posted, initial=initial, sessions=sessions_for_guests(membership))


@login_required
@require_POST
def keep_guest_page(request: SignedRequest, member_id: int) -> HttpResponse:
    """Makes the guest of a session an ordinary member."""
    member, membership = get_other_member(request.user, member_id)
    require_gm(membership)
    return run_button(
        request,
        lambda: actions.keep_guest(membership=membership, member=member),
        _("%(person)s stays in the campaign.") % {"person": member.user.username},
        "campaign-members",
        campaign_id=membership.campaign_id,
    )


@login_required
@require_POST
def change_role_page(request: SignedRequest, member_id: int) -> HttpResponse:
    """Changes a member's role."""
    member, membership = get_other_member(request.user, member_id)
    require_gm(membership)
    role = request.POST.get("role", "")
    done = _("The role was changed.")
    return run_button(
        request,
        lambda: actions.change_role(membership=membership, member=member, role=role),
        done if role in GM_ROLES else _with_ended_rights(done, member),
        "campaign-members",
        campaign_id=membership.campaign_id,
    )


def _with_ended_rights(done: str, member: Member, *, and_other_links: bool = False) -> str:
    """The message about what is to be done to a member, with what ends by it."""
    return " ".join([done, *granted_access(member, and_other_links=and_other_links).sentences])


@login_required
@require_POST
def view_as_page(request: SignedRequest, member_id: int) -> HttpResponse:
    """Shows the campaign to its GM as a player or observer sees it, until the GM ends that view."""
    member, membership = get_other_member(request.user, member_id)
    viewing.start_viewing(request, membership, member)
    return _return_to_page(request, membership)


@login_required
@require_POST
def end_view_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Ends the view as another member and returns to the page with the button."""
    membership = get_membership(request.user, campaign_id)
    viewing.end_viewing(request, membership.campaign_id)
    return _return_to_page(request, membership)


def _return_to_page(request: SignedRequest, membership: Member) -> HttpResponse:
    """Back to the page with the button, named in the field `next`; never off the site."""
    page = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        # Not `redirect`, which takes a text without a slash for the name of a route.
        return HttpResponseRedirect(page)
    return redirect("campaign", campaign_id=membership.campaign_id)


@login_required
@require_POST
def place_invitation(request: SignedRequest, member_id: int) -> HttpResponse:
    """Creates the link to the place of an absent person."""
    member, membership = get_other_member(request.user, member_id)
    require_gm(membership)
    done = _("The link is ready. Send it only to that person.")
    return run_button(
        request,
        lambda: actions.create_place_invitation(membership=membership, member=member),
        done,
        "campaign-members",
        campaign_id=membership.campaign_id,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_member_page(request: SignedRequest, member_id: int) -> HttpResponse:
    """Asks for confirmation, then ends a membership."""
    member, membership = get_other_member(request.user, member_id)
    require_may_change_member(membership, member)
    if request.method == "POST":
        done = _("%(person)s is no longer a member.") % {"person": member.user.username}
        revoke_links = request.POST.get("revoke_links") == "1"
        return run_button(
            request,
            lambda: actions.remove_member(membership=membership, member=member, revoke_links=revoke_links),
            _with_ended_rights(done, member, and_other_links=revoke_links),
            "campaign-members",
            campaign_id=membership.campaign_id,
        )
    context = campaign_context(membership, "campaign-members") | {"member": member}
    context |= {"granted": granted_access(member), "other_links": queries.other_open_links(member)}
    return render(request, "campaigns/overview/members/remove.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Asks for confirmation, then ends the person's own membership."""
    membership = get_membership(request.user, campaign_id)
    context = campaign_context(membership, "campaign-members")
    if request.method == "POST":
        done = _with_ended_rights(_("You have left the campaign."), membership)
        return run_button(request, lambda: actions.leave_campaign(membership=membership), done, "home")
    context["granted"] = granted_access(membership)
    return render(request, "campaigns/overview/members/leave.html", context)


@login_required
@require_POST
def revoke_invitation_page(request: SignedRequest, invitation_id: int) -> HttpResponse:
    """Revokes an invitation link at once."""
    invitation, membership = get_invitation(request.user, invitation_id)
    return run_button(
        request,
        lambda: actions.revoke_invitation(membership=membership, invitation=invitation),
        _("The link was revoked."),
        "campaign-members",
        campaign_id=membership.campaign_id,
    )


@login_required
@require_safe
@never_cache
def invitation_qr_code(request: SignedRequest, invitation_id: int) -> HttpResponse:
    """The link as a QR code (SVG); for GMs only, because anyone who sees it could join."""
    invitation, _own = get_invitation(request.user, invitation_id)
    if queries.invitation_state(invitation) != "open":
        raise Http404(_("This link no longer works."))
    address = request.build_absolute_uri(reverse("join", args=[invitation_links.link_token(invitation)]))
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=2, light="#fff", xmldecl=False, omitsize=True
    )
    response = HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
    response["Content-Disposition"] = "inline"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_page(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation link, with a button to join; signed-out people sign in first."""
    invitation = get_invitation_by_link(token, request.user)  # type: ignore[arg-type]
    if request.method == "POST":
        return _follow_link(request, token)
    membership = memberships_of(request.user).filter(campaign=invitation.campaign_id).first()  # type: ignore[arg-type]
    context = {
        "invitation": invitation,
        "campaign": invitation.campaign,
        "membership": membership,
        "prolongs": membership is not None and actions.prolongs_visit(invitation, membership),
        "token": token,
        "game": invitation.campaign.system,
        "game_name": game_name(invitation.campaign.system),
    }
    return render(request, "campaigns/overview/members/join.html", context)


def _follow_link(request: HttpRequest, token: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('join', args=[token])}")
    try:
        member, is_new = actions.join_by_link(user=request.user, token=token)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("home")
    words = {"campaign": member.campaign.name, "role": member.get_role_display()}
    if is_new and member.guest_until is not None:
        messages.success(request, _("Welcome to %(campaign)s. You are a guest for one session.") % words)
    elif is_new:
        messages.success(request, _("Welcome to %(campaign)s. Your role here: %(role)s.") % words)
    else:
        messages.info(request, _("You are already in %(campaign)s, as %(role)s. Nothing has changed.") % words)
    return redirect("campaign", campaign_id=member.campaign_id)
