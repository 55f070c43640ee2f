"""The admin of campaigns, with their members and invitations."""

from django import forms
from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaigns.actions.campaigns import checked_options
from campaigns.admin.base import Inline, Kept
from campaigns.models import Campaign, Invitation, Member


class CampaignForm(forms.ModelForm):
    """A campaign whose options its game knows."""

    class Meta:
        model = Campaign
        fields = [
            "name",
            "system",
            "summary",
            "options",
            "open_sheets",
            "real_cards",
            "zone",
            "created_by",
            "archived",
        ]

    def clean_options(self) -> dict[str, object]:
        """Defaults are filled in; what the game does not know is refused with a sentence."""
        system = self.cleaned_data.get("system") or self.instance.system
        try:
            return checked_options(system, self.cleaned_data["options"] or {})
        except forms.ValidationError as refusal:
            raise forms.ValidationError(refusal.messages) from None


class MemberInline(Kept, Inline):
    """Who is and was in the campaign; `left` ends a membership."""

    model = Member
    raw_id_fields = ["user"]
    readonly_fields = ["joined"]


@admin.register(Campaign)
class CampaignAdmin(Kept, SimpleHistoryAdmin):
    """Campaigns by game, with their people; archive instead of deleting."""

    form = CampaignForm
    list_display = [
        "name",
        "system",
        "present",
        "encounter_count",
        "open_sheets",
        "created_by",
        "created",
        "archived",
    ]
    list_filter = ["system", "open_sheets", "real_cards", ("archived", admin.EmptyFieldListFilter), "created"]
    search_fields = ["name", "summary", "members__user__username"]
    date_hierarchy = "created"
    raw_id_fields = ["created_by"]
    readonly_fields = ["created"]
    inlines = [MemberInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        """Counts along, so that the list stays at a few queries."""
        here = Count("members", filter=Q(members__left__isnull=True), distinct=True)
        rows = super().get_queryset(request).select_related("created_by")
        return rows.annotate(here=here, fights=Count("encounters", distinct=True))

    def get_readonly_fields(self, request: HttpRequest, obj: Campaign | None = None) -> list[str]:
        """The game is fixed once the campaign exists."""
        return [*self.readonly_fields, "system"] if obj else list(self.readonly_fields)

    @admin.display(description=_("members"), ordering="here")
    def present(self, row: Campaign) -> int:
        """How many people are in."""
        return row.here  # type: ignore[attr-defined]

    @admin.display(description=_("encounters"), ordering="fights")
    def encounter_count(self, row: Campaign) -> int:
        """How many encounters it has."""
        return row.fights  # type: ignore[attr-defined]


@admin.register(Member)
class MemberAdmin(Kept, SimpleHistoryAdmin):
    """Who plays where, in which role, and who left."""

    list_display = ["user", "campaign", "role", "joined", "left"]
    list_filter = ["role", ("left", admin.EmptyFieldListFilter), "campaign__system"]
    search_fields = ["user__username", "user__email", "campaign__name"]
    raw_id_fields = ["user", "campaign"]
    readonly_fields = ["joined"]
    list_select_related = ["user", "campaign"]

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> list[str]:
        """A place keeps its person: another one in it would see that player's hand."""
        return ["joined"] if obj is None else ["joined", "user", "campaign"]


@admin.register(Invitation)
class InvitationAdmin(Kept, admin.ModelAdmin):
    """Invitation links; their secret is shown nowhere, staff may only end them."""

    list_display = ["campaign", "role", "note", "uses_left", "expires", "revoked", "created_by", "created"]
    list_filter = ["role", ("revoked", admin.EmptyFieldListFilter), "expires"]
    search_fields = ["campaign__name", "note", "created_by__username"]
    fields = ["campaign", "role", "note", "expires", "uses_left", "revoked", "created_by", "created"]
    readonly_fields = ["campaign", "role", "created_by", "created"]
    list_select_related = ["campaign", "created_by"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """GMs make links, on the members page."""
        return False
