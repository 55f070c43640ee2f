"""URLs of the demo table."""

from django.urls import path

from operations.demo import guest_views

urlpatterns = [
    path("demo/", guest_views.open_demo_table_page, name="demo"),
]
