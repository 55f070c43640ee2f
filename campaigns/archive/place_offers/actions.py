"""Writes to place offers: people become members of a restored campaign only by accepting one."""

from collections.abc import Iterable

from django.db import transaction

from campaigns.archive import place_taking
from common import live_signal
from people.access import require_account
from people.models import Campaign, Member, PlaceOffer, User


@transaction.atomic
def accept(*, user: User, offer: PlaceOffer) -> Member:
    """Takes the place; ValidationError if it is taken, or if the person has another place there."""
    require_account(user)
    Campaign.objects.select_for_update().get(pk=offer.place.campaign_id)
    member = place_taking.take_place(user, offer.place_id)
    PlaceOffer.objects.filter(place=member).delete()
    live_signal.notify_members(member.campaign_id)
    return member


@transaction.atomic
def decline(*, user: User, offer: PlaceOffer) -> None:
    """Deletes the offer and notifies nobody: the place waits as if its person had no account here."""
    PlaceOffer.objects.filter(pk=offer.pk, user=user).delete()


def offer_places(places_by_name: Iterable[tuple[str, Member]], *, by: User) -> None:
    """Offers places to the accounts with these names. Nobody can see whether such an account exists."""
    wanted = dict(places_by_name)
    people = User.objects.filter(username__in=wanted, is_active=True, kind=User.Kind.PERSON).exclude(pk=by.pk)
    PlaceOffer.objects.bulk_create(
        [PlaceOffer(user=person, place=wanted[person.username], by=by) for person in people], ignore_conflicts=True
    )
