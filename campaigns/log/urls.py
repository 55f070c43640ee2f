"""URLs of the log and checks."""

from django.urls import path

from campaigns.log import views as log_views
from campaigns.log.calendar.urls import urlpatterns as calendar_urls
from campaigns.log.checks import views as check_views
from campaigns.log.note_pictures.urls import urlpatterns as note_picture_urls

urlpatterns = [
    *calendar_urls,
    *note_picture_urls,
    path("campaigns/<int:campaign_id>/log/", log_views.log_page, name="campaign-log"),
    path("log/<int:entry_id>/correct/", log_views.correct_entry_page, name="log-correct"),
    path("campaigns/<int:campaign_id>/checks/new/", check_views.check_page, name="check"),
]
