"""URLs of the world."""

from django.urls import include, path

from campaigns.world import edit_views
from campaigns.world import views as world_views
from campaigns.world.co_editing import views as co_editing_views

urlpatterns = [
    path("", include("campaigns.world.blocks.urls")),
    path("", include("campaigns.world.maps.urls")),
    path("", include("campaigns.world.maps.earlier_pictures.urls")),
    path("", include("campaigns.world.page_templates.urls")),
    path("", include("campaigns.world.quests.urls")),
    path("", include("campaigns.world.shared_worlds.urls")),
    path("", include("campaigns.world.shared_worlds.offers.urls")),
    path("", include("campaigns.world.text_pictures.urls")),
    path("", include("campaigns.world.thumbnails.urls")),
    path("", include("campaigns.world.ties.urls")),
    path("", include("campaigns.world.versions.urls")),
    path("campaigns/<int:campaign_id>/world/", world_views.world_page, name="campaign-world"),
    path("campaigns/<int:campaign_id>/world/new/", edit_views.new_entry, name="world-new"),
    path("campaigns/<int:campaign_id>/world/names/", world_views.names_page, name="world-names"),
    path("campaigns/<int:campaign_id>/world/journal/", world_views.journal_page, name="world-journal"),
    path("campaigns/<int:campaign_id>/world/npcs/<int:character_id>/", world_views.npc_page, name="world-npc"),
    path(
        "campaigns/<int:campaign_id>/world/npcs/<int:character_id>/know/",
        edit_views.set_npc_known,
        name="world-npc-know",
    ),
    path("world/<int:entry_id>/", world_views.entry_page, name="world-entry"),
    path("world/<int:entry_id>/edit/", co_editing_views.edit_entry, name="world-edit"),
    path("world/<int:entry_id>/editing/", co_editing_views.register_editor, name="world-editing"),
    path("world/<int:entry_id>/show/", edit_views.show_entry_to, name="world-show"),
    path("world/<int:entry_id>/hide/", edit_views.hide_entry, name="world-hide"),
    path("world/<int:entry_id>/notebook/", edit_views.set_notebook, name="world-notebook"),
    path("world/<int:entry_id>/close/", edit_views.close_thread, name="world-close"),
    path("world/<int:entry_id>/here/", edit_views.move_party, name="world-here"),
    path("world/<int:entry_id>/archive/", edit_views.archive_entry, name="world-archive"),
    path("world/<int:entry_id>/restore/", edit_views.restore_entry, name="world-restore"),
    path("world/<int:entry_id>/picture/", world_views.picture_file, name="world-picture"),
    path("world/<int:entry_id>/picture/new/", edit_views.upload_picture, name="world-picture-new"),
    path("world/<int:entry_id>/picture/change/", edit_views.change_picture, name="world-picture-change"),
]
