"""Which exports, restores and place offers a person may see."""

from typing import Any

from django.db.models import QuerySet

from campaigns.archive.faults import Cancelled
from campaigns.archive.models import Transfer
from people.access import get_gm_membership, get_membership, get_visible_row, memberships_of
from people.models import Member, PlaceOffer, User


def visible_transfers(user: User) -> QuerySet[Transfer]:
    """The person's own exports and restores; with a token for one campaign, only those of that campaign."""
    if not user.is_authenticated or not user.is_active:
        return Transfer.objects.none()
    rows = Transfer.objects.filter(by=user).select_related("campaign")
    bound = getattr(user, "bound_campaign_id", None)
    return rows if bound is None else rows.filter(campaign=bound)


def get_transfer(user: User, key: Any) -> Transfer:
    """One of the person's transfers; an export only while the person may still make it: 403, or 404 after leaving."""
    row = get_visible_row(visible_transfers(user), key=key)
    if row.campaign_id is not None:
        (get_gm_membership if row.is_for_gms else get_membership)(user, row.campaign_id)
    return row


def get_transfer_file(user: User, key: Any) -> Transfer:
    """One of the person's exports whose file is ready and not deleted; 404 otherwise."""
    row = get_transfer(user, key)
    exports = visible_transfers(user).exclude(kind__in=[Transfer.Kind.RESTORE, Transfer.Kind.NOTES])
    return get_visible_row(exports, pk=row.pk, status=Transfer.Status.DONE, dropped=False)


def refresh_membership(membership: Member, *, for_gms: bool) -> Member:
    """The membership in this state of the database, for work that began with an earlier one.

    Raises Cancelled for someone who has left, or who is no longer a GM if the work is for GMs only."""
    user = User.objects.get(pk=membership.user_id)
    row = memberships_of(user).filter(pk=membership.pk).first()
    if row is None or (for_gms and not row.is_gm):
        raise Cancelled
    return row


def place_offers(user: User) -> QuerySet[PlaceOffer]:
    """The places in restored campaigns offered to the person, without those that have ended; none for a token of one
    campaign."""
    if not user.is_authenticated or not user.is_active or getattr(user, "bound_campaign_id", None) is not None:
        return PlaceOffer.objects.none()
    present = Member.objects.present().values("pk")
    rows = PlaceOffer.objects.filter(user=user, place__user__kind=User.Kind.ABSENT, place__in=present)
    return rows.select_related("place__campaign", "place__user", "by")


def place_offer(user: User, offer_id: Any) -> PlaceOffer:
    """One of the person's place offers; 404 for another person's."""
    return get_visible_row(place_offers(user), pk=offer_id)
