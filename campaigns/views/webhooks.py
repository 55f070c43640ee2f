"""Pages of webhooks: add one, change, pause or remove it, see what it was told, tell it once more."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as now_
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, access_webhooks, telling
from campaigns.actions import webhooks as actions
from campaigns.forms.webhooks import WebhookForm
from campaigns.models import Member, Webhook, WebhookDelivery
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame, told

SHOWN = 100
GONE = 20


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The webhooks, and the form that adds one; its secret is in this answer and never again."""
    own = access.gm(request.user, campaign_id)
    form = WebhookForm(request.POST) if request.method == "POST" else WebhookForm()
    made = request.method == "POST" and accepted(lambda: actions.add(own=own, **form.cleaned_data), form)
    row, secret = made or (None, "")
    context = {
        "webhooks": access_webhooks.webhooks(own), "removed": access_webhooks.removed(own)[:GONE],
        "form": WebhookForm() if made else form, "made": row, "secret": secret,
    }  # fmt: skip
    return render(request, "campaigns/webhooks/list.html", frame(own, "campaign-options") | context)


@login_required
@require_safe
def webhook(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """One webhook with what it was told."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    return render(request, "campaigns/webhooks/detail.html", _page(own, row))


def _page(own: Member, row: Webhook, **more: Any) -> dict[str, Any]:
    form = WebhookForm(initial={"url": row.url, "topics": row.topics})
    deliveries = access_webhooks.deliveries(own, row)[:SHOWN]
    return frame(own, "campaign-options") | {"webhook": row, "deliveries": deliveries, "form": form} | more


@login_required
@require_http_methods(["POST"])
def edit(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Another address, other things that it is told of."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    form = WebhookForm(request.POST)
    if accepted(lambda: actions.change(own=own, webhook=row, **form.cleaned_data), form):
        return act_or_tell(request, lambda: None, _("Changed. What waits goes there."), "webhook", webhook_id=row.pk)
    return render(request, "campaigns/webhooks/detail.html", _page(own, row, form=form))


@login_required
@require_POST
def change(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Pauses it or takes it up again; removes it or puts it back."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    ways = {
        ("active", "0"): _("Paused."),
        ("active", "1"): _("It is told of things again."),
        ("removed", "0"): _("Put back, paused. Take it up again when you like."),
        ("removed", "1"): _("Removed: it is told nothing more. It can be put back from the list of webhooks."),
    }
    field = "removed" if "removed" in request.POST else "active"
    wanted = "1" if request.POST.get(field) == "1" else "0"
    return act_or_tell(
        request, lambda: actions.change(own=own, webhook=row, **{field: wanted == "1"}), ways[field, wanted],
        "webhook", webhook_id=row.pk,
    )  # fmt: skip


@login_required
@never_cache
@sensitive_variables("secret", "made")
@require_POST
def secret(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """A new secret, in this answer and never again."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    made: list[tuple[Webhook, str]] = []
    if not told(request, lambda: made.append(actions.rotate(own=own, webhook=row))):
        return redirect("webhook", webhook_id=row.pk)
    return render(request, "campaigns/webhooks/detail.html", _page(own, made[0][0], secret=made[0][1]))


@login_required
@require_POST
def test(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Sends a test at once and says what came of it."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    return _told_at_once(request, row, lambda: actions.test(own=own, webhook=row))


@login_required
@require_POST
def again(request: SignedRequest, delivery_id: int) -> HttpResponse:
    """Sends one message once more and says what came of it."""
    row, own = access_webhooks.delivery(request.user, delivery_id)
    return _told_at_once(request, row.webhook, lambda: actions.again(own=own, delivery=row))


def _told_at_once(request: SignedRequest, hook: Webhook, note: Callable[[], WebhookDelivery]) -> HttpResponse:
    rows: list[WebhookDelivery] = []
    if told(request, lambda: rows.append(note())):
        telling.tell(rows[0])  # after the action's transaction: it may take ten seconds
        if rows[0].status == WebhookDelivery.Status.TOLD:
            messages.success(request, now_("Sent. %(answer)s.") % {"answer": rows[0].answer})
        else:
            messages.error(request, now_("It did not arrive. %(answer)s") % {"answer": rows[0].answer})
    return redirect("webhook", webhook_id=hook.pk)
