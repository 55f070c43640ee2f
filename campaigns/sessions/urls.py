"""URLs of sessions and recaps."""

from django.urls import path

from campaigns.sessions import views as session_views
from campaigns.sessions.feed.views import session_feed
from campaigns.sessions.filing import views as filing_views
from campaigns.sessions.recaps import views as recap_views

urlpatterns = [
    path("campaigns/<int:campaign_id>/sessions/", session_views.session_list, name="campaign-sessions"),
    path("campaigns/<int:campaign_id>/sessions/new/", session_views.new_session, name="session-new"),
    path("calendars/<str:key>/sessions.ics", session_feed, name="session-feed"),
    path("sessions/<int:session_id>/", session_views.session_page, name="session"),
    path("sessions/<int:session_id>/edit/", session_views.edit_session, name="session-edit"),
    path("sessions/<int:session_id>/file/", filing_views.file_page, name="session-file"),
    path("sessions/<int:session_id>/hold/", session_views.hold_session_page, name="session-hold"),
    path("sessions/<int:session_id>/recap/", recap_views.recap_page, name="session-recap"),
    path("sessions/<int:session_id>/recap/edit/", recap_views.edit_recap, name="session-recap-edit"),
    path("sessions/<int:session_id>/reopen/", session_views.reopen_session_page, name="session-reopen"),
]
