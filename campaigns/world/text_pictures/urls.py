"""URLs of pictures in texts."""

from django.urls import path

from campaigns.world.text_pictures import views

urlpatterns = [
    path("world/<int:entry_id>/text-pictures/", views.upload, name="text-pictures"),
    path("world/<int:entry_id>/text-pictures/<slug:picture_name>/", views.show, name="text-picture"),
]
