"""The Django admin of the catalogue."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from common.staff_admin import NextRevision, SecretTexts
from rules import play
from rules.catalogue import queries
from rules.models import CatalogueRow


class RowForm(forms.ModelForm):
    """The form of a catalogue row; checks the game, the figures and the rule."""

    class Meta:
        model = CatalogueRow
        fields = "__all__"  # noqa: DJ007 (the admin shows every field)

    def clean(self) -> dict[str, Any]:
        """Adds errors for an unknown game, figures that are no object, and an unknown rule."""
        data = super().clean() or {}
        system, campaign = data.get("system", ""), data.get("campaign")
        if system not in play.SYSTEMS:
            raise ValidationError({"system": _("Choose one of %s.") % ", ".join(play.SYSTEMS)})
        if campaign is not None and campaign.system != system:
            raise ValidationError({"system": _("This campaign plays %s. Choose that game.") % campaign.system})
        if not isinstance(data.get("figures") or {}, dict):
            raise ValidationError({"figures": _("Figures must be a JSON object: { ... }.")})
        if data.get("rule") and queries.rule(system, data["rule"]) is None:
            raise ValidationError({"rule": _("This game has no rule with that id. Leave it empty.")})
        return data


@admin.register(CatalogueRow)
class CatalogueRowAdmin(NextRevision, SecretTexts, SimpleHistoryAdmin):
    """Catalogue rows, which the creation of characters suggests and the table offers as presets."""

    form = RowForm
    open_rows = {"gm_only": False}
    list_display = ("name", "kind", "system", "rule", "of", "position", "active")
    list_filter = ("system", "kind", "active", ("campaign", admin.EmptyFieldListFilter))
    list_editable = ("active",)
    search_fields = ("name", "key", "text", "rule", "campaign__name")
    search_help_text = gettext_lazy("Name, key, text, rule or campaign.")
    list_select_related = ("campaign",)
    autocomplete_fields = ("campaign",)
    prepopulated_fields = {"key": ("name",)}
    ordering = ("system", "kind", "position", "name")
    save_as = True

    @admin.display(description=gettext_lazy("belongs to"), ordering="campaign")
    def of(self, row: CatalogueRow) -> str:
        """Whose row it is: the site's, or a campaign's."""
        return row.campaign.name if row.campaign else _("the site")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not for shipped rows, because an upgrade would add them again; they are withdrawn instead."""
        return super().has_delete_permission(request, obj) and not (obj and obj.shipped)

    def view_on_site(self, obj: CatalogueRow) -> str:
        """The catalogue page where the row is used."""
        if obj.campaign_id:
            return reverse("campaign-catalogue", args=[obj.campaign_id])
        return f"{reverse('catalogue', args=[obj.system])}?kind={obj.kind}#{obj.kind}"
