"""URLs of pictures in the notes of sessions and in recaps."""

from django.urls import path

from campaigns.sessions.note_pictures import views

urlpatterns = [
    path("sessions/<int:session_id>/note-pictures/<slug:picture_name>/", views.show_of_session, name="session-picture"),
    path(
        "sessions/<int:session_id>/recaps/<slug:audience>/note-pictures/<slug:picture_name>/",
        views.show_of_recap,
        name="recap-picture",
    ),
]
