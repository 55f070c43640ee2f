"""URLs of what the steps and rewards of a thread were."""

from django.urls import path

from campaigns.world.quests.versions import views

QUEST = "threads/<int:entry_id>/quest/earlier/"

urlpatterns = [
    path(QUEST, views.quest_versions, name="quest-versions"),
    path(f"{QUEST}<int:quest_version>/restore/", views.quest_restore, name="quest-version-restore"),
]
