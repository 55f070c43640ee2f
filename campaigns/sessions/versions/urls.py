"""URLs of the earlier versions of sessions and recaps."""

from django.urls import path

from campaigns.sessions.versions import views

SESSION = "sessions/<int:session_id>/earlier/"
RECAP = "sessions/<int:session_id>/recaps/<slug:audience>/earlier/"

urlpatterns = [
    path(SESSION, views.session_versions, name="session-versions"),
    path(f"{SESSION}<int:session_version>/", views.session_version, name="session-version"),
    path(f"{SESSION}<int:session_version>/restore/", views.session_restore, name="session-version-restore"),
    path(RECAP, views.recap_versions, name="recap-versions"),
    path(f"{RECAP}<int:recap_version>/", views.recap_version, name="recap-version"),
    path(f"{RECAP}<int:recap_version>/restore/", views.recap_restore, name="recap-version-restore"),
]
