"""The pages of the characters app."""

from django.urls import URLPattern, URLResolver, path

from characters.views import creation, experience, monsters, sheets, steps

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<int:campaign_id>/characters/", sheets.roster, name="campaign-characters"),
    path("campaigns/<int:campaign_id>/characters/new/", creation.new, name="character-new"),
    path("campaigns/<int:campaign_id>/award/", experience.award, name="campaign-award"),
    path("characters/<int:character_id>/", sheets.sheet, name="character"),
    path("characters/<int:character_id>/pools/<slug:key>/", sheets.pool, name="character-pool"),
    path("characters/<int:character_id>/advance/", steps.advance, name="character-advance"),
    path("characters/<int:character_id>/build/", steps.build, name="character-build"),
    path("requests/<int:request_id>/answer/", steps.answer, name="step-request"),
    path("characters/<int:character_id>/edit/", sheets.edit, name="character-edit"),
    path("characters/<int:character_id>/history/", sheets.history, name="character-history"),
    path("characters/<int:character_id>/hand-over/", sheets.hand_over, name="character-hand-over"),
    path("characters/<int:character_id>/retire/", sheets.status, {"what": "retire"}, name="character-retire"),
    path("characters/<int:character_id>/kill/", sheets.status, {"what": "kill"}, name="character-kill"),
    path("characters/<int:character_id>/restore/", sheets.status, {"what": "restore"}, name="character-restore"),
    path("experience/<int:entry_id>/take-back/", experience.take_back, name="experience-take-back"),
    path("campaigns/<int:campaign_id>/monsters/", monsters.bestiary, name="campaign-monsters"),
    path("campaigns/<int:campaign_id>/monsters/new/", monsters.new, name="monster-new"),
    path("campaigns/<int:campaign_id>/monsters/<int:monster_id>/", monsters.monster, name="campaign-monster"),
    path("campaigns/<int:campaign_id>/monsters/<int:monster_id>/edit/", monsters.edit, name="monster-edit"),
    path("campaigns/<int:campaign_id>/monsters/<int:monster_id>/copy/", monsters.copy, name="monster-copy"),
    path("monsters/<int:monster_id>/", monsters.monster_alone, name="monster"),
]
