"""URLs of the calendar and of planned events."""

from django.urls import path

from campaigns.log.calendar import event_views, views

urlpatterns = [
    path("campaigns/<int:campaign_id>/calendar/", views.calendar_page, name="campaign-calendar"),
    path("campaigns/<int:campaign_id>/calendar/start/", views.start_calendar, name="calendar-start"),
    path("campaigns/<int:campaign_id>/calendar/edit/", views.edit_calendar, name="calendar-edit"),
    path("campaigns/<int:campaign_id>/calendar/advance/", views.advance_date, name="calendar-advance"),
    path("campaigns/<int:campaign_id>/calendar/events/new/", event_views.new_event, name="planned-event-new"),
    path("planned-events/<int:event_id>/", event_views.edit_event, name="planned-event"),
    path("planned-events/<int:event_id>/delete/", event_views.delete_event, name="planned-event-delete"),
    path("planned-events/<int:event_id>/unmark/", event_views.dismiss_event, name="planned-event-unmark"),
]
