"""Pages for the operator of the site: the first run, and the health of the site."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core import mail
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from common.mail_failures import MAIL_FAILURES, explain_failure
from operations import health
from operations.installation import first_run, site_checks
from operations.installation.forms import FirstRunForm

BACKEND = "config.accounts.PasswordBackend"
View = Callable[..., HttpResponse]


def administrators_only(view: View) -> View:
    """A decorator for pages of superusers; 404 for everyone else."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not getattr(request.user, "is_superuser", False):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def first_run_page(request: HttpRequest, token: str) -> HttpResponse:
    """Creates the first administrator of an empty site."""
    first_run.require_link(token)
    form = FirstRunForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        fields = form.cleaned_data
        person = first_run.create_administrator(
            token=token, username=fields["username"], password=fields["password"], email=fields["email"]
        )
        login(request, person, BACKEND)
        if fields["demo"]:
            first_run.create_demo(person)
        messages.success(request, _("Welcome. This page shows the checks of your site."))
        return redirect("site-health")
    return render(
        request, "operations/installation/first_run.html", {"form": form, "findings": site_checks.check_site(request)}
    )


@require_http_methods(["GET", "HEAD"])
@never_cache
@administrators_only
def health_page(request: HttpRequest) -> HttpResponse:
    """The findings of `doctor`, and of the checks that need a request."""
    findings = [*site_checks.check_site(request), *health.check_health()]
    return render(request, "operations/installation/health.html", {"findings": findings, "email": request.user.email})  # type: ignore[union-attr]


@require_POST
@administrators_only
def send_test_mail(request: HttpRequest) -> HttpResponse:
    """Sends a mail to the administrator's own address, and shows the result."""
    address = request.user.email  # type: ignore[union-attr]
    if not address:
        messages.error(request, _("Your account has no email address. Set one in the administration."))
        return redirect("site-health")
    try:
        mail.send_mail(_("Test mail"), _("Your site can send mail."), None, [address])
    except MAIL_FAILURES as fault:
        messages.error(request, _("The mail could not be sent: %(fault)s") % {"fault": explain_failure(fault)})
    else:
        _report_mail(request, address)
    return redirect("site-health")


def _report_mail(request: HttpRequest, address: str) -> None:
    """Says where the test mail went, which is not always the address."""
    if site_checks.sends_mail():
        messages.success(request, _("A mail was sent to %(address)s.") % {"address": address})
    else:
        messages.error(request, _("No mail server is set up, so the mail went nowhere. Set EMAIL_URL."))
