"""URLs of the earlier versions of ties."""

from django.urls import path

from campaigns.world.ties.versions import views

TIE = "ties/<int:tie_id>/earlier/"

urlpatterns = [
    path(TIE, views.tie_versions, name="tie-versions"),
    path(f"{TIE}<int:tie_version>/", views.tie_version, name="tie-version"),
    path(f"{TIE}<int:tie_version>/restore/", views.tie_restore, name="tie-version-restore"),
]
