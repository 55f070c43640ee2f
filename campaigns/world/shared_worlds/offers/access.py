"""Who sees an offer of a character: GMs of both campaigns, and its player while it is open."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.world.shared_worlds.offers.models import CharacterOffer
from people.access import campaigns_of, campaigns_run_by, get_visible_row, memberships_of, require_gm
from people.models import Member, Role, User

OPEN = CharacterOffer.Status.OPEN


def visible_offers(user: User) -> QuerySet[CharacterOffer]:
    """The offers from and to campaigns that the person runs, and the open ones of the person's own characters."""
    run = campaigns_run_by(user)
    of_owner = Q(status=OPEN, character__owner=user.pk, campaign__in=campaigns_of(user))
    rows = CharacterOffer.objects.filter(Q(campaign__in=run) | Q(to__in=run) | of_owner)
    return rows.select_related("campaign", "to__world_table", "character__campaign", "character__owner", "by")


def get_offer(user: User, offer_id: Any) -> CharacterOffer:
    """An offer that the person may see."""
    return get_visible_row(visible_offers(user), pk=offer_id)


def get_offer_to_answer(user: User, offer_id: Any) -> tuple[CharacterOffer, Member]:
    """An offer, and the person's membership as GM of the campaign to which it goes; 403 for others who see it."""
    row = get_offer(user, offer_id)
    membership = memberships_of(user).filter(campaign=row.to_id).first()
    if membership is None or not membership.is_gm:
        raise PermissionDenied(_("Only a GM of the campaign that gets the character may answer."))
    return row, membership


def get_offer_to_withdraw(user: User, offer_id: Any) -> tuple[CharacterOffer, Member]:
    """An offer, and the membership of a GM of its campaign or of the character's player; 403 for others who see it."""
    row = get_offer(user, offer_id)
    membership = memberships_of(user).filter(campaign=row.campaign_id).first()
    if membership is None or not may_withdraw(membership, row):
        raise PermissionDenied(_("Only a GM of its campaign or the player of the character may withdraw the offer."))
    return row, membership


def may_withdraw(membership: Member, offer: CharacterOffer) -> bool:
    """Whether a member of the offer's campaign may withdraw it."""
    plays = offer.character.owner_id == membership.user_id and membership.role != Role.OBSERVER
    return membership.is_gm or plays


def offers_of(membership: Member) -> QuerySet[CharacterOffer]:
    """The open offers from and to the campaign, for its GMs."""
    campaign = require_gm(membership).campaign_id
    rows = CharacterOffer.objects.filter(Q(campaign=campaign) | Q(to=campaign), status=OPEN)
    return rows.select_related("campaign", "to__world_table", "character__campaign", "character__owner", "by")


def offers_for(user: User) -> QuerySet[CharacterOffer]:
    """The open offers that the person can accept, and those of the person's own characters."""
    of_owner = Q(character__owner=user.pk, campaign__in=campaigns_of(user))
    rows = CharacterOffer.objects.filter(of_owner | Q(to__in=campaigns_run_by(user)), status=OPEN)
    return rows.select_related("campaign", "to", "by", "character").order_by("-pk")


def target_is_public(offer: CharacterOffer) -> bool:
    """Whether all players of the world may know the name of the campaign that gets the character."""
    world_place = getattr(offer.to, "world_table", None)
    return world_place is not None and world_place.open_to_players
