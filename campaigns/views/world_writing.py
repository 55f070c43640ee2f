"""What GMs do to the world, and players to their notes: write, show, hide, put aside, picture. A button, an action."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import access, access_world
from campaigns.actions import reveals
from campaigns.actions import world as actions
from campaigns.forms.world import EntryForm, PictureForm, ShowForm
from campaigns.queries import world as queries
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame
from rules.stale import Stale, seen_revision
from rules.typed import whole

PAGES = ["GET", "HEAD", "POST"]
STARTS = ("kind", "name", "parent")
NOTE = "note"


@login_required
@require_http_methods(PAGES)
def new(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Writes a page, a player a note; `kind`, `name` and `parent` may be given in the address."""
    own = access.must_play(access.member(request.user, campaign_id))
    posted = request.POST if request.method == "POST" else None
    initial = {name: request.GET[name][:120] for name in STARTS if name in request.GET} or {"kind": NOTE}
    form = EntryForm(posted, own=own, initial=initial)
    made = posted is not None and accepted(lambda: reveals.make(own=own, **{"kind": NOTE} | form.cleaned_data), form)
    if made:
        return redirect("world-entry", entry_id=made.pk)
    return render(request, "campaigns/world/form.html", frame(own, "campaign-world") | {"form": form})


@login_required
@require_http_methods(PAGES)
def edit(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Changes a page; what somebody else saved meanwhile is shown beside what was typed."""
    row, own = access_world.write_entry(request.user, entry_id)
    posted = request.POST if request.method == "POST" else None
    form = EntryForm(posted, own=own, instance=row)
    context = frame(own, "campaign-world") | {"form": form, "entry": row, "revision": row.revision}
    if posted is not None:
        context["revision"] = seen_revision(posted)
        fields = {"entry": row, "revision": context["revision"], "reason": posted.get("reason", "")}
        try:
            saved = accepted(lambda: actions.change(own=own, **fields, **form.cleaned_data), form)
        except Stale as stale:
            context |= {"stale": str(stale), "theirs": stale.current, "revision": stale.revision}
        else:
            if saved:
                return redirect("world-entry", entry_id=entry_id)
    return render(request, "campaigns/world/form.html", context)


@login_required
@require_POST
def show(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Shows the page to everybody, or to those ticked."""
    row, own = access_world.write_entry(request.user, entry_id)
    form = ShowForm(request.POST, members=access.members(own))
    form.is_valid()
    how = form.cleaned_data.get("how", "")
    members = list(form.cleaned_data.get("members", [])) if "chosen" in request.POST else None
    return act_or_tell(
        request, lambda: reveals.show(own=own, entry=row, members=members, how=how), _("Shown."),
        "world-entry", entry_id=entry_id,
    )  # fmt: skip


@login_required
@require_POST
def hide(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Hides the page from everybody but GMs."""
    row, own = access_world.write_entry(request.user, entry_id)
    return act_or_tell(
        request, lambda: reveals.hide(own=own, entry=row), _("Hidden. Only GMs see it now."),
        "world-entry", entry_id=entry_id,
    )  # fmt: skip


@login_required
@require_POST
def close(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Closes a thread, or opens it again."""
    row, own = access_world.run_entry(request.user, entry_id)
    closed = request.POST.get("closed") == "yes"
    return act_or_tell(
        request, lambda: actions.change(own=own, entry=row, revision=None, closed=closed),
        _("Closed.") if closed else _("Open again."), "world-entry", entry_id=entry_id,
    )  # fmt: skip


@login_required
@require_POST
def archive(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Puts the page aside."""
    row, own = access_world.write_entry(request.user, entry_id)
    return act_or_tell(
        request, lambda: actions.archive(own=own, entry=row), _("Put aside. You can take it up again."),
        "world-entry", entry_id=entry_id,
    )  # fmt: skip


@login_required
@require_POST
def restore(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Takes the page up again."""
    row, own = access_world.write_entry(request.user, entry_id)
    return act_or_tell(
        request, lambda: actions.restore(own=own, entry=row), _("Taken up again."), "world-entry", entry_id=entry_id
    )


@login_required
@require_POST
def know(request: SignedRequest, campaign_id: int, character_id: int) -> HttpResponse:
    """Lets the players know an NPC, or not any more."""
    row, own, _seen = access_world.npc(request.user, campaign_id, character_id)
    access.must_run(own)
    known = request.POST.get("known") == "yes"
    how = request.POST.get("how", "")
    return act_or_tell(
        request, lambda: reveals.know(own=own, npc=row, known=known, how=how),
        _("The players know this NPC now.") if known else _("Hidden. Only GMs see this NPC now."),
        "world-npc", campaign_id=campaign_id, character_id=character_id,
    )  # fmt: skip


@login_required
@require_POST
def upload(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Gives the page a picture."""
    row, own = access_world.write_entry(request.user, entry_id)
    form = PictureForm(request.POST, request.FILES)
    done = accepted(
        lambda: actions.set_picture(
            own=own, entry=row, data=form.cleaned_data["picture"], described=form.cleaned_data["described"]
        ),
        form,
    )
    if done:
        return redirect("world-entry", entry_id=entry_id)
    context = frame(own, "campaign-world") | {"suffix": "", "real": own, "looking": None}
    context |= {"page": queries.page(own, row), "entry": row, "picture_form": form}
    context["show"] = ShowForm(members=access.members(own))
    return render(request, "campaigns/world/entry.html", context)


@login_required
@require_POST
def change_picture(request: SignedRequest, entry_id: int) -> HttpResponse:
    """Takes the picture down, or puts an earlier one up again."""
    row, own = access_world.write_entry(request.user, entry_id)
    back = whole(request.POST.get("back", ""))
    if back is not None:
        return act_or_tell(
            request, lambda: actions.bring_back_picture(own=own, entry=row, picture_id=back),
            _("The picture is back."), "world-entry", entry_id=entry_id,
        )  # fmt: skip
    return act_or_tell(
        request, lambda: actions.remove_picture(own=own, entry=row),
        _("The picture is taken down. You can put it up again."), "world-entry", entry_id=entry_id,
    )  # fmt: skip
