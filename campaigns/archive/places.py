"""An absent person's place in a restored campaign becomes somebody's: characters, lines and seats with it."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.archive import sealing
from campaigns.archive.entities import ENTITIES, references
from campaigns.models import Encounter, Invitation, LogEntry, Member, User


def take(user: User, invitation: Invitation) -> Member:
    """The place; ValidationError for a person who has one already. Every member reads of it in the log."""
    place = Member._base_manager.select_related("user", "campaign").get(pk=invitation.place_id or 0)
    before: User = place.user
    if not before.absent:
        raise ValidationError(_("Somebody has taken this place already. Ask your GM for a fresh link."))
    if Member._base_manager.filter(campaign=place.campaign_id, user=user).exists():
        message = _("You have a place in this campaign already. Your GM hands the characters over on their pages.")
        raise ValidationError(message)
    for entity in ENTITIES:
        for column, model in references(entity):
            if model is User:
                keys = entity.rows(place.campaign).filter(**{column.name: before.pk}).values_list("pk", flat=True)
                entity.model._base_manager.filter(pk__in=list(keys)).update(**{column.attname: user.pk})
    sealing.handed_over(Encounter._base_manager.filter(campaign=place.campaign_id), before, user)
    words = {"person": user.username, "place": before.first_name, "role": place.get_role_display()}
    LogEntry._base_manager.create(
        campaign=place.campaign, kind=LogEntry.Kind.CAMPAIGN, by=user,
        text=_("%(person)s takes the place of %(place)s (%(role)s), with characters and hands.") % words,
    )  # fmt: skip
    before.delete()
    return Member._base_manager.select_related("user", "campaign").get(pk=place.pk)
