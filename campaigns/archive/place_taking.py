"""Writes that give an absent person's place, with characters, log entries and seats, to a person."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.archive import encryption
from campaigns.archive.entities import ENTITIES
from campaigns.archive.references import reference_fields
from campaigns.encounters.models import Encounter
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from people.credentials.naming_sentences import NamingSentence, notify_name_change
from people.models import Member, User

PLACE_TAKEN = NamingSentence(
    gettext_lazy("%(person)s takes the place of %(place)s (%(role)s), with characters and hands."), "person"
)


def take_place(user: User, place_id: int) -> Member:
    """Takes a place and logs it for all members.

    ValidationError for a place that is taken or has ended, and for a person who has a place already."""
    place = Member._base_manager.select_related("user", "campaign").get(pk=place_id)
    before: User = place.user
    if not before.absent:
        raise ValidationError(_("Someone has already taken this place. Ask your GM for a new link."))
    if not place.present:
        raise ValidationError(_("This place is no longer free. Ask your GM."))
    if Member._base_manager.filter(campaign=place.campaign_id, user=user).exists():
        message = _("You already have a place in this campaign. Your GM can hand over the characters on their pages.")
        raise ValidationError(message)
    for entity in ENTITIES:
        for column, model in reference_fields(entity):
            if model is User:
                rows = entity.rows(place.campaign).order_by().filter(**{column.name: before.pk})
                # A subquery: someone may have written more rows than a query can have values.
                entity.model._base_manager.filter(pk__in=rows.values("pk")).update(**{column.attname: user.pk})
    encryption.reassign_commands(Encounter._base_manager.filter(campaign=place.campaign_id), before, user)
    if not Member.objects.filter(campaign=place.campaign_id, user__username=before.first_name).exists():
        notify_name_change(user, before.first_name, place.campaign_id)
    write_entry(
        campaign=place.campaign,
        kind=LogEntry.Kind.CAMPAIGN,
        by=user,
        data={"place": place.pk},
        text=PLACE_TAKEN.write(person=user, place=before.first_name, role=place.get_role_display()),
    )
    before.delete()
    return Member._base_manager.select_related("user", "campaign").get(pk=place.pk)
