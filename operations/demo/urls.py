"""URLs of the demo table."""

from django.urls import path

from operations.demo import visitor_views

urlpatterns = [
    path("demo/", visitor_views.open_demo_table_page, name="demo"),
]
