"""URLs of a person's account and API tokens."""

from django.urls import path

from people import views as people_views

urlpatterns = [
    path("me/", people_views.account_page, name="me"),
    path("me/tokens/", people_views.token_list, name="tokens"),
    path("me/tokens/<slug:token_key>/revoke/", people_views.revoke_token_page, name="token-revoke"),
]
