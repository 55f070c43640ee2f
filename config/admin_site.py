"""The admin site, whose sign-in and password pages redirect to the site's, with second factor and throttle."""

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _


class SiteAdmin(AdminSite):
    """The admin without a password form of its own."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sends staff on and everyone else to the site's sign-in; no password is ever read here."""
        wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
        safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
        target = wanted if safe else reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            return redirect(target)
        if request.user.is_authenticated:
            raise PermissionDenied(_("Only staff may open this page."))
        return redirect_to_login(target, login_url=settings.LOGIN_URL)

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sends staff to the site's page for a new password, which limits guesses of the old one."""
        return redirect("account_change_password")
