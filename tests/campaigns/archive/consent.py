"""A restore with everyone asked and everyone willing: what most proofs of a whole restore begin with."""

from campaigns.archive import restoring
from campaigns.archive.place_offers import actions
from people.models import Member, PlaceOffer


def restored_with_consent(file, *, by, confirmed, **options):
    """The campaign, restored; each of the confirmed people has accepted their place, unless it has ended."""
    campaign = restoring.restore_campaign(file, by=by, confirmed=confirmed, **options)
    offers = PlaceOffer.objects.filter(place__in=Member.objects.present().filter(campaign=campaign))
    for offer in offers.select_related("user", "place"):
        actions.accept(user=offer.user, offer=offer)
    return campaign
