"""Pages of webhooks: list, detail with deliveries, changes, tests, and repeated deliveries."""

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

from campaigns.webhooks import access as webhook_access
from campaigns.webhooks import actions, delivery, shapes
from campaigns.webhooks.forms import WebhookForm
from campaigns.webhooks.models import Webhook, WebhookDelivery
from common.button_responses import redirect_with_message, run_button
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_action, run_with_message
from people.access import get_gm_membership
from people.models import Member
from people.requests import SignedRequest

SHOWN = 100
MOST_REMOVED = 20


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def webhook_list(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The webhooks, and the form that adds one; only this response shows its secret."""
    membership = get_gm_membership(request.user, campaign_id)
    form = WebhookForm(request.POST) if request.method == "POST" else WebhookForm()
    webhook = request.method == "POST" and run_action(
        lambda: actions.add_webhook(membership=membership, **form.cleaned_data), form
    )
    row, secret = webhook or (None, "")
    context = {
        "webhooks": webhook_access.visible_webhooks(membership),
        "removed": webhook_access.removed_webhooks(membership)[:MOST_REMOVED],
        "form": WebhookForm() if webhook else form,
        "made": row,
        "secret": _shown_secret(row, secret),
    }
    return render(request, "campaigns/webhooks/list.html", campaign_context(membership, "campaign-options") | context)


@login_required
@require_safe
def show_webhook(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """One webhook with its deliveries."""
    row, membership = webhook_access.get_webhook(request.user, webhook_id)
    return render(request, "campaigns/webhooks/detail.html", _page(membership, row))


def _shown_secret(row: Webhook | None, secret: str) -> str:
    """The secret as the receiver takes it."""
    return shapes.standard_secret(secret) if row is not None and row.shape == Webhook.Shape.STANDARD else secret


def _filled_form(row: Webhook) -> WebhookForm:
    return WebhookForm(initial={"url": row.url, "topics": row.topics, "shape": row.shape})


def _page(membership: Member, row: Webhook, **more: Any) -> dict[str, Any]:
    deliveries = webhook_access.deliveries_of(membership, row)[:SHOWN]
    return (
        campaign_context(membership, "campaign-options")
        | {"webhook": row, "deliveries": deliveries, "form": _filled_form(row), "revision": row.revision}
        | more
    )


@login_required
@require_http_methods(["POST"])
def edit_webhook(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Changes the URL, the topics and the shape; if someone else did so meanwhile, shows both versions."""
    row, membership = webhook_access.get_webhook(request.user, webhook_id)
    form, revision = WebhookForm(request.POST), posted_revision(request.POST)
    more: dict[str, Any] = {"form": form, "revision": revision}
    try:
        saved = run_action(
            lambda: actions.change_webhook(membership=membership, webhook=row, revision=revision, **form.cleaned_data),
            form,
        )
    except EditConflict as stale:
        saved = None
        more |= {"stale": str(stale), "theirs": _filled_form(stale.current), "revision": stale.revision}
    if saved:
        return redirect_with_message(
            request, _("Saved. Waiting deliveries go to the new address."), "webhook", webhook_id=row.pk
        )
    return render(request, "campaigns/webhooks/detail.html", _page(membership, row, **more))


@login_required
@require_POST
def change_webhook_state(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Pauses, resumes, removes or restores a webhook."""
    row, membership = webhook_access.get_webhook(request.user, webhook_id)
    ways = {
        ("active", "0"): _("Paused."),
        ("active", "1"): _("The webhook receives events again."),
        ("removed", "0"): _("Restored and paused. You can resume it now."),
        ("removed", "1"): _("Removed. You can restore it from the list of webhooks."),
    }
    field = "removed" if "removed" in request.POST else "active"
    wanted = "1" if request.POST.get(field) == "1" else "0"
    return run_button(
        request,
        lambda: actions.change_webhook(membership=membership, webhook=row, **{field: wanted == "1"}),
        ways[field, wanted],
        "webhook",
        webhook_id=row.pk,
    )


@login_required
@never_cache
@sensitive_variables("secret", "made")
@require_POST
def rotate_secret_page(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Creates a new secret, which only this response shows."""
    row, membership = webhook_access.get_webhook(request.user, webhook_id)
    rotated: list[tuple[Webhook, str]] = []
    if not run_with_message(request, lambda: rotated.append(actions.rotate_secret(membership=membership, webhook=row))):
        return redirect("webhook", webhook_id=row.pk)
    return render(
        request, "campaigns/webhooks/detail.html", _page(membership, rotated[0][0], secret=_shown_secret(*rotated[0]))
    )


@login_required
@require_POST
def send_test(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Sends a test at once and shows the result."""
    row, membership = webhook_access.get_webhook(request.user, webhook_id)
    return _show_delivery_result(request, row, lambda: actions.queue_test(membership=membership, webhook=row))


@login_required
@require_POST
def resend_delivery(request: SignedRequest, delivery_id: int) -> HttpResponse:
    """Sends one message again and shows the result."""
    row, membership = webhook_access.get_delivery(request.user, delivery_id)
    return _show_delivery_result(
        request, row.webhook, lambda: actions.requeue_delivery(membership=membership, delivery=row)
    )


def _show_delivery_result(request: SignedRequest, hook: Webhook, note: Callable[[], WebhookDelivery]) -> HttpResponse:
    rows: list[WebhookDelivery] = []
    if run_with_message(request, lambda: rows.append(note())):
        # Outside the action's transaction, because it may take ten seconds.
        if not delivery.deliver_one(rows[0]):
            messages.info(request, now_("The message is being sent. The result appears in the list below."))
        elif rows[0].status == WebhookDelivery.Status.DELIVERED:
            messages.success(request, now_("Sent. %(answer)s.") % {"answer": rows[0].answer})
        else:
            messages.error(request, now_("The delivery failed. %(answer)s") % {"answer": rows[0].answer})
    return redirect("webhook", webhook_id=hook.pk)
