"""Pages of webhooks: add one, see what it was told, pause it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access, access_webhooks
from campaigns.actions import webhooks as actions
from campaigns.forms.webhooks import WebhookForm
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted, frame

SHOWN = 100


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
    context = {"webhooks": access_webhooks.webhooks(own), "form": WebhookForm() if made else form, "made": row}
    return render(
        request, "campaigns/webhooks/list.html", frame(own, "campaign-options") | context | {"secret": secret}
    )


@login_required
@require_safe
def webhook(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """One webhook with what it was told."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    context = {"webhook": row, "deliveries": access_webhooks.deliveries(own, row)[:SHOWN]}
    return render(request, "campaigns/webhooks/detail.html", frame(own, "campaign-options") | context)


@login_required
@require_POST
def change(request: SignedRequest, webhook_id: int) -> HttpResponse:
    """Pauses it, or takes it up again."""
    row, own = access_webhooks.webhook(request.user, webhook_id)
    active = request.POST.get("active") == "1"
    done = _("It is told of things again.") if active else _("Paused.")
    return act_or_tell(
        request, lambda: actions.set_active(own=own, webhook=row, active=active), done, "webhook", webhook_id=row.pk
    )
