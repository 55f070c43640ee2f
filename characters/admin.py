"""The Django admin of characters, ledgers and the bestiary; the engine checks sheets and figures on save."""

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from characters.models import Character, ExperienceEntry, Monster, StepRequest
from characters.sheets import queries
from characters.sheets.end_of_play import tell_end_of_play
from common.staff_admin import SecretRows, SecretTexts, may_read_secrets
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
        for one in queries.read_characters(self.result_list):
            one.character.figures_read = one.figures  # type: ignore[attr-defined]


class ExperienceInline(admin.TabularInline):
    """The character's experience entries; entries are added on the site and never changed."""

    model = ExperienceEntry
    fields = readonly_fields = (
        "created",
        "kind",
        "amount",
        "unit",
        "reason",
        "rule",
        "session",
        "encounter",
        "by",
        "taken_back",
    )
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ExperienceEntry]:
        """Reads the related rows of each line in the same query."""
        return super().get_queryset(request).select_related("session", "encounter", "by", "character")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: awards are given on the site, which also writes them into the log."""
        return False


@admin.register(Character)
class CharacterAdmin(SecretTexts, SimpleHistoryAdmin):
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
        told = json.dumps(read.figures, indent=1, ensure_ascii=False, default=str)
        return read.refusal or format_html("<pre>{}</pre>", told)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saves under the next revision, so that people who have the sheet open notice the change."""
        obj.revision += change
        obj._change_reason = _("changed in the admin")
        super().save_model(request, obj, form, change)
        tell_end_of_play(obj)

    def view_on_site(self, obj: Character) -> str:
        """The address of the sheet."""
        return reverse("character", args=[obj.pk])


@admin.register(ExperienceEntry)
class ExperienceEntryAdmin(SecretRows, admin.ModelAdmin):
    """The experience entries, read only: an entry is taken back on the site by another one."""

    list_display = ("created", "character", "kind", "amount", "unit", "reason", "session", "by", "taken_back")
    list_filter = ("kind", "unit", "taken_back", "created", "character__campaign__system")
    search_fields = ("reason", "character__name", "character__campaign__name")
    search_help_text = gettext_lazy("Reason, character or campaign.")
    date_hierarchy = "created"
    list_select_related = ("character", "session", "by")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: awards are given on the site, which also writes them into the log."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a ledger is append-only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a ledger is append-only."""
        return False

    def view_on_site(self, obj: ExperienceEntry) -> str:
        """The address of the history that has the entry."""
        return reverse("character-history", args=[obj.character_id])


@admin.register(StepRequest)
class StepRequestAdmin(SecretRows, admin.ModelAdmin):
    """The requests of players to their GMs, read only: they are answered and paid for on the site."""

    list_display = ("created", "character", "label", "price", "unit", "status", "by", "answered_by")
    list_filter = ("status", "created", "character__campaign__system")
    search_fields = ("label", "explanation", "character__name", "character__campaign__name")
    search_help_text = gettext_lazy("What, why, character or campaign.")
    date_hierarchy = "created"
    list_select_related = ("character", "by", "answered_by")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: players ask on the site."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: GMs answer on the site."""
        return False

    def view_on_site(self, obj: StepRequest) -> str:
        """The address of the sheet, where it is answered."""
        return reverse("character", args=[obj.character_id])


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
class MonsterAdmin(SecretTexts, SimpleHistoryAdmin):
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

    @admin.action(description=gettext_lazy("Offer the selected monsters"))
    def offer(self, request: HttpRequest, rows: QuerySet[Monster]) -> None:
        """Shows them in bestiaries again."""
        for row in rows:  # one by one, so that each keeps its history
            row.active = True
            row.save()

    @admin.action(description=gettext_lazy("Withdraw the selected monsters"))
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
