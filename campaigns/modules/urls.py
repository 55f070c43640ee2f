"""URLs of modules."""

from django.urls import path

from campaigns.modules import views as module_views
from campaigns.modules.conversion import views as conversion_views
from campaigns.modules.objects import encounter_views, table_views
from campaigns.modules.objects import views as object_views

urlpatterns = [
    path("campaigns/<int:campaign_id>/modules/", module_views.modules, name="campaign-modules"),
    path("campaigns/<int:campaign_id>/modules/upload/", module_views.upload, name="module-upload"),
    path(
        "campaigns/<int:campaign_id>/modules/preview/<int:version_id>/",
        module_views.preview,
        name="module-preview",
    ),
    path("campaigns/<int:campaign_id>/modules/imports/<int:run_id>/", module_views.run, name="module-run"),
    path(
        "campaigns/<int:campaign_id>/modules/imports/<int:run_id>/rollback/",
        module_views.rollback,
        name="module-rollback",
    ),
    path("campaigns/<int:campaign_id>/modules/imports/<int:run_id>/stop/", module_views.cancel, name="module-run-stop"),
    path("campaigns/<int:campaign_id>/modules/export/", module_views.export, name="module-export"),
    path("campaigns/<int:campaign_id>/modules/convert/", conversion_views.convert_file, name="module-convert"),
    path("campaigns/<int:campaign_id>/modules/conversion/", conversion_views.tables, name="conversion-tables"),
    path("campaigns/<int:campaign_id>/tables/", table_views.tables, name="campaign-tables"),
    path("encounters/<int:encounter_id>/adventure/", encounter_views.adventure, name="encounter-adventure"),
    path(
        "encounters/<int:encounter_id>/adventure/<str:module_key>/<str:collection>/<str:key>/",
        encounter_views.adventure,
        name="encounter-adventure-page",
    ),
    path("campaigns/<int:campaign_id>/modules/read/<str:module_key>/", object_views.reader, name="module-reader"),
    path(
        "campaigns/<int:campaign_id>/modules/pictures/<str:module_key>/<str:picture_key>/",
        object_views.picture,
        name="module-picture",
    ),
    path(
        "campaigns/<int:campaign_id>/modules/read/<str:module_key>/<str:collection>/<str:key>/",
        object_views.read_object,
        name="module-object",
    ),
    path(
        "campaigns/<int:campaign_id>/modules/read/<str:module_key>/<str:collection>/<str:key>/edit/",
        object_views.edit,
        name="module-object-edit",
    ),
    path(
        "campaigns/<int:campaign_id>/modules/read/<str:module_key>/<str:collection>/<str:key>/act/",
        object_views.act,
        name="module-object-act",
    ),
    path(
        "campaigns/<int:campaign_id>/modules/read/<str:module_key>/<str:collection>/<str:deleted_key>/back/",
        object_views.bring_back,
        name="module-object-back",
    ),
]
