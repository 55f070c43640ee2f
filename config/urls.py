"""Where every address of the site leads."""

from django.contrib import admin
from django.urls import include, path, re_path

from config.api import pages

urlpatterns = [
    path("", include("campaigns.urls")),
    path("", include("characters.urls")),
    path("", include("rules.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("config.api.urls")),
    path("api/docs/", pages.Reference.as_view(), name="api-docs"),
    path("api/docs/scripts/", pages.scripts, name="api-scripts"),
    path("api/docs/problems/", pages.problems, name="api-problems"),
    re_path(r"^(?P<path>api/.*)$", pages.elsewhere),
]

handler400 = "config.api.pages.bad_request"
handler500 = "config.api.pages.server_error"
