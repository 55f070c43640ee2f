"""The admin of characters; the engine checks the sheet on save."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from characters.admin.ledger import ExperienceInline
from characters.models import Character
from characters.sheets import queries
from characters.sheets.end_of_play import notify_end_of_play
from common.staff_admin import NextRevision, SecretTexts, may_read_secrets
from rules import play
from rules.catalogue.queries import house_of


class CharacterForm(forms.ModelForm):
    """The form of a character; the engine checks the sheet."""

    class Meta:
        model = Character
        fields = "__all__"  # noqa: DJ007 (the admin shows every field)

    def clean(self) -> dict[str, Any]:
        """The sheet as the engine completes it."""
        data = super().clean() or {}
        campaign, sheet = data.get("campaign"), data.get("sheet")
        if self.instance.pk:
            campaign = self.instance.campaign
        if campaign is None or "sheet" not in data:
            return data
        gained = queries.experience_of(self.instance) if self.instance.pk else {}
        try:
            data["sheet"] = play.sheet(campaign.system, sheet, gained, house=house_of(campaign))["sheet"]
        except play.Refused as refused:
            raise ValidationError({"sheet": refused.message}) from refused
        return data


class ReadList(ChangeList):
    """A change list that reads all characters of its page at once, with two queries."""

    def get_results(self, request: HttpRequest) -> None:
        """The rows of the page, read by the engine."""
        super().get_results(request)
        self.result_list = list(self.result_list)
        for read in queries.read_characters(self.result_list):
            read.character.figures_read = read.figures  # type: ignore[attr-defined]


@admin.register(Character)
class CharacterAdmin(NextRevision, SecretTexts, SimpleHistoryAdmin):
    """Characters and NPCs of all campaigns. Their players are changed on the site, which writes it into the log."""

    form = CharacterForm
    secret_fields = ("sheet", "figures", "level", "pools", "notes", "about", "gm_notes")
    open_rows = {"visible": True}
    list_display = ("name", "campaign", "kind", "owner", "level", "pools", "status", "visible")
    list_filter = ("kind", "status", "visible", "campaign__system")
    search_fields = ("name", "owner__username", "campaign__name", "notes")
    search_help_text = gettext_lazy("Name, player, campaign or notes.")
    autocomplete_fields = ("owner", "campaign")
    list_select_related = ("campaign", "owner")
    readonly_fields = ("figures", "revision", "created")
    inlines = (ExperienceInline,)
    history_list_display = ("status", "revision", "history_change_reason")
    fieldsets = (
        (None, {"fields": ("campaign", "name", "kind", "owner", "status", "visible")}),
        (
            gettext_lazy("Sheet"),
            {
                "fields": ("sheet", "figures"),
                "description": gettext_lazy("In the format of the game. Its rules check the sheet when you save."),
            },
        ),
        (gettext_lazy("Notes"), {"fields": ("notes", "about", "gm_notes")}),
        (gettext_lazy("Record"), {"fields": ("revision", "created")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Makes the player read-only, because a new player would see the sheet and the hands."""
        fixed = ("campaign", "owner") if obj else ()
        return (*self.readonly_fields, *fixed)

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """Shows the ledger only to staff who may read the sheet."""
        return self.inlines if may_read_secrets(request) else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers only, because the history is deleted too; on the site characters retire."""
        return super().has_delete_permission(request, obj) and bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only for staff who may read sheets."""
        return super().has_add_permission(request) and may_read_secrets(request)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The change list that reads all its characters at once."""
        return ReadList

    @admin.display(description=gettext_lazy("level"))
    def level(self, row: Any) -> Any:
        """The level, which the ledger gives."""
        return row.figures_read.get("level", "–")

    @admin.display(description=gettext_lazy("pools"))
    def pools(self, row: Any) -> str:
        """The pools of the sheet: current value and maximum."""
        return ", ".join(
            f"{pool['name']} {pool['now']}" + ("" if pool["max"] is None else f" / {pool['max']}")
            for pool in row.figures_read.get("pools", [])
        )

    @admin.display(description=gettext_lazy("figures"))
    def figures(self, row: Character) -> Any:
        """The figures that the engine computes from the sheet and the ledger."""
        if not row.pk:
            return "–"
        read = queries.read_character(row)
        text = json.dumps(read.figures, indent=1, ensure_ascii=False, default=str)
        return read.refusal or format_html("<pre>{}</pre>", text)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saves the change with a reason for its history, and tells of an end of play."""
        obj._change_reason = _("changed in the admin")
        super().save_model(request, obj, form, change)
        notify_end_of_play(obj)

    def view_on_site(self, obj: Character) -> str:
        """The address of the sheet."""
        return reverse("character", args=[obj.pk])
