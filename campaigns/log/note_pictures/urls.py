"""URLs of pictures in the log."""

from django.urls import path

from campaigns.log.note_pictures import views

urlpatterns = [
    path("campaigns/<int:campaign_id>/note-pictures/", views.upload, name="note-pictures"),
    path("log/<int:entry_id>/note-pictures/<slug:picture_name>/", views.show_of_entry, name="log-picture"),
]
