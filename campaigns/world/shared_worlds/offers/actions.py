"""Writes to offers of characters: offering, accepting, declining, withdrawing, and ending what is over.

The order of the locks is: both campaigns, the character, the offer. Leaving a world locks its campaign too."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.shared_worlds.log_sentences import (
    CHARACTER_DECLINED,
    CHARACTER_OFFERED,
    OFFER_ENDED,
    OFFER_WITHDRAWN,
)
from campaigns.world.shared_worlds.moving import Move, move_between, offer_targets
from campaigns.world.shared_worlds.offers.access import may_withdraw
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.offers.notices import outbox
from characters.models import Character
from characters.sheets.actions import require_possible_owner
from characters.sheets.saving import lock_character
from common.rows import validate_row
from people.access import require_gm
from people.credentials.naming_sentences import NamingSentence
from people.models import Campaign, Member, User

Status = CharacterOffer.Status


@transaction.atomic
def offer_character(
    *,
    membership: Member,
    character: Character,
    campaign: Campaign,
    gm_part: bool = False,
    message: str = "",
    origin: str = "",
) -> CharacterOffer:
    """Offers a character to a campaign of `offer_targets`. `gm_part`: its GM also gets what only GMs read here.

    `origin` is the address of the site, for links in mails.

    ValidationError: the character is not active or offered already, or the campaign is not in the same world."""
    if require_gm(membership).campaign_id != character.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    _lock_campaigns(membership.campaign_id, campaign.pk)
    row = _lock_character(character)
    if not offer_targets(membership).filter(pk=campaign.pk).exists():
        raise ValidationError({"campaign": _("Choose another campaign of the same world and game.")})
    _require_free_to_move(row)
    offer = CharacterOffer(
        campaign=row.campaign,
        to=campaign,
        character=row,
        name=row.name,
        gm_part=gm_part,
        message=message.strip(),
        by=membership.user,
    )
    validate_row(offer)
    offer.save()
    outbox.queue_offer_notices(offer, membership.user, origin)
    _log(offer, membership.user, CHARACTER_OFFERED)
    return offer


def _require_free_to_move(row: Character) -> None:
    """ValidationError if the character is not active, or offered already."""
    if row.status != Character.Status.ACTIVE:
        raise ValidationError({"character": _("Only an active character can move.")})
    open_offer = row.offers.filter(status=Status.OPEN).select_related("to").first()
    if open_offer is not None:
        sentence = _("This character is already offered to “%(name)s”. Withdraw that offer first.")
        raise ValidationError({"character": sentence % {"name": open_offer.to.name}})


@transaction.atomic
def accept_offer(*, membership: Member, offer: CharacterOffer, origin: str = "") -> Character:
    """Moves the offered character to the campaign of the member, who is its GM; returns the new character.

    ValidationError: the offer is over, the character is in a running encounter, its player is not in this campaign,
    or one of the campaigns is archived. `play.Refused`: the house rules here do not allow its sheet."""
    row = _lock_to_answer(membership, offer)
    if row.campaign.archived or row.to.archived:
        raise ValidationError(_("One of the campaigns is archived. Its GM must restore it first."))
    _require_player_here(row)
    # First, so that the retirement of the former character does not end the offer.
    _close(row, Status.ACCEPTED, membership.user)
    move = Move(
        row.character,
        row.to,
        released_by=row.by or membership.user,
        accepted_by=membership.user,
        gm_part=row.gm_part,
    )
    row.moved = move_between(move)
    row.save(update_fields=["moved"])
    outbox.queue_answer_notices(row, membership.user, origin)
    return row.moved


@transaction.atomic
def decline_offer(*, membership: Member, offer: CharacterOffer, origin: str = "") -> None:
    """Declines an offer, as a GM of the campaign to which it goes."""
    row = _lock_to_answer(membership, offer)
    _close(row, Status.DECLINED, membership.user)
    outbox.queue_answer_notices(row, membership.user, origin)
    _log(row, membership.user, CHARACTER_DECLINED)


@transaction.atomic
def withdraw_offer(*, membership: Member, offer: CharacterOffer) -> None:
    """Withdraws an offer, as a GM of its campaign or the character's player."""
    row = _lock_offer(offer)
    if membership.campaign_id != row.campaign_id or not may_withdraw(membership, row):
        raise PermissionDenied(_("Only a GM of its campaign or the player of the character may withdraw the offer."))
    _close(row, Status.WITHDRAWN, membership.user)
    _log(row, membership.user, OFFER_WITHDRAWN)


