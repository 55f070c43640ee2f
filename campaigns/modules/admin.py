"""The admin of modules: library, imports, imported objects and conversion tables."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from campaigns.modules.models import (
    ConversionRow,
    ImportedObject,
    ImportRun,
    Module,
    ModuleFile,
    ModuleVersion,
    ObjectState,
)
from common.admin import ReadOnlyAdmin, TabularInline
from common.staff_admin import SecretRows, SecretTexts, may_read_secrets


class VersionInline(ReadOnlyAdmin, TabularInline):
    """The versions of a module, which never change."""

    model = ModuleVersion
    readonly_fields = ("version", "licence", "digest", "created")
    fields = readonly_fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModuleVersion]:
        """Without the documents, which may be megabytes."""
        return super().get_queryset(request).defer("document")


@admin.register(Module)
class ModuleAdmin(admin.ModelAdmin):
    """The library. Emptying “uploaded by” publishes a module to everyone on the site."""

    list_display = ["title", "key", "owner", "created"]
    list_filter = ["created", ("owner", admin.EmptyFieldListFilter)]
    search_fields = ["title", "key", "owner__username"]
    raw_id_fields = ["owner"]
    readonly_fields = ["key", "created"]
    list_select_related = ["owner"]
    inlines = [VersionInline]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Only staff who may read secrets change the owner, because that opens a GM's private adventure to others."""
        return [*self.readonly_fields, *([] if may_read_secrets(request) else ["owner"])]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: a module is uploaded on a campaign's page or through the API, where it is checked."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: campaigns depend on it."""
        return False


@admin.register(ImportRun)
class ImportRunAdmin(SecretTexts, ReadOnlyAdmin, admin.ModelAdmin):
    """Who imported what into which campaign."""

    secret_fields = ("options", "result")

    list_display = ["version", "campaign", "status", "by", "created"]
    list_filter = ["status", "created"]
    search_fields = ["version__module__title", "version__module__key", "campaign__name", "by__username"]
    list_select_related = ["version__module", "campaign", "by"]
    date_hierarchy = "created"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportRun]:
        """Without the documents."""
        return super().get_queryset(request).defer("version__document")

    def view_on_site(self, run: ImportRun) -> str:
        """The import's page in its campaign."""
        return reverse("module-run", args=[run.campaign_id, run.pk])


@admin.register(ImportedObject)
class ImportedObjectAdmin(SecretRows, admin.ModelAdmin):
    """Imported objects. “Deleted here” also keeps an object out of later imports."""

    list_display = ["title", "collection", "module_key", "campaign", "base_version", "tombstone", "orphan"]
    list_filter = ["collection", "tombstone", "orphan", "module_key"]
    search_fields = ["title", "key", "module_key", "campaign__name"]
    list_select_related = ["campaign"]
    fields = [
        "campaign",
        "module_key",
        "collection",
        "key",
        "title",
        "base_version",
        "monster",
        "character",
        "tombstone",
    ]
    readonly_fields = ["campaign", "module_key", "collection", "key", "title", "base_version"]
    raw_id_fields = ["monster", "character"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: objects come by import."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: the mark “deleted here” does this and can be undone."""
        return False

    def view_on_site(self, row: ImportedObject) -> str:
        """The object's page in the reader."""
        return row.get_absolute_url()


@admin.register(ModuleFile)
class ModuleFileAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """The pictures of modules, without their bytes."""

    list_display = ["path", "version", "media_type", "width", "height"]
    list_filter = ["media_type"]
    search_fields = ["path", "key", "version__module__title"]
    list_select_related = ["version__module"]
    readonly_fields = ["version", "key", "path", "media_type", "width", "height", "sha256"]
    fields = tuple(readonly_fields)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModuleFile]:
        """Without the pictures themselves and the documents."""
        return super().get_queryset(request).defer("data", "version__document")


@admin.register(ObjectState)
class ObjectStateAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """The state of imported objects in play: shown, taken, solved. Imports do not change it."""

    list_display = ["__str__", "campaign", "revealed"]
    list_filter = ["collection", "revealed"]
    search_fields = ["key", "module_key", "campaign__name"]
    list_select_related = ["campaign"]


@admin.register(ConversionRow)
class ConversionRowAdmin(admin.ModelAdmin):
    """Changed conversion tables; delete a row to use the shipped table again."""

    list_display = ["key", "system", "campaign"]
    list_filter = ["system", "key"]
    search_fields = ["key", "campaign__name"]
    list_select_related = ["campaign"]
    raw_id_fields = ["campaign"]
