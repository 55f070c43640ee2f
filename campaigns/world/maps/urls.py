"""URLs of maps."""

from django.urls import path

from campaigns.world.maps import pin_views, views

urlpatterns = [
    path("campaigns/<int:campaign_id>/maps/", views.maps_page, name="campaign-maps"),
    path("campaigns/<int:campaign_id>/maps/new/", views.new_map, name="map-new"),
    path("maps/<int:map_id>/", views.map_page, name="map"),
    path("maps/<int:map_id>/edit/", views.edit_map, name="map-edit"),
    path("maps/<int:map_id>/archive/", views.archive_map, name="map-archive"),
    path("maps/<int:map_id>/picture/new/", views.upload_picture, name="map-picture-new"),
    path("maps/<int:map_id>/picture/<slug:rendering>/", views.picture_file, name="map-picture"),
    path("maps/<int:map_id>/pins/new/", pin_views.new_pin, name="map-pin-new"),
    path("map-pins/<int:pin_id>/edit/", pin_views.edit_pin, name="map-pin-edit"),
    path("map-pins/<int:pin_id>/remove/", pin_views.remove_pin, name="map-pin-remove"),
    path("maps/<int:map_id>/areas/new/", pin_views.new_area, name="map-area-new"),
    path("map-areas/<int:area_id>/edit/", pin_views.edit_area, name="map-area-edit"),
    path("map-areas/<int:area_id>/reveal/", pin_views.reveal_area, name="map-area-reveal"),
    path("map-areas/<int:area_id>/remove/", pin_views.remove_area, name="map-area-remove"),
    path("maps/<int:map_id>/visits/new/", pin_views.add_visit, name="map-visit-new"),
    path("map-visits/<int:visit_id>/remove/", pin_views.remove_visit, name="map-visit-remove"),
]
