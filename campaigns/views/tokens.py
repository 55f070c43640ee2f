"""Pages of one's own account: name and time zone, API tokens."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.actions import tokens as actions
from campaigns.forms.tokens import AccountForm, TokenForm
from campaigns.requests import SignedRequest
from campaigns.views.answers import act_or_tell
from characters.answers import accepted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: SignedRequest) -> HttpResponse:
    """Name and time zone, and the ways to password, second factor, tokens and sessions."""
    posted = request.POST if request.method == "POST" else None
    form = AccountForm(posted, initial={"username": request.user.username, "zone": request.user.zone})
    saved = posted is not None and accepted(
        lambda: actions.change_account(user=request.user, **form.cleaned_data), form
    )
    if saved:
        return act_or_tell(request, lambda: None, _("Saved."), "me")
    return render(request, "campaigns/me.html", {"form": form})


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: SignedRequest) -> HttpResponse:
    """The tokens, and the form that makes one; a new one is shown in this answer and never again."""
    posted = request.POST if request.method == "POST" else None
    form = TokenForm(posted, campaigns=access.campaigns(request.user), initial={"can_write": "read"})
    made = posted is not None and accepted(lambda: actions.make(user=request.user, **form.cleaned_data), form)
    row, secret = made or (None, "")
    if made:
        form = TokenForm(campaigns=access.campaigns(request.user))
    context = {"tokens": access.tokens(request.user), "form": form, "made": row, "secret": secret}
    return render(request, "campaigns/tokens.html", context | {"now": timezone.now()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: SignedRequest, token_key: str) -> HttpResponse:
    """Asks, then ends a token."""
    token = access.found(access.tokens(request.user), token_key=token_key)
    if request.method == "POST":
        actions.revoke(user=request.user, token=token)
        return redirect("tokens")
    return render(request, "campaigns/token_revoke.html", {"token": token})
