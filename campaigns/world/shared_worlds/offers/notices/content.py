"""What a notice about an offer says, and whether it still holds. Only GMs of the two campaigns get one.

The name of the character is the one under which it was offered; the message and the figures are on the page."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from people.devices.notices import TOO_LATE

Status = CharacterOffer.Status


def still_holds(notice: OfferNotice, now: datetime) -> bool:
    """Whether the member is still a GM who can answer the offer or read the answer."""
    offer, member = notice.offer, notice.member
    if not member.is_gm or member.campaign_id != notice.campaign.pk:
        return False
    if notice.kind == OfferNotice.Kind.OFFERED:
        # A character can move neither from nor to an archived campaign.
        return offer.is_open and offer.campaign.archived is None
    return offer.status in {Status.ACCEPTED, Status.DECLINED} and notice.created > now - TOO_LATE


def headline(notice: OfferNotice) -> str:
    """What the notice says, in one sentence."""
    offer = notice.offer
    words = {"name": offer.name, "campaign": offer.campaign.name, "to": offer.to.name}
    if notice.kind == OfferNotice.Kind.OFFERED:
        return _("A GM of “%(campaign)s” offers you the character “%(name)s”. Please accept or decline.") % words
    if offer.status == Status.ACCEPTED:
        return _("“%(to)s” accepted the character “%(name)s”, which now belongs to that campaign.") % words
    return _("“%(to)s” declined the character “%(name)s”, which stays in your campaign.") % words


def page_path(notice: OfferNotice) -> str:
    """The page of the offer, where its message is too."""
    return reverse("character-offer", args=[notice.offer_id])
