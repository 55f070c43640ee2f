"""URLs of the earlier pictures of maps."""

from django.urls import path

from campaigns.world.maps.earlier_pictures import views

urlpatterns = [
    path("maps/<int:map_id>/earlier-pictures/", views.pictures_page, name="map-earlier-pictures"),
    path("maps/<int:map_id>/earlier-pictures/<int:picture_id>/", views.picture_file, name="map-earlier-picture"),
    path("maps/<int:map_id>/earlier-pictures/<int:picture_id>/restore/", views.restore, name="map-picture-restore"),
]
