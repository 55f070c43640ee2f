"""URLs of offers of characters."""

from django.urls import path

from campaigns.world.shared_worlds.offers import views

AT = "character-offers/<int:offer_id>/"

urlpatterns = [
    path("campaigns/<int:campaign_id>/shared-world/offer/", views.offer_character, name="shared-world-offer"),
    path(AT, views.offer_page, name="character-offer"),
    path(f"{AT}accept/", views.accept_offer, name="character-offer-accept"),
    path(f"{AT}decline/", views.decline_offer, name="character-offer-decline"),
    path(f"{AT}withdraw/", views.withdraw_offer, name="character-offer-withdraw"),
]
