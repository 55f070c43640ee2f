"""The admin of the bestiary; the engine checks the figures on save."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from characters.models import Monster
from common.staff_admin import NextRevision, SecretTexts
from rules import play


class MonsterForm(forms.ModelForm):
    """The form of a monster; the engine checks the figures."""

    class Meta:
        model = Monster
        fields = "__all__"  # noqa: DJ007 (the admin shows every field)

    def clean(self) -> dict[str, Any]:
        """The figures as the engine reads them; the game of a campaign's monster is the campaign's."""
        data = super().clean() or {}
        campaign, system = data.get("campaign"), data.get("system")
        if campaign is not None and campaign.system != system:
            raise ValidationError({"system": _("This campaign plays %s. Choose that game.") % campaign.system})
        try:
            data["stats"] = play.monster(system, data.get("stats"))
        except play.Refused as refused:
            raise ValidationError({"stats": refused.message}) from refused
        return data


@admin.register(Monster)
class MonsterAdmin(NextRevision, SecretTexts, SimpleHistoryAdmin):
    """The bestiary. Changes apply from the next encounter on; the GM keeps a campaign's own monsters."""

    form = MonsterForm
    open_rows = {"campaign": None}
    list_display = ("name", "kind", "size", "system", "level", "hit_points", "of", "converted", "active")
    list_filter = ("system", "kind", "active", "converted", ("campaign", admin.EmptyFieldListFilter))
    search_fields = ("name", "kind", "text", "campaign__name")
    search_help_text = gettext_lazy("Name, kind, description or campaign.")
    list_select_related = ("campaign",)
    autocomplete_fields = ("campaign",)
    readonly_fields = ("created",)
    save_as = True
    actions = ("offer", "withdraw")
    fieldsets = (
        (None, {"fields": ("system", "campaign", "name", "key", "kind", "size", "active")}),
        (
            gettext_lazy("Figures"),
            {
                "fields": ("stats", "text"),
                "description": gettext_lazy(
                    "In the format of the game, such as level, max_hp, allowance, speed, armed, maneuvers, "
                    "spells, death_draws, lines. The rules check them when you save. Encounters that begin later use "
                    "them."
                ),
            },
        ),
        (gettext_lazy("Source"), {"fields": ("converted", "licence", "attribution", "created")}),
    )

    @admin.display(description=gettext_lazy("level"))
    def level(self, row: Monster) -> Any:
        """The level, if the monster has one."""
        return row.stats.get("level") or "–"

    @admin.display(description=gettext_lazy("hit points"))
    def hit_points(self, row: Monster) -> Any:
        """The hit points, if the monster has any."""
        return row.stats.get("max_hp") or "–"

    @admin.display(description=gettext_lazy("belongs to"), ordering="campaign")
    def of(self, row: Monster) -> str:
        """Whose row it is: the site's, or a campaign's."""
        return row.campaign.name if row.campaign else _("the site")

    @admin.action(description=gettext_lazy("Offer the selected monsters"), permissions=["change"])
    def offer(self, request: HttpRequest, rows: QuerySet[Monster]) -> None:
        """Shows them in bestiaries again."""
        for row in rows:  # one by one, so that each keeps its history
            row.active = True
            row.save()

    @admin.action(description=gettext_lazy("Withdraw the selected monsters"), permissions=["change"])
    def withdraw(self, request: HttpRequest, rows: QuerySet[Monster]) -> None:
        """Hides them from bestiaries; encounters that hold them keep them."""
        for row in rows:
            row.active = False
            row.save()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not for shipped monsters, because an upgrade would add them again; they are withdrawn instead."""
        return super().has_delete_permission(request, obj) and not (obj and obj.shipped)

    def view_on_site(self, obj: Monster) -> str:
        """The address of its page in a campaign."""
        return reverse("monster", args=[obj.pk])