def end_offers_of_character(character: Character) -> None:
    """Ends the open offer of a character that is no longer in play (characters/sheets/end_of_play.py)."""
    _end(CharacterOffer.objects.filter(character=character))


def end_offers_of_campaign(campaign_id: int) -> None:
    """Ends the open offers from and to a campaign that leaves its world; the campaign is locked."""
    _end(CharacterOffer.objects.filter(Q(campaign=campaign_id) | Q(to=campaign_id)))


@transaction.atomic
def _end(rows: QuerySet[CharacterOffer]) -> None:
    open_offers = rows.filter(status=Status.OPEN).select_for_update(of=("self",)).select_related("campaign", "to")
    for row in open_offers.order_by("pk"):
        _close(row, Status.ENDED, None)
        _log(row, None, OFFER_ENDED)


def _lock_campaigns(*campaigns: int) -> None:
    """Locks campaigns in one order, but lets others write rows that refer to them, such as log entries."""
    list(Campaign.objects.select_for_update(no_key=True).filter(pk__in=campaigns).order_by("pk").values_list("pk"))


def _lock_character(character: Character) -> Character:
    try:
        return lock_character(character)
    except Character.DoesNotExist:
        raise Http404 from None


def _lock_offer(offer: CharacterOffer) -> CharacterOffer:
    """The open offer, locked with its campaigns and its character; ValidationError if it is over."""
    _lock_campaigns(offer.campaign_id, offer.to_id)
    character = _lock_character(offer.character)
    rows = CharacterOffer.objects.select_for_update(of=("self",)).select_related("campaign", "to", "by")
    row = rows.filter(pk=offer.pk).first()
    if row is None:
        raise Http404
    if not row.is_open:
        raise ValidationError(_("This offer is over: %(status)s.") % {"status": row.get_status_display()})
    row.character = character
    return row


def _lock_to_answer(membership: Member, offer: CharacterOffer) -> CharacterOffer:
    if require_gm(membership).campaign_id != offer.to_id:
        raise PermissionDenied(_("Only a GM of the campaign that gets the character may answer."))
    return _lock_offer(offer)


def _require_player_here(row: CharacterOffer) -> None:
    """Refuses to take a character away from its player."""
    owner: Any = row.character.owner
    try:
        require_possible_owner(row.to, owner, row.character.kind)
    except ValidationError:
        sentence = _("%(person)s plays %(name)s and keeps it. Invite %(person)s as a player first, then accept.")
        raise ValidationError(sentence % {"person": owner.username, "name": row.character.name}) from None


def _close(row: CharacterOffer, status: str, by: User | None) -> None:
    row.status, row.answered_by, row.answered = status, by, timezone.now()
    row.save(update_fields=["status", "answered_by", "answered"])


def _log(row: CharacterOffer, by: User | None, sentence: NamingSentence) -> None:
    """A line for the GMs of both campaigns."""
    text = sentence.write(person=by, name=row.name, to=row.to.name)
    for campaign in (row.campaign, row.to):
        write_entry(
            campaign=campaign,
            kind=LogEntry.Kind.CHARACTER,
            audience=LogEntry.Audience.GM,
            by=by,
            character=row.character if campaign == row.campaign else None,
            text=text,
        )
