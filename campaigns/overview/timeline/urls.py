"""URLs of the timeline and of the dates of things."""

from django.urls import path

from campaigns.overview.timeline import views

urlpatterns = [
    path("campaigns/<int:campaign_id>/timeline/", views.timeline_page, name="campaign-timeline"),
    path("sessions/<int:thing_id>/dates/", views.dates_page, {"what": "session"}, name="session-dates"),
    path("log/<int:thing_id>/dates/", views.dates_page, {"what": "entry"}, name="log-dates"),
    path("world/<int:thing_id>/dates/", views.dates_page, {"what": "page"}, name="world-dates"),
    path("characters/<int:thing_id>/dates/", views.dates_page, {"what": "character"}, name="character-dates"),
    path("dates/<int:date_id>/remove/", views.remove_date, name="date-remove"),
]
