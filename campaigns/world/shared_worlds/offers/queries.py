"""Reads of offers of characters: each as one person may see it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from campaigns.world.shared_worlds.offers import access
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters.sheets.queries import CharacterReading, read_characters
from people.access import campaigns_of, campaigns_run_by
from people.models import Member, User


@dataclass(frozen=True)
class OfferView:
    """An offer as a person may see it.

    The figures of the character are there while the offer is open; message, GM notes and target not for everyone."""

    offer: CharacterOffer
    read: CharacterReading | None
    for_gm: bool
    here: bool
    to_name: str

    @property
    def player(self) -> str:
        """Who plays the character, while the offer is open."""
        owner = self.offer.character.owner if self.read is not None else None
        return owner.username if owner else ""


def view_offers(user: User, offers: Iterable[CharacterOffer]) -> list[OfferView]:
    """The offers, which the person may see, in a constant number of queries."""
    rows = list(offers)
    open_ones = [row for row in rows if row.is_open]
    reads = dict(
        zip([offer.pk for offer in open_ones], read_characters(offer.character for offer in open_ones), strict=True)
    )
    run = set(campaigns_run_by(user).values_list("pk", flat=True)) if rows else set()
    member = set(campaigns_of(user).values_list("pk", flat=True)) if rows else set()
    return [_view(row, reads.get(row.pk), run, member) for row in rows]


def _view(row: CharacterOffer, read: CharacterReading | None, run: set[Any], member: set[Any]) -> OfferView:
    for_gm = bool(run & {row.campaign_id, row.to_id})
    known = for_gm or row.to_id in member or access.target_is_public(row)
    return OfferView(row, read, for_gm=for_gm, here=row.to_id in run, to_name=row.to.name if known else "")


def offers_of(membership: Member) -> tuple[list[OfferView], list[OfferView]]:
    """The open offers to the campaign, and those from it, for its GMs."""
    views = view_offers(membership.user, access.offers_of(membership))
    to = [view for view in views if view.offer.to_id == membership.campaign_id]
    return to, [view for view in views if view.offer.to_id != membership.campaign_id]
