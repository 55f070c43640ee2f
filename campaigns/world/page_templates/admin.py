"""The admin of templates of pages."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.world.page_templates.models import PageTemplate
from common.admin import UndeletableAdmin
from common.staff_admin import SecretRows


@admin.register(PageTemplate)
class PageTemplateAdmin(SecretRows, UndeletableAdmin, admin.ModelAdmin):
    """Templates of pages. Their texts are for the GMs of the campaign."""

    list_display = ["pk", "campaign", "kind", "created"]
    search_fields = ["campaign__name"]
    list_filter = ["kind"]
    fields = ["campaign", "kind", "revision", "by", "created"]
    readonly_fields = ["campaign", "kind", "revision", "by", "created"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: templates are written on the site."""
        return False
