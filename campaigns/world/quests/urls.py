"""URLs of quests."""

from django.urls import path

from campaigns.world.quests import views
from campaigns.world.quests.versions.urls import urlpatterns as version_urls

urlpatterns = [
    *version_urls,
    path("threads/<int:entry_id>/quest/", views.add_quest_line, name="quest-line-new"),
    path("quest-lines/<int:line_id>/change/", views.change_quest_line, name="quest-line-change"),
]
