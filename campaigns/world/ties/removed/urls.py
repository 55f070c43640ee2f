"""URLs of removed ties."""

from django.urls import path

from campaigns.world.ties.removed import views

urlpatterns = [
    path("campaigns/<int:campaign_id>/ties/removed/", views.removed_page, name="campaign-removed-ties"),
    path("ties/<int:removed_tie>/bring-back/", views.bring_back, name="tie-bring-back"),
]
