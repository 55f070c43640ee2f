"""URLs of sessions and recaps."""

from django.urls import path

from campaigns.sessions import views as session_views
from campaigns.sessions.feed.views import session_feed
from campaigns.sessions.filing import views as filing_views
from campaigns.sessions.note_pictures.urls import urlpatterns as note_picture_urls
from campaigns.sessions.planning import views as planning_views
from campaigns.sessions.recaps import views as recap_views
from campaigns.sessions.stand_ins import views as stand_in_views
from campaigns.sessions.versions.urls import urlpatterns as version_urls

urlpatterns = [
    *note_picture_urls,
    *version_urls,
    path("campaigns/<int:campaign_id>/sessions/", session_views.session_list, name="campaign-sessions"),
    path("campaigns/<int:campaign_id>/sessions/new/", session_views.new_session, name="session-new"),
    path("calendars/<str:key>/sessions.ics", session_feed, name="session-feed"),
    path("sessions/<int:session_id>/", session_views.session_page, name="session"),
    path("sessions/<int:session_id>/edit/", session_views.edit_session, name="session-edit"),
    path("sessions/<int:session_id>/file/", filing_views.file_page, name="session-file"),
    path("sessions/<int:session_id>/attendance/", session_views.attendance_page, name="session-attendance"),
    path("sessions/<int:session_id>/when/", planning_views.poll_page, name="session-poll"),
    path("sessions/<int:session_id>/when/change/", planning_views.poll_button_page, name="session-poll-change"),
    path("proposed-dates/<int:date_id>/answer/", planning_views.answer_page, name="date-answer"),
    path("proposed-dates/<int:date_id>/choose/", planning_views.choose_page, name="date-choose"),
    path("proposed-dates/<int:date_id>/withdraw/", planning_views.withdraw_page, name="date-withdraw"),
    path("when/<str:key>/", planning_views.link_page, name="date-link"),
    path("sessions/<int:session_id>/recap/", recap_views.recap_page, name="session-recap"),
    path("sessions/<int:session_id>/recap/edit/", recap_views.edit_recap, name="session-recap-edit"),
    path("sessions/<int:session_id>/recap/send/", recap_views.send_recap_page, name="session-recap-send"),
    path("sessions/<int:session_id>/stand-ins/", stand_in_views.stand_ins_page, name="stand-ins"),
    path("stand-ins/<int:stand_in_id>/end/", stand_in_views.end_page, name="stand-in-end"),
    path("sessions/<int:session_id>/cancel/", session_views.cancel_session_page, name="session-cancel"),
    path("sessions/<int:session_id>/reopen/", session_views.reopen_session_page, name="session-reopen"),
]
