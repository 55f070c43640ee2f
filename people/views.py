"""Pages of a person's own account: name, time zone, API tokens."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from common.button_responses import redirect_with_message, run_button
from common.form_responses import run_action
from people import actions
from people.access import campaigns_of, get_visible_row, tokens_of
from people.forms import AccountForm, TokenForm
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_page(request: SignedRequest) -> HttpResponse:
    """Name and time zone, with links to password, second factor, tokens and sessions."""
    posted = request.POST if request.method == "POST" else None
    form = AccountForm(posted, initial={"username": request.user.username, "zone": request.user.zone})
    saved = posted is not None and run_action(
        lambda: actions.change_account(user=request.user, **form.cleaned_data), form
    )
    if saved:
        return redirect_with_message(request, _("Saved."), "me")
    return render(request, "people/me.html", {"form": form})


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def token_list(request: SignedRequest) -> HttpResponse:
    """The tokens, and the form that creates one; only this response shows its secret."""
    posted = request.POST if request.method == "POST" else None
    form = TokenForm(posted, campaigns=campaigns_of(request.user))
    token = posted is not None and run_action(
        lambda: actions.create_token(user=request.user, **form.cleaned_data), form
    )
    row, secret = token or (None, "")
    if token:
        form = TokenForm(campaigns=campaigns_of(request.user))
    context = {"tokens": tokens_of(request.user), "form": form, "made": row, "secret": secret}
    return render(request, "people/tokens.html", context | {"now": timezone.now()})


@login_required
@require_POST
def revoke_token(request: SignedRequest, token_key: str) -> HttpResponse:
    """Revokes a token without asking again: a new one is quickly made, and a lost token is urgent."""
    token = get_visible_row(tokens_of(request.user), token_key=token_key)
    message = _("“%(name)s” was revoked and no longer works. If you still need a token, make a new one.")
    return run_button(
        request,
        lambda: actions.revoke_token(user=request.user, token=token),
        message % {"name": token.name},
        "tokens",
    )
