"""Queues notices about an offer in the transaction of what happened; campaigns/sessions/notices/job.py sends them."""

from django.utils import timezone

from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from people.access import GM_ROLES
from people.models import Campaign, Member, User

Kind = OfferNotice.Kind


def queue_offer_notices(offer: CharacterOffer, by: User, origin: str) -> None:
    """Stores a notice of a new offer for each GM of the campaign that may get the character."""
    _queue(offer, Kind.OFFERED, offer.to, by, origin)


def queue_answer_notices(offer: CharacterOffer, by: User, origin: str) -> None:
    """Stores a notice of the answer for each GM of the campaign that offered the character."""
    _queue(offer, Kind.ANSWERED, offer.campaign, by, origin)


def _queue(offer: CharacterOffer, kind: str, campaign: Campaign, by: User, origin: str) -> None:
    """`by` knows it already, also as a GM of both campaigns."""
    members = Member.objects.present().filter(campaign=campaign, role__in=GM_ROLES).exclude(user=by)
    now = timezone.now()
    rows = [OfferNotice(offer=offer, member=member, kind=kind, origin=origin, due=now) for member in members]
    OfferNotice.objects.bulk_create(rows, ignore_conflicts=True)
