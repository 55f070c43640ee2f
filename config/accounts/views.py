"""The page that leads to a sign-in provider, and the page after too many attempts."""

from typing import Final

from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base import AuthProcess
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from requests import RequestException

# The limits of the account library whose refusal is this page count the requests of a minute.
WAIT_SECONDS: Final = 60


@never_cache
def too_many_attempts(request: HttpRequest) -> HttpResponse:
    """The page after too many forms of accounts, such as sign-ups or password resets, in a short time."""
    response = render(request, "errors/429.html", status=429)
    response["Retry-After"] = str(WAIT_SECONDS)
    return response


@never_cache
@require_POST
def go_to_provider(request: HttpRequest, provider: str) -> HttpResponse:
    """Starts signing in at a provider, or connecting it to the account of the person who is signed in.

    The page leads on by itself. A redirect would not do: the content security policy lets no form lead to another site.
    """
    try:
        chosen = get_adapter().get_provider(request, provider)
    except SocialApp.DoesNotExist:
        raise Http404 from None
    process = AuthProcess.CONNECT if request.user.is_authenticated else AuthProcess.LOGIN
    try:
        response = chosen.redirect(request, process, next_url=get_next_redirect_url(request))
    except RequestException as fault:
        return render_authentication_error(request, chosen, exception=fault)
    if response.status_code != 302:
        return response
    context = {"name": chosen.app.name, "address": response.headers["Location"]}
    return render(request, "people/providers/leave.html", context)
