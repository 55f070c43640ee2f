"""The admin of notices about sessions and offers: who was told what, and when."""

from django.contrib import admin

from campaigns.sessions.notices.models import SessionNotice
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin
from common.staff_admin import SecretRows


@admin.register(SessionNotice)
class SessionNoticeAdmin(ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Notices; they are deleted with their session, or after ninety days."""

    list_display = ["session", "member", "kind", "moment", "due", "tries", "pushed", "mailed"]
    list_filter = ["kind"]
    search_fields = ["session__title", "member__user__username"]
    list_select_related = ["session", "member__user"]


@admin.register(OfferNotice)
class OfferNoticeAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """Notices about offers, without names of characters; they are deleted with their offer, or after ninety days."""

    list_display = ["pk", "offer_id", "member", "kind", "due", "tries", "pushed", "mailed"]
    list_filter = ["kind"]
    search_fields = ["member__user__username"]
    list_select_related = ["member__user"]
    fields = ["offer_id", "member", "kind", "due", "tries", "pushed", "mailed", "created"]
