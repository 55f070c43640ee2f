"""URLs of ties."""

from django.urls import path

from campaigns.world.ties import views
from campaigns.world.ties.removed.urls import urlpatterns as removed_urls
from campaigns.world.ties.versions.urls import urlpatterns as version_urls

urlpatterns = [
    *version_urls,
    *removed_urls,
    path("campaigns/<int:campaign_id>/ties/", views.ties_page, name="campaign-ties"),
    path("campaigns/<int:campaign_id>/ties/new/", views.new_tie, name="tie-new"),
    path("ties/<int:tie_id>/edit/", views.edit_tie, name="tie-edit"),
    path("ties/<int:tie_id>/remove/", views.remove_tie, name="tie-remove"),
]
