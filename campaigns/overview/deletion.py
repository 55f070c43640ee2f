"""Deletes a whole campaign."""

from campaigns.encounters.models import Encounter
from campaigns.world.shared_worlds.actions import remove_empty_worlds
from characters.models import Character, Monster
from people.models import Campaign, Member


def delete_campaign(campaign: Campaign) -> bool:
    """Deletes a campaign with everything that belongs to it, including the history; whether it still existed.

    Call it in a transaction. It locks the encounters first, as commands do: a player's simultaneous command waits, and
    then finds nothing."""
    pk = campaign.pk
    list(Encounter.objects.select_for_update().filter(campaign=pk).order_by("pk"))
    row = Campaign.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        return False
    row.delete()
    remove_empty_worlds()
    for model in (Character, Monster, Member):
        model.history.filter(campaign_id=pk).delete()
    Campaign.history.filter(id=pk).delete()
    return True
