"""Addresses of the first run and of the page about the site's health."""

from django.urls import path

from operations.installation import views

urlpatterns = [
    path("first-run/<str:token>/", views.first_run_page, name="first-run"),
    path("site-health/", views.health_page, name="site-health"),
    path("site-health/mail/", views.send_test_mail, name="test-mail"),
]
