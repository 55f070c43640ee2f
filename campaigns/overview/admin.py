"""The admin of campaigns, with their members and invitations."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaigns.overview.actions import validate_options
from campaigns.overview.admin_log import apply_change, log_campaign, require_valid_change
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin, TabularInline, UndeletableAdmin
from common.staff_admin import NextRevision, ReadHistory, SecretTexts, is_superuser
from people.models import Campaign, Invitation, Member


class CampaignForm(forms.ModelForm):
    """A campaign with options that its game has."""

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
        """Fills in defaults and refuses unknown options."""
        system = self.cleaned_data.get("system") or self.instance.system
        try:
            return validate_options(system, self.cleaned_data["options"] or {})
        except forms.ValidationError as refusal:
            raise forms.ValidationError(refusal.messages) from None


class MemberInline(ReadOnlyAdmin, TabularInline):
    """Present and former members; a member is changed on its own page, which logs the change in the campaign."""

    model = Member
    fields = readonly_fields = ("user", "role", "joined", "guest_until", "left")


@admin.register(Campaign)
class CampaignAdmin(NextRevision, SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Campaigns with their members; they are archived instead of deleted."""

    form = CampaignForm
    secret_fields = ("summary",)
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
        """Adds counts, so that the list needs few queries."""
        here = Count("members", filter=Q(members__in=Member.objects.present()), distinct=True)
        rows = super().get_queryset(request).select_related("created_by")
        return rows.annotate(here=here, fights=Count("encounters", distinct=True))

    def get_readonly_fields(self, request: HttpRequest, obj: Campaign | None = None) -> list[str]:
        """The game cannot change once the campaign exists."""
        return [*self.readonly_fields, "system"] if obj else list(self.readonly_fields)

    def save_model(self, request: HttpRequest, obj: Campaign, form: Any, change: bool) -> None:
        """Logs the change for all members, and what only GMs can read of it for GMs."""
        stored = Campaign.objects.filter(pk=obj.pk).first() if change else None
        super().save_model(request, obj, form, change)
        if stored is not None and form.changed_data:
            log_campaign(stored, obj, form.changed_data, request.user)  # type: ignore[arg-type]

    @admin.display(description=_("members"), ordering="here")
    def present(self, row: Campaign) -> int:
        """The number of present members."""
        return row.here  # type: ignore[attr-defined]

    @admin.display(description=_("encounters"), ordering="fights")
    def encounter_count(self, row: Campaign) -> int:
        """The number of encounters."""
        return row.fights  # type: ignore[attr-defined]


class MemberForm(forms.ModelForm):
    """A membership; the campaign always keeps a GM."""

    class Meta:
        model = Member
        fields = ["campaign", "user", "role", "left"]

    def clean(self) -> dict[str, Any]:
        """Refuses what the members page refuses."""
        fields: dict[str, Any] = super().clean() or self.cleaned_data
        if self.instance.pk is not None and not self.errors:
            require_valid_change(self.instance.pk, fields["role"], fields["left"])
        return fields


@admin.register(Member)
class MemberAdmin(ReadHistory, UndeletableAdmin, SimpleHistoryAdmin):
    """Memberships with their roles, including those that ended."""

    form = MemberForm
    list_display = ["user", "campaign", "role", "joined", "guest_until", "left"]
    list_filter = ["role", ("left", admin.EmptyFieldListFilter), "campaign__system"]
    search_fields = ["user__username", "user__email", "campaign__name"]
    raw_id_fields = ["user", "campaign"]
    readonly_fields = ["joined", "guest_until"]
    list_select_related = ["user", "campaign"]

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> list[str]:
        """The person of a membership cannot change, because the new person would see the hand."""
        return self.readonly_fields if obj is None else [*self.readonly_fields, "user", "campaign"]

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        """Ends what the change ends, and logs it; only superusers may change their own membership."""
        if obj.user_id == request.user.pk and not is_superuser(request):
            raise PermissionDenied(_now("You cannot add yourself to a campaign. Ask a GM of the campaign for a link."))
        stored = Member.objects.select_related("campaign", "user")
        before = stored.filter(pk=obj.pk).first() if change else None
        apply_change(before, obj, request.user)  # type: ignore[arg-type]
        super().save_model(request, obj, form, change)


@admin.register(Invitation)
class InvitationAdmin(UndeletableAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Invitation links without their secrets; staff may only revoke them."""

    list_display = ["campaign", "role", "note", "uses_left", "expires", "revoked", "created_by", "created"]
    list_filter = ["role", ("revoked", admin.EmptyFieldListFilter), "expires"]
    search_fields = ["campaign__name", "note", "created_by__username"]
    fields = ["campaign", "role", "guest_of", "note", "expires", "uses_left", "revoked", "created_by", "created"]
    # Reopening a link, or raising its limit, would let in people that no GM invited.
    readonly_fields = ["campaign", "role", "guest_of", "expires", "uses_left", "revoked", "created_by", "created"]
    list_select_related = ["campaign", "created_by"]
    actions = ["revoke"]

    @admin.action(description=_("Revoke the selected links"), permissions=["change"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Invitation]) -> None:
        """Revokes the links at once."""
        rows.filter(revoked=None).update(revoked=timezone.now())

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: GMs create links on the members page."""
        return False
