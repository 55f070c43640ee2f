"""Where every address of the site leads."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("campaigns.urls")),
    path("", include("characters.urls")),
    path("", include("rules.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("config.api.urls")),
]
