"""URLs of shared worlds."""

from django.urls import path

from campaigns.world.shared_worlds import moving_views, npc_views, page_views, views
from campaigns.world.shared_worlds.maps import views as map_views

AT = "campaigns/<int:campaign_id>/shared-world/"
NPC = "campaigns/<int:campaign_id>/world/npcs/<int:character_id>/shared-world/"

urlpatterns = [
    path(AT, views.shared_world_page, name="shared-world"),
    path(f"{AT}start/", views.start_world, name="shared-world-start"),
    path(f"{AT}join/", views.join_world, name="shared-world-join"),
    path(f"{AT}invite/", views.invite, name="shared-world-invite"),
    path(f"{AT}revoke/", views.revoke_invitations, name="shared-world-revoke"),
    path(f"{AT}change/", views.change_world, name="shared-world-change"),
    path(f"{AT}move/", moving_views.move_page, name="shared-world-move"),
    path(f"{AT}leave/", views.leave_world, name="shared-world-leave"),
    path(f"{AT}tables/<int:table_id>/calendar/", views.take_calendar, name="shared-world-calendar"),
    path(f"{AT}pages/<int:page_id>/", page_views.shared_page, name="shared-page"),
    path(f"{AT}pages/<int:page_id>/take/", page_views.take_page, name="shared-page-take"),
    path(f"{AT}maps/<int:shared_map_id>/picture/", map_views.picture_file, name="shared-map-picture"),
    path("maps/<int:map_id>/shared-world/", map_views.share, name="map-share"),
    path("maps/<int:map_id>/shared-world/withdraw/", map_views.withdraw, name="map-withdraw"),
    path("maps/<int:map_id>/shared-world/changes/", map_views.take_changes, name="map-take-changes"),
    path(NPC, npc_views.share_npc, name="world-npc-share"),
    path(f"{NPC}withdraw/", npc_views.withdraw_npc, name="world-npc-withdraw"),
    path(f"{NPC}changes/", npc_views.take_npc_changes, name="world-npc-take-changes"),
    path("world/<int:entry_id>/shared-world/", page_views.share_entry, name="world-share"),
    path("world/<int:entry_id>/shared-world/withdraw/", page_views.withdraw_page, name="world-withdraw"),
    path("world/<int:entry_id>/shared-world/changes/", page_views.take_changes, name="world-take-changes"),
]
