"""URLs of the versions of pages."""

from django.urls import path

from campaigns.world.versions import views

urlpatterns = [
    path("world/<int:entry_id>/earlier/", views.versions_page, name="world-versions"),
    path("world/<int:entry_id>/earlier/<int:version_id>/", views.version_page, name="world-version"),
    path("world/<int:entry_id>/earlier/<int:version_id>/restore/", views.restore, name="world-version-restore"),
]
