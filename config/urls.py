"""The URLs of the site."""

from django.contrib import admin
from django.urls import include, path, re_path

from config.accounts.views import go_to_provider
from config.api import pages

urlpatterns = [
    path("", include("campaigns.overview.urls")),
    path("", include("operations.demo.urls")),
    path("", include("operations.installation.urls")),
    path("", include("people.urls")),
    path("", include("campaigns.archive.urls")),
    path("", include("campaigns.webhooks.urls")),
    path("", include("campaigns.sessions.urls")),
    path("", include("campaigns.log.urls")),
    path("", include("campaigns.world.urls")),
    path("", include("campaigns.modules.urls")),
    path("", include("campaigns.encounters.urls")),
    path("", include("characters.urls")),
    path("", include("rules.pages.urls")),
    path("sign-in/<slug:provider>/", go_to_provider, name="provider-sign-in"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("config.api.urls")),
    path("api/docs/", pages.ReferencePage.as_view(), name="api-docs"),
    path("api/docs/scripts/", pages.script_examples, name="api-scripts"),
    path("api/docs/problems/", pages.problem_list, name="api-problems"),
    re_path(r"^(?P<path>api/.*)$", pages.unknown_address),
]

handler400 = "config.api.pages.bad_request"
handler429 = "config.accounts.views.too_many_attempts"  # called by the account library
handler500 = "config.api.pages.server_error"
