"""URLs of a person's account and API tokens."""

from django.urls import path

from people import views as people_views
from people.devices import views as device_views

urlpatterns = [
    path("me/calls/", device_views.calls_page, name="calls"),
    path("me/devices/<int:device_id>/", device_views.change_device_page, name="device"),
    path("me/devices/<int:device_id>/remove/", device_views.remove_device_page, name="device-remove"),
    path("me/", people_views.account_page, name="me"),
    path("me/tokens/", people_views.token_list, name="tokens"),
    path("me/tokens/<slug:token_key>/revoke/", people_views.revoke_token, name="token-revoke"),
]
