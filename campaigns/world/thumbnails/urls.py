"""URL of thumbnails."""

from django.urls import path

from campaigns.world.thumbnails import views

urlpatterns = [path("world/<int:entry_id>/thumbnail/", views.show, name="world-thumbnail")]
