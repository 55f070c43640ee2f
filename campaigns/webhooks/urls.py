"""URLs of webhooks."""

from django.urls import path

from campaigns.webhooks import views as webhook_views

urlpatterns = [
    path("campaigns/<int:campaign_id>/webhooks/", webhook_views.webhook_list, name="campaign-webhooks"),
    path("webhooks/<int:webhook_id>/", webhook_views.show_webhook, name="webhook"),
    path("webhooks/<int:webhook_id>/change/", webhook_views.change_webhook_state, name="webhook-change"),
    path("webhooks/<int:webhook_id>/edit/", webhook_views.edit_webhook, name="webhook-edit"),
    path("webhooks/<int:webhook_id>/secret/", webhook_views.rotate_secret_page, name="webhook-secret"),
    path("webhooks/<int:webhook_id>/test/", webhook_views.send_test, name="webhook-test"),
    path("deliveries/<int:delivery_id>/again/", webhook_views.resend_delivery, name="delivery-again"),
]
