"""The pages of the characters app."""

from django.urls import URLPattern, URLResolver, path

from characters.experience import step_views
from characters.experience import views as experience_views
from characters.monsters import views as monster_views
from characters.sheets import creation_views, quick_start_views, version_views
from characters.sheets import views as sheet_views
from characters.sheets.portraits import views as portrait_views

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<int:campaign_id>/characters/", sheet_views.character_list, name="campaign-characters"),
    path("campaigns/<int:campaign_id>/characters/new/", creation_views.new_character, name="character-new"),
    path(
        "campaigns/<int:campaign_id>/characters/new/ready-made/",
        quick_start_views.ready_made,
        name="character-ready-made",
    ),
    path(
        "campaigns/<int:campaign_id>/characters/new/questions/",
        quick_start_views.questions,
        name="character-questions",
    ),
    path("campaigns/<int:campaign_id>/award/", experience_views.award_page, name="campaign-award"),
    path("characters/<int:character_id>/", sheet_views.sheet_page, name="character"),
    path("characters/<int:character_id>/pools/<slug:key>/", sheet_views.change_pool_page, name="character-pool"),
    path("characters/<int:character_id>/advance/", step_views.advance_page, name="character-advance"),
    path("characters/<int:character_id>/build/", step_views.build_page, name="character-build"),
    path("requests/<int:request_id>/answer/", step_views.answer_request, name="step-request"),
    path("characters/<int:character_id>/edit/", sheet_views.edit_character_page, name="character-edit"),
    path("characters/<int:character_id>/portrait/", portrait_views.portrait_file, name="character-portrait"),
    path("characters/<int:character_id>/portrait/edit/", portrait_views.portrait_page, name="character-portrait-edit"),
    path(
        "characters/<int:character_id>/portrait/remove/",
        portrait_views.remove_portrait,
        name="character-portrait-remove",
    ),
    path("characters/<int:character_id>/history/", sheet_views.history_page, name="character-history"),
    path(
        "characters/<int:character_id>/history/<int:version_id>/",
        version_views.version_page,
        name="character-version",
    ),
    path(
        "characters/<int:character_id>/retire/", sheet_views.change_status, {"what": "retire"}, name="character-retire"
    ),
    path("characters/<int:character_id>/kill/", sheet_views.change_status, {"what": "kill"}, name="character-kill"),
    path(
        "characters/<int:character_id>/restore/",
        sheet_views.change_status,
        {"what": "restore"},
        name="character-restore",
    ),
    path("experience/<int:entry_id>/take-back/", experience_views.take_back_page, name="experience-take-back"),
    path("campaigns/<int:campaign_id>/monsters/", monster_views.bestiary_page, name="campaign-monsters"),
    path("campaigns/<int:campaign_id>/monsters/new/", monster_views.new_monster, name="monster-new"),
    path("campaigns/<int:campaign_id>/monsters/<int:monster_id>/", monster_views.monster_page, name="campaign-monster"),
    path(
        "campaigns/<int:campaign_id>/monsters/<int:monster_id>/edit/",
        monster_views.edit_monster_page,
        name="monster-edit",
    ),
    path(
        "campaigns/<int:campaign_id>/monsters/<int:monster_id>/copy/",
        monster_views.copy_monster_page,
        name="monster-copy",
    ),
    path("monsters/<int:monster_id>/", monster_views.redirect_to_monster, name="monster"),
]
