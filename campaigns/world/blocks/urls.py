"""URLs of secret blocks."""

from django.urls import path

from campaigns.world.blocks import views

urlpatterns = [
    path("world/<int:entry_id>/blocks/<int:place>/show/", views.show_block, name="world-block-show"),
    path("world/<int:entry_id>/blocks/<int:place>/hide/", views.hide_block, name="world-block-hide"),
]
